import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { unwell } from '../../../helpers/bare-lender/troubles.ts';
import {
  type BareTestbed,
  comeBack,
  lenderContact,
  openPage,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { hourMs, minuteMs } from '../../../helpers/durations.ts';
import { anApplication, as, codeOf, type ShopPage } from '../../../helpers/shop-page.ts';

const unreadable = {
  screen: 'ask_lender',
  lender: lenderContact,
  reason: 'unreadable',
  loan_number: null,
} as const;

describe('a decision that cannot lawfully be drawn', () => {
  let testbed: BareTestbed;
  let page: ShopPage;

  const start = async (options: Parameters<typeof startBareTestbed>[0] = {}) => {
    testbed = await startBareTestbed(options);
    page = await openPage(testbed);
  };
  beforeEach(() => start());
  afterEach(() => testbed.close());

  const rewriteOffers = (change: (offer: Record<string, unknown>) => unknown) =>
    testbed.lender.troubles.rewrite('soft_pull', (body) => {
      const { offers, ...rest } = body as { offers: Record<string, unknown>[] };
      return { ...rest, offers: offers.map(change) };
    });
  const errors = () =>
    testbed.bff.logged.filter((line) => (JSON.parse(line) as { level: number }).level === 50);
  const metric = () =>
    testbed.bff.context.metrics.registry.getSingleMetricAsString('bff_lender_unreadable_total');

  it('ends in ask_lender: offers without an APR', async () => {
    assert.deepEqual(await page.apply({ last_name: 'Priceless' }), unreadable);
    assert.deepEqual(await page.step(), unreadable);
  });

  for (const field of ['offer_uuid', 'amount', 'apr', 'monthly_payment', 'term_months']) {
    it(`ends in ask_lender: offers whose ${field} cannot be read`, async () => {
      rewriteOffers((offer) => ({ ...offer, [field]: { unreadable: 'Canary' } }));
      assert.deepEqual(await page.apply(), unreadable);
      assert.ok(!testbed.bff.logged.some((line) => line.includes('Canary')));
    });
  }

  it('ends in ask_lender: offers that are none', async () => {
    rewriteOffers(() => null);
    assert.deepEqual(await page.apply(), unreadable);
  });

  it('ends in ask_lender: a decision of offers without a list', async () => {
    testbed.lender.troubles.rewrite('soft_pull', () => ({ decision: 'offers' }));
    assert.deepEqual(await page.apply(), unreadable);
  });

  it('says with which number to call, where the lender names one', async () => {
    testbed.lender.settings.saysLoanNumber = true;
    await page.apply({ last_name: 'Priceless' });
    const { number } = testbed.lender.controls.loan(page.checkoutId);
    assert.deepEqual(await page.step(), { ...unreadable, loan_number: number });
  });

  it('is logged once as an error, by operation and field and without a value', async () => {
    await page.apply({ last_name: 'Priceless' });
    await page.step();
    const [line = '', ...more] = errors();
    assert.deepEqual(more, []);
    const { time, reason, ...said } = JSON.parse(line);
    assert.deepEqual(said, {
      level: 50,
      event: 'answer_not_readable',
      checkout_id: page.checkoutId,
      kind: 'softPull',
    });
    assert.match(reason, /^(apr|monthly_payment)$/);
    assert.match(await metric(), /field="(apr|monthly_payment)"\} 1/);
  });

  it('is no reason to apply again', async () => {
    await page.apply({ last_name: 'Priceless' });
    const again = await page.on('POST', '/application', anApplication());
    assert.equal(codeOf(again), 'already_decided');
    assert.equal(testbed.lender.softPulls, 1);
  });

  it('is in part: what can be drawn is, and the lender has more', async () => {
    const step = as(await page.apply({ last_name: 'Mixed' }), 'offers');
    assert.equal(step.offers.length, 1);
    assert.deepEqual(step.more_at_lender, { lender: lenderContact });
    assert.deepEqual(await page.step(), step);
    const [offer] = step.offers;
    assert.equal((await page.select(offer?.offer_uuid ?? '')).screen, 'redirect');
  });

  it('is an offer whose promotion cannot be read', async () => {
    rewriteOffers((offer) =>
      offer.term_months === 24 ? { ...offer, promo_months: 'a year' } : offer,
    );
    const step = as(await page.apply(), 'offers');
    assert.deepEqual(
      step.offers.map(({ term_months }) => term_months),
      [60],
    );
    assert.deepEqual(step.more_at_lender, { lender: lenderContact });
  });

  it('may come at a review’s end', async () => {
    await page.apply({ last_name: 'Review' });
    await testbed.lender.controls.decide(page.checkoutId, 'offers');
    assert.deepEqual(await page.step(), unreadable);
    assert.deepEqual(errors().length, 1);
    assert.match(errors()[0] ?? '', /"reason":"offers"/);
    assert.match(await metric(), /field="offers"\} 1/);
  });

  it('may come by the loan of an answer that was lost', async () => {
    testbed.lender.troubles.next('soft_pull', 'cut_after');
    await page.on('POST', '/application', anApplication());
    assert.deepEqual(await page.step(), unreadable);
    assert.match(await metric(), /field="offers"\} 1/);
  });
});

