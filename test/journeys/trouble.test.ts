import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../widget/strings/en.ts';
import { until } from '../helpers/until.ts';
import { resultsChunk } from './models/first-step.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import type { Visit } from './models/visit.ts';
import { apply, walkToOffers } from './models/walk.ts';

/**
 * Puts these files out of reach. Once they are found again, an address that was missed still fails:
 * browsers of before 2026 remember it for as long as the document lives.
 */
async function lose({ context }: Visit, files: string): Promise<{ find(): void }> {
  const missed = new Set<string>();
  let isLost = true;
  await context.route(files, (route) => {
    const url = route.request().url();
    if (!isLost && !missed.has(url)) return route.continue();
    missed.add(url);
    return route.abort();
  });
  return {
    find: () => {
      isLost = false;
    },
  };
}

const nothingDecided = en.common.problems.lender_unavailable;

describe('a checkout that cannot be loaded', () => {
  const here = journey({ hasFrameProcess: true });

  it('says so, asks for nothing by itself, and begins when the person tries again', async () => {
    const visit = await here.visit();
    const asked: string[] = [];
    await visit.context.route('**/v1/chunks/frame-*', (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await visit.page.reload();
    const tryAgain = visit.checkout.ownButton(en.common.tryAgain);
    await tryAgain.waitFor();
    assert.equal(visit.times('soft-pull-error'), 1);
    const before = asked.length;
    await tryAgain.click();
    await until('another error', async () => visit.times('soft-pull-error') === 2 || undefined);
    // One try asks ahead, and then in earnest.
    assert.ok(asked.length - before <= 2);
    await visit.context.unrouteAll();
    await tryAgain.click();
    await visit.checkout.at('details');
  });

  it('says so where only what comes after the form is out of reach, and goes on from there', async () => {
    const visit = await here.visit();
    const results = await lose(visit, resultsChunk);
    await visit.page.reload();
    const applicant = typedApplicant('0001');
    const { form } = visit.checkout;
    await visit.checkout.at('details');
    await form.fillAbout(applicant);
    await form.next.click();
    await visit.checkout.inside.locator('.problem:focus').waitFor();
    await visit.checkout.text(en.common.problems.network.title).waitFor();
    assert.equal(visit.times('soft-pull-error'), 1);
    assert.equal(await form.field('first_name').inputValue(), applicant.first_name);
    results.find();
    await walkToOffers(visit, applicant);
    assert.equal(visit.path, 'details → offers');
  });

  it('says so where that is out of reach for a checkout that has offers, and goes on from there', async () => {
    const visit = await here.visit();
    await walkToOffers(visit, typedApplicant('0001'));
    const results = await lose(visit, resultsChunk);
    await visit.page.reload();
    await visit.checkout.text(en.common.problems.network.title).waitFor();
    assert.equal(visit.times('soft-pull-error'), 1);
    results.find();
    await visit.checkout.button(en.common.tryAgain).click();
    await visit.checkout.at('offers');
  });
});

describe('a lender in trouble', () => {
  const here = journey({ hasSteeredClock: true });

  it('decides nothing while its bureau is down, and everything typed is still there', async () => {
    const visit = await here.visit();
    const applicant = typedApplicant('0201');
    await apply(visit, applicant);
    await visit.checkout.text(nothingDecided.title).waitFor();
    await visit.checkout.text(nothingDecided.text).waitFor();
    const { form } = visit.checkout;
    assert.equal(await form.field('ssn').inputValue(), applicant.ssn);
    await form.back.click();
    assert.equal(await form.field('city').inputValue(), applicant.city);
    assert.equal(await form.field('state').inputValue(), applicant.state);
    await form.back.click();
    assert.equal(await form.field('first_name').inputValue(), applicant.first_name);
    assert.equal(await form.field('email').inputValue(), applicant.email);
    assert.equal(visit.path, 'details');
    assert.equal(visit.times('soft-pull-decision'), 0);
  });

  it('answers the second try after a 503', async () => {
    const visit = await here.visit();
    await apply(visit, typedApplicant('0204'));
    await visit.checkout.text(nothingDecided.title).waitFor();
    await visit.checkout.form.send();
    await visit.checkout.at('offers');
    assert.equal(visit.path, 'details → offers');
  });

  it('settles an answer that a 500 has lost: nothing was decided, or there are offers', async () => {
    const visit = await here.visit();
    await apply(visit, typedApplicant('0203'));
    await visit.checkout.at('working');
    // A lost answer is settled once the call's own time limit has passed.
    here.product.letTwoMinutesPass();
    await visit.page.waitForFunction(() => {
      const step = document.querySelector('soft-pull-checkout')?.step;
      return step === 'details' || step === 'offers';
    });
    if ((await visit.checkout.screen) === 'details') {
      await visit.checkout.text(nothingDecided.title).waitFor();
    }
    assert.match(visit.path, /^details → working → (details|offers)$/);
  });
});
