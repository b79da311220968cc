import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { reservedRoom } from '../../demo/docs/quick-start.ts';
import { sampleLender } from '../../server/lending/domain/lender.ts';
import { documentTexts } from '../../widget/frame/frame-document.ts';
import { en } from '../../widget/strings/en.ts';
import { until } from '../helpers/until.ts';
import { autofill } from './models/autofill.ts';
import {
  frameScript,
  holdBack,
  InputMethod,
  openFirstStep,
  openings,
  resultsChunk,
  scriptsOf,
  stateOf,
  tagScript,
  untilTakenOver,
  ways,
} from './models/first-step.ts';
import { openHostPage } from './models/host-page.ts';
import { startHostServer } from './models/host-server.ts';
import { journey } from './models/journey.ts';
import { type TypedApplicant, typedApplicant } from './models/typed-applicant.ts';
import type { Visit } from './models/visit.ts';
import { walkToOffers } from './models/walk.ts';

/** The first part as it is typed, by the names of its fields. */
function aboutOf({ email }: { email: string }) {
  const { first_name, last_name, date_of_birth, phone } = typedApplicant('0001');
  return { first_name, last_name, date_of_birth, phone, email };
}

/** Nothing has gone anywhere in an address, and the frame was loaded once. */
function assertNothingLeft({ requested }: Visit, { email, last_name }: TypedApplicant): void {
  const told = requested.filter((url) => [email, last_name].some((text) => url.includes(text)));
  assert.deepEqual(told, []);
  assert.equal(requested.filter((url) => new URL(url).pathname === '/v1/frame').length, 1);
}

/** Until the frame's own script runs, whatever the page does. */
async function untilDefined({ checkout }: Visit): Promise<void> {
  await checkout.inside.locator('soft-pull-flow:defined').waitFor();
}