describe('a lender that is silent', () => {
  let testbed: BareTestbed;
  let page: ShopPage;

  const start = async (options: Parameters<typeof startBareTestbed>[0] = {}) => {
    testbed = await startBareTestbed(options);
    page = await openPage(testbed);
    assert.equal((await page.apply({ last_name: 'Late' })).screen, 'working');
  };
  afterEach(() => testbed.close());

  /** Time passes, and nobody asks. */
  const pass = async (milliseconds: number, stepMs = hourMs) => {
    for (let left = milliseconds; left > 0; left -= stepMs) {
      testbed.bff.tick(Math.min(left, stepMs));
      await testbed.bff.runDue();
    }
    return comeBack(page);
  };

  it('is waited for for 24 hours', async () => {
    await start();
    assert.equal((await pass(24 * hourMs - minuteMs)).screen, 'working');
    const step = as(await pass(minuteMs), 'ask_lender');
    assert.deepEqual(step.lender, lenderContact);
    assert.equal(codeOf(await page.on('POST', '/application', anApplication())), 'already_decided');
    assert.equal(testbed.lender.softPulls, 1);
  });

  it('is waited for for as long as the deployment says', async () => {
    await start({ config: { lenderAnswerHours: 2 } });
    assert.equal((await pass(2 * hourMs - minuteMs)).screen, 'working');
    assert.equal((await pass(minuteMs)).screen, 'ask_lender');
  });

  it('that decides in time is heard', async () => {
    await start({ settings: { loanListsOffers: true } });
    await pass(hourMs);
    await testbed.lender.controls.decide(page.checkoutId, 'offers');
    assert.equal(as(await page.step(), 'offers').offers.length, 2);
  });

  it('that decides later is heard, too', async () => {
    await start();
    assert.equal((await pass(24 * hourMs)).screen, 'ask_lender');
    await testbed.lender.controls.decide(page.checkoutId, 'declined');
    assert.equal((await page.step()).screen, 'no_offers');
  });

  for (const [what, settings] of [
    ['says nothing of the loan', { loanAnswer: 'nothing' }],
    ['has no loan under our id', { loanAnswer: 'not_found' }],
  ] as const) {
    it(`and ${what} does not leave the consumer at working`, async () => {
      await start({ settings });
      assert.equal((await pass(24 * hourMs)).screen, 'ask_lender');
    });
  }

  it('and cannot be read does not leave the consumer at working', async () => {
    await start();
    testbed.lender.troubles.always('loan', unwell.serverError);
    assert.equal((await pass(24 * hourMs, 4 * hourMs)).screen, 'ask_lender');
  });
});
