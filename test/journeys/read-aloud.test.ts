import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Language } from '../../widget/contract/language.ts';
import { en } from '../../widget/strings/en.ts';
import type { Isolation } from './models/checkout-page.ts';
import { journey } from './models/journey.ts';
import { isolations } from './models/looks.ts';
import { play, sceneNamed } from './models/scenes.ts';
import { spokenOn, wordsOf } from './models/spoken.ts';
import { Stage } from './models/stage.ts';

/** What a screen reader has to work with, as Chromium hands it over. */
describe('read aloud', () => {
  const here = journey();

  async function stageAt(name: string, isolation: Isolation, language: Language = 'en') {
    const { product, browser } = here;
    const context = { locale: 'en-US', timezoneId: 'America/New_York' };
    const stage = await Stage.open({ product, browser, isolation, language, context });
    await play(stage, sceneNamed(name));
    return stage;
  }

  for (const isolation of isolations) {
    it(`says rates, payments and dates of the offers in words, ${isolation} [wcag:offers-aloud]`, async () => {
      const stage = await stageAt('offers', isolation);
      const { page } = stage;
      for (const each of await stage.locator('.opener').all()) await each.click();
      const spoken = await spokenOn(page);
      const words = wordsOf(spoken);
      for (const said of [
        '12.99% Annual percentage rate',
        '$188.98 a month',
        '60 payments',
        'Total over 60 months $11,339.12',
        'Finance charge $3,031.52',
        'First payment (estimated) April 1, 2026',
        'An offer is not final until you accept the lender’s terms.',
        'Available until March 31, 2026 at 11:00 AM EDT',
      ]) {
        assert.ok(words.includes(said), `${said}: ${words}`);
      }
      assert.doesNotMatch(words, /[×·•]|\bAPR\b/);
      const names = spoken.filter(({ role }) => role === 'button').map(({ name }) => name);
      assert.ok(
        names.includes('Choose this offer: Reduced rate 60 months, 12.99% annual percentage rate'),
        names.join(),
      );
      assert.ok(
        names.includes(
          'Reduced rate 60 months 12.99% Annual percentage rate $188.98 a month 60 payments',
        ),
        names.join(),
      );
    });

    it(`says whether the Social Security number can be seen, ${isolation} [wcag:ssn-aloud]`, async () => {
      const stage = await stageAt('details, consent', isolation);
      const field = async () =>
        (await spokenOn(stage.page)).find(
          ({ role, name }) => role === 'textbox' && /Social/.test(name),
        );
      const toggle = stage.locator('#ssn ~ button');
      const name = 'Social Security number';
      const hidden = { role: 'textbox', name, isInvalid: false, isRequired: true };
      assert.deepEqual(await field(), {
        ...hidden,
        description: 'Nine digits, hidden on the screen',
      });
      assert.equal(await toggle.getAttribute('aria-label'), `Show: ${name}`);
      await toggle.click();
      assert.deepEqual(await field(), {
        ...hidden,
        description: 'Nine digits, shown on the screen',
      });
      assert.equal(await toggle.getAttribute('aria-label'), `Hide: ${name}`);
    });
  }

  it('calls nothing wrong before it was sent, and says what is wrong after [wcag:errors-aloud]', async () => {
    const untouched = await stageAt('details', 'frame');
    const { first_name, last_name, date_of_birth, phone, email } = en.form.fields;
    const before = await spokenOn(untouched.page);
    assert.deepEqual(
      before.filter(({ isInvalid }) => isInvalid),
      [],
    );
    assert.deepEqual(
      before.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      [first_name, last_name, date_of_birth, phone, email].map(({ label }) => label),
    );
    assert.equal(await untouched.locator(':invalid').count(), 0);
    const sent = await stageAt('details, nothing typed', 'frame');
    const spoken = await spokenOn(sent.page);
    const first = spoken.find(({ role, name }) => role === 'textbox' && name === 'First name');
    assert.equal(first?.isInvalid, true);
    assert.equal(first?.description, 'Enter your first name');
    const links = spoken.filter(({ role }) => role === 'link').map(({ name }) => name);
    assert.equal(links[0], 'Enter your first name');
    await sent.locator('.summary a').first().click();
    assert.equal(await sent.locator('#first_name').evaluate(isFocused), true);
  });

  it('has one live region and no landmark of its own, under the page’s heading [wcag:one-live-region]', async () => {
    for (const name of ['details, consent', 'offers', 'accepted, portal_required']) {
      const { page } = await stageAt(name, 'frame');
      const spoken = await spokenOn(page);
      const count = (wanted: string) => spoken.filter(({ role }) => role === wanted).length;
      const landmarks = ['banner', 'complementary', 'contentinfo', 'form', 'navigation', 'search'];
      const named = spoken.filter(
        ({ role, name: said }) => landmarks.includes(role) && said !== '',
      );
      assert.deepEqual(named, []);
      assert.deepEqual(
        {
          main: count('main'),
          region: count('region'),
          status: count('status'),
          alert: count('alert'),
        },
        { main: 1, region: 0, status: 1, alert: 0 },
      );
      assert.equal(await page.locator('h1').count(), 1);
    }
  });

  it('keeps to itself until somebody presses a button [wcag:no-auto-advance]', async () => {
    const stage = await stageAt('details, consent', 'frame');
    assert.equal(await stage.locator('#ssn').inputValue(), '900-10-0001');
    assert.equal(await stage.locator('.part-heading').count(), 1);
    await stage.locator('#ssn').pressSequentially('2');
    assert.equal(await stage.locator('#ssn').evaluate(isFocused), true);
  });

  it('turns nothing for who wants reduced motion [wcag:reduced-motion]', async () => {
    const stage = await stageAt('working', 'inline');
    const moving = () => stage.locator('.ring').evaluate((ring) => ring.getAnimations().length);
    assert.equal(await moving(), 1);
    await stage.page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await moving(), 0);
  });
});

function isFocused(element: Element): boolean {
  return (element.getRootNode() as Document | ShadowRoot).activeElement === element;
}