for (const way of ways) {
  describe(`the form before its script: ${way}`, () => {
    const here = journey();

    it('keeps what is typed, the caret and the focus', async () => {
      const step = await openFirstStep(here, way, { held: scriptsOf(way) });
      const { form } = step.checkout;
      await form.field('email').fill('ada@example.test');
      await form.field('last_name').click();
      await step.page.keyboard.type('Sampe');
      await step.page.keyboard.press('ArrowLeft');
      const before = await stateOf(form.field('last_name'));
      assert.deepEqual(before, { value: 'Sampe', caret: [4, 4], hasFocus: true });
      step.release();
      await untilTakenOver(step);
      assert.deepEqual(await stateOf(form.field('last_name')), before);
      await step.page.keyboard.type('l');
      assert.equal(await form.field('last_name').inputValue(), 'Sample');
      assert.equal(await form.field('email').inputValue(), 'ada@example.test');
    });

    it('keeps what an input method composes, until it is decided', async () => {
      const step = await openFirstStep(here, way, { held: scriptsOf(way) });
      const field = step.checkout.form.field('first_name');
      await field.click();
      await field.evaluate((input) => {
        input.addEventListener('compositionend', () => (input.dataset.composed = ''));
      });
      const method = await InputMethod.of(step);
      await method.compose('あ');
      step.release();
      await untilTakenOver(step);
      await method.compose('あだ');
      assert.equal(await field.inputValue(), 'あだ');
      assert.equal(await field.getAttribute('data-composed'), null);
      await method.decideOn('阿田');
      await until(
        'the composition has ended',
        async () => (await field.getAttribute('data-composed')) === '' || undefined,
      );
      assert.equal(await field.inputValue(), '阿田');
    });

    it('holds a submit, and carries it out once', async () => {
      const step = await openFirstStep(here, way, { held: scriptsOf(way) });
      const applicant = typedApplicant('0001');
      const { form } = step.checkout;
      await form.fillAbout(applicant);
      await form.next.click();
      await form.field('email').press('Enter');
      assert.equal(await form.part(1).isVisible(), true);
      step.release();
      await form.part(2).waitFor();
      await untilTakenOver(step);
      assert.equal(await form.part(2).isVisible(), true);
      assert.equal(await step.checkout.inside.locator('.summary').count(), 0);
      await form.back.click();
      assert.equal(await form.field('last_name').inputValue(), applicant.last_name);
      assertNothingLeft(step, applicant);
    });

    it('says what is missing where the form was submitted before it was filled', async () => {
      const step = await openFirstStep(here, way, { held: scriptsOf(way) });
      const { form } = step.checkout;
      await form.field('first_name').fill('Ada');
      await form.next.click();
      step.release();
      await step.checkout.inside.locator('.summary').waitFor();
      assert.equal(await form.field('first_name').inputValue(), 'Ada');
    });

    it('takes over what a browser fills in, all of it at once', async () => {
      const step = await openFirstStep(here, way, { held: scriptsOf(way) });
      const { form } = step.checkout;
      const filled = { ...aboutOf(typedApplicant('0001')), middle_name: 'King', suffix: 'Jr' };
      await step.checkout.inside.getByText(en.form.add.names).click();
      // Of a document that is still being read, the end of the form may not have come.
      await form.next.waitFor();
      await autofill(step.checkout.inside.locator('form'), filled);
      step.release();
      await untilTakenOver(step);
      for (const [name, value] of Object.entries(filled)) {
        assert.equal(await form.field(name as keyof typeof filled).inputValue(), value);
      }
      await form.next.click();
      await form.part(2).waitFor();
      const home = { address_1: '12 Hillside Avenue', city: 'Denver' };
      await autofill(step.checkout.inside.locator('form:visible'), {
        ...home,
        state: 'CO',
        zip_code: '80203',
      });
      for (const [name, value] of Object.entries(home)) {
        assert.equal(await form.field(name as keyof typeof home).inputValue(), value);
      }
      assert.equal(await form.field('state').inputValue(), 'CO');
    });

    it('says what to do and whom to call where its script is blocked', async () => {
      const step = await openFirstStep(here, way, { blocked: [frameScript] });
      const { blocked, call } = documentTexts.en;
      const { name, phone } = sampleLender;
      const said = step.checkout.inside.getByRole('alert');
      await said.waitFor();
      const text = ((await said.textContent()) ?? '').trim().replaceAll(/\s+/g, ' ');
      assert.equal(text, `${blocked} ${call(name, phone)}`);
    });

    it('goes on while the BFF is slow to open the checkout', async () => {
      const step = await openFirstStep(here, way, { held: [openings] });
      const applicant = typedApplicant('0001');
      const { form } = step.checkout;
      await form.fillAbout(applicant);
      await form.next.click();
      await form.part(2).waitFor();
      await form.field('city').fill(applicant.city);
      step.release();
      await untilTakenOver(step);
      assert.equal(await form.field('city').inputValue(), applicant.city);
      await form.back.click();
      assert.equal(await form.field('email').inputValue(), applicant.email);
      await walkToOffers(step, applicant);
      assert.equal(step.path, 'details → offers');
    });

    it('asks for a moment while what checks it is on its way', async () => {
      const step = await openFirstStep(here, way, { held: [resultsChunk] });
      const { form, inside } = step.checkout;
      await untilTakenOver(step);
      await form.fillAbout(typedApplicant('0001'));
      await form.next.click();
      const status = inside.getByRole('status').filter({ hasText: en.common.busy });
      await status.waitFor({ state: 'attached' });
      assert.equal(await form.part(1).isVisible(), true);
      step.release();
      await form.part(2).waitFor();
      await status.waitFor({ state: 'detached' });
    });

    it('keeps what was typed where the BFF is down at the opening', async () => {
      const step = await openFirstStep(here, way, { held: scriptsOf(way) });
      let isDown = true;
      await step.context.route(openings, (route) => (isDown ? route.abort() : route.fallback()));
      const applicant = typedApplicant('0001');
      const { form } = step.checkout;
      await form.fillAbout(applicant);
      step.release();
      await step.checkout.text(en.common.problems.network.title).waitFor();
      isDown = false;
      await step.checkout.button(en.common.tryAgain).click();
      await untilTakenOver(step);
      for (const [name, value] of Object.entries(aboutOf(applicant))) {
        assert.equal(await form.field(name as 'email').inputValue(), value);
      }
    });

    it('keeps a notice open, and the focus on its title, when its text comes', async () => {
      const step = await openFirstStep(here, way, { held: ['**/v1/disclosures/*'] });
      const { inside } = step.checkout;
      await untilDefined(step);
      const title = inside.locator('summary', { hasText: en.form.read.privacy_notice });
      await title.click();
      step.release();
      const text = inside.locator('details.collapsible .legal').first();
      await text.waitFor({ state: 'attached' });
      assert.equal(await text.isVisible(), true);
      assert.equal(await title.evaluate((it) => it === document.activeElement), true);
    });

    it('is not seen by whoever comes back to offers in the same tab', async () => {
      const step = await openFirstStep(here, way);
      await walkToOffers(step, typedApplicant('0001'));
      const release = await holdBack(step, [openings, frameScript]);
      await step.page.reload({ waitUntil: 'commit' });
      const screen = step.checkout.inside.locator('soft-pull-details-screen');
      await screen.waitFor({ state: 'attached' });
      assert.equal(await screen.locator('form').first().isVisible(), false);
      release();
      await step.checkout.at('offers');
    });

    it('is seen by whoever comes back in the same tab, where the page has no handle any more', async () => {
      const step = await openFirstStep(here, way);
      await walkToOffers(step, typedApplicant('0001'));
      await step.page.evaluate(() => sessionStorage.clear());
      const release = await holdBack(step, [openings]);
      await step.page.reload({ waitUntil: 'commit' });
      await step.checkout.form.field('first_name').waitFor();
      const opened = step.page.waitForResponse(openings);
      release();
      await opened;
    });
  });
}

describe('a frame in the markup whose page is late', () => {
  const here = journey();
  const way = 'frame in the markup';

  it('holds a submit until the page has said what it wants', async () => {
    const step = await openFirstStep(here, way, { held: [tagScript] });
    const applicant = typedApplicant('0001');
    const { form } = step.checkout;
    await form.fillAbout(applicant);
    await untilDefined(step);
    await form.next.click();
    step.release();
    await form.part(2).waitFor();
    await form.back.click();
    assert.equal(await form.field('email').inputValue(), applicant.email);
    assertNothingLeft(step, applicant);
  });

  it('says so, too, to whoever comes back to offers in the same tab', async () => {
    const step = await openFirstStep(here, way);
    await walkToOffers(step, typedApplicant('0001'));
    for (const script of [tagScript, frameScript]) {
      await step.context.route(script, (route) => route.abort());
    }
    await step.page.reload({ waitUntil: 'commit' });
    const { inside, form } = step.checkout;
    await inside.getByRole('alert').waitFor();
    assert.equal(await form.field('first_name').isVisible(), false);
  });

  it('is left standing where its script was blocked before the page’s came', async () => {
    const { page, context, checkout } = await here.visit({ startsAt: 'nowhere' });
    await page.clock.install();
    const release = await holdBack({ context }, [tagScript]);
    await context.route(frameScript, (route) => route.abort());
    const style = `<style>${reservedRoom}</style>`;
    await openHostPage(page, here.product, { hasFrame: true, around: [style, ''] });
    const said = checkout.inside.getByRole('alert');
    await said.waitFor();
    const told = page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener('soft-pull-error', ({ code }) => resolve(code));
        }),
    );
    release();
    await page.waitForFunction(() => customElements.get('soft-pull-checkout') !== undefined);
    for (let second = 0; second < 11; second += 1) await page.clock.runFor(1_000);
    assert.equal(await told, 'frame_blocked');
    assert.equal(await said.isVisible(), true);
  });

  it('says what to do and whom to call where the page’s script is blocked', async () => {
    const step = await openFirstStep(here, way, { blocked: [tagScript] });
    const { form, inside } = step.checkout;
    await form.field('first_name').fill('Ada');
    await form.next.click();
    await inside.getByRole('alert').waitFor();
    assert.equal(await form.field('first_name').inputValue(), 'Ada');
  });
});

const theme = {
  '--soft-pull-accent': 'rgb(1, 90, 40)',
  '--soft-pull-button-radius': '19px',
  'color-scheme': 'light',
};
const host = await startHostServer(theme);

describe('the look of the form before its script', () => {
  const here = journey({ environment: host.environment, hasMotion: true, hasFrameProcess: true });
  after(() => host.close());

  for (const way of ways) {
    it(`is the merchant’s from the first paint on, and stays it: ${way}`, async () => {
      const url = `${host.origin}/themed`;
      const step = await openFirstStep(here, way, { held: scriptsOf(way), url });
      const look = () =>
        step.checkout.form.next.evaluate((button) => {
          const { backgroundColor, borderRadius, colorScheme } = getComputedStyle(button);
          return { backgroundColor, borderRadius, colorScheme };
        });
      const looks = {
        backgroundColor: 'rgb(1, 90, 40)',
        borderRadius: '19px',
        colorScheme: 'light',
      };
      assert.deepEqual(await look(), looks);
      await step.checkout.form.next.evaluate((button) => {
        const { documentElement } = button.ownerDocument;
        button.addEventListener('transitionrun', () => (documentElement.dataset.moved = ''));
      });
      step.release();
      await untilTakenOver(step);
      assert.deepEqual(await look(), looks);
      const root = step.checkout.inside.locator(':root');
      assert.equal(await root.getAttribute('data-moved'), null);
      // What the page's styles say differently follows.
      await step.page.evaluate(() => {
        document
          .querySelector('soft-pull-checkout')
          ?.setAttribute('style', '--soft-pull-accent: rgb(9, 9, 9)');
      });
      await until(
        'the page’s own color',
        async () => (await look()).backgroundColor === 'rgb(9, 9, 9)' || undefined,
      );
      assert.equal((await look()).borderRadius, '19px');
    });
  }
});

describe('the tag around a frame of the markup', () => {
  const here = journey();

  /** A page whose frame is held back, after its script has run; its clock stands still. */
  async function openHeld() {
    const visit = await here.visit({ startsAt: 'nowhere' });
    await visit.page.clock.install();
    await visit.page.clock.pauseAt(Date.now() + 60_000);
    const release = await holdBack(visit, ['**/v1/frame?*']);
    await openHostPage(visit.page, here.product, { hasFrame: true });
    // A script that has come is still to run: what it waits for begins then.
    const hasRun = () => Reflect.has(window, Symbol.for('soft-pull-checkout copies')) || undefined;
    await until('the script has run', () => visit.page.evaluate(hasRun));
    const isDefined = () =>
      visit.page.evaluate(() => customElements.get('soft-pull-checkout') !== undefined);
    return { ...visit, visit, release, isDefined };
  }

  it('does its work when the frame has drawn the form, which it would hold back', async () => {
    const { visit, release, isDefined } = await openHeld();
    assert.equal(await isDefined(), false);
    release();
    await until('the tag is registered', async () => (await isDefined()) || undefined);
    await visit.page.clock.resume();
    await untilTakenOver(visit);
  });

  it('waits a second for a frame that draws nothing', async () => {
    const { page, isDefined } = await openHeld();
    await page.clock.runFor(999);
    assert.equal(await isDefined(), false);
    await page.clock.runFor(1);
    assert.equal(await isDefined(), true);
  });
});
