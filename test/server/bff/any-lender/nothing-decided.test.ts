import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { detail, noSuchPage } from '../../../helpers/bare-lender/rest-framework.ts';
import { unwell } from '../../../helpers/bare-lender/troubles.ts';
import {
  type BareTestbed,
  openPage,
  proveLoans,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { minuteMs } from '../../../helpers/durations.ts';
import { anApplication, as, codeOf, type ShopPage, stepOf } from '../../../helpers/shop-page.ts';

const callLimitMs = 65_000;
const stepMs = 5 * minuteMs;
const nothingDecided = {
  screen: 'details',
  amount: '8400.00',
  amount_locked: false,
  problem: { code: 'lender_unavailable' },
};

/** Lost answers: whether the lender has acted cannot be told by them. */
const lost = [
  ['a connection that breaks', 'cut_before', 'cut_after'],
  ['409', unwell.conflict, { ...unwell.conflict, acts: true }],
  ['500', unwell.serverError, { ...unwell.serverError, acts: true }],
  ['503 of a gateway', unwell.gateway, { ...unwell.gateway, acts: true }],
] as const;

describe('that nothing was decided', () => {
  let testbed: BareTestbed;
  let page: ShopPage;

  afterEach(() => testbed.close());

  const send = () => page.on('POST', '/application', anApplication());
  /** Time passes, and nobody asks. */
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= stepMs) {
      testbed.bff.tick(Math.min(left, stepMs));
      await testbed.bff.runDue();
    }
    return page.step();
  };

  describe('is said at a lender that has answered for a loan of ours before', () => {
    beforeEach(async () => {
      testbed = await startBareTestbed({ settings: { loanListsOffers: true } });
      await proveLoans(testbed);
      page = await openPage(testbed);
    });
    const pulls = () => testbed.lender.softPulls - 1;

    for (const status of [400, 403, 404, 422]) {
      it(`after a refusal with ${status}`, async () => {
        testbed.lender.troubles.next('soft_pull', detail(status, 'No.'));
        assert.equal(codeOf(await send()), 'lender_refused');
        assert.equal((await page.step()).screen, 'details');
        assert.equal(stepOf(await send()).screen, 'offers');
        assert.equal(pulls(), 1);
      });
    }

    for (const status of [400, 422]) {
      it(`but not after a refusal with ${status} whose loan is there`, async () => {
        const isUsed = detail(status, 'An application with this id exists.');
        testbed.lender.troubles.next('soft_pull', { ...isUsed, acts: true });
        assert.equal(stepOf(await send()).screen, 'offers');
        assert.equal(pulls(), 1);
      });
    }

    it('after a 503 with a detail whose loan is not there', async () => {
      testbed.lender.troubles.next('soft_pull', unwell.unavailable);
      assert.deepEqual(stepOf(await send()), nothingDecided);
      assert.equal(stepOf(await send()).screen, 'offers');
      assert.equal(pulls(), 1);
    });

    it('but not after a 503 with a detail whose loan is there', async () => {
      testbed.lender.troubles.next('soft_pull', { ...unwell.unavailable, acts: true });
      assert.equal(stepOf(await send()).screen, 'offers');
      assert.equal(pulls(), 1);
    });

    it('nor after a 503 with a detail whose loan cannot be read', async () => {
      testbed.lender.troubles.next('soft_pull', { ...unwell.unavailable, acts: true });
      testbed.lender.troubles.next('loan', ...Array(3).fill(unwell.serverError));
      assert.equal(stepOf(await send()).screen, 'working');
      assert.equal((await page.step()).screen, 'offers');
      assert.equal(pulls(), 1);
    });

    for (const [what, trouble] of [
      ['a connection that breaks', 'cut_after'],
      ['a 503 with a detail', { ...unwell.unavailable, acts: true }],
    ] as const) {
      it(`nor after ${what}, by a 404 that is a page: it may be a proxy’s`, async () => {
        testbed.lender.troubles.next('soft_pull', trouble);
        testbed.lender.troubles.always('loan', noSuchPage);
        assert.equal(stepOf(await send()).screen, 'working');
        assert.equal((await pass(callLimitMs)).screen, 'working');
        testbed.lender.troubles.heal();
        assert.equal((await page.step()).screen, 'offers');
        assert.equal(pulls(), 1);
      });
    }

    it('but 15 minutes later it is asked, where it says by a page that there is none', async () => {
      testbed.lender.troubles.next('soft_pull', 'cut_before');
      testbed.lender.troubles.always('loan', noSuchPage);
      assert.equal(stepOf(await send()).screen, 'working');
      assert.equal((await pass(14 * minuteMs)).screen, 'working');
      assert.equal(as(await pass(minuteMs), 'ask_lender').reason, 'silent');
    });

    for (const [what, before, after] of lost) {
      it(`after ${what} whose loan is not there, once the call’s time is over`, async () => {
        testbed.lender.troubles.next('soft_pull', before);
        assert.equal(stepOf(await send()).screen, 'working');
        testbed.bff.tick(callLimitMs - 1);
        assert.equal((await page.step()).screen, 'working');
        testbed.bff.tick(1);
        assert.deepEqual(await page.step(), nothingDecided);
        assert.equal(stepOf(await send()).screen, 'offers');
        assert.equal(pulls(), 1);
      });

      it(`but not after ${what} whose loan is there`, async () => {
        testbed.lender.troubles.next('soft_pull', after);
        assert.equal(stepOf(await send()).screen, 'working');
        assert.equal((await pass(callLimitMs)).screen, 'offers');
        assert.notEqual((await send()).status, 200);
        assert.equal(pulls(), 1);
      });
    }
  });

  it('is said where no connection was made', async () => {
    const nobody = { baseUrl: 'http://127.0.0.1:1', username: 'nobody', password: 'nothing' };
    testbed = await startBareTestbed({ config: { lender: nobody } });
    page = await openPage(testbed);
    assert.deepEqual(stepOf(await send()), nothingDecided);
  });

  describe('is not said at a lender that has never answered for a loan of ours', () => {
    beforeEach(async () => {
      testbed = await startBareTestbed({ settings: { loanAnswer: 'not_found' } });
      page = await openPage(testbed);
    });

    for (const [what, before, after] of [
      ...lost,
      ['503 with a detail', unwell.unavailable, { ...unwell.unavailable, acts: true }],
    ] as const) {
      for (const trouble of [before, after]) {
        const whether = trouble === before ? 'has not acted' : 'has acted';
        it(`after ${what} of one that ${whether}: 15 minutes later it is asked`, async () => {
          testbed.lender.troubles.next('soft_pull', trouble);
          assert.equal(stepOf(await send()).screen, 'working');
          assert.equal((await pass(14 * minuteMs)).screen, 'working');
          const step = as(await pass(minuteMs), 'ask_lender');
          assert.equal(step.reason, 'silent');
          assert.equal(codeOf(await send()), 'already_decided');
        });
      }
    }

    it('until it has answered for one', async () => {
      testbed.lender.settings.loanAnswer = 'status';
      await proveLoans(testbed);
      testbed.lender.troubles.next('soft_pull', 'cut_before');
      await send();
      assert.deepEqual(await pass(callLimitMs), nothingDecided);
    });

    it('although it knows loans under ids of its own', async () => {
      testbed.lender.settings.loanAnswer = 'status';
      testbed.lender.settings.loanIds = 'own';
      await proveLoans(testbed);
      testbed.lender.troubles.next('soft_pull', 'cut_after');
      await send();
      assert.equal((await pass(14 * minuteMs)).screen, 'working');
      assert.equal((await pass(minuteMs)).screen, 'ask_lender');
    });
  });
});

describe('after a 2xx', () => {
  let testbed: BareTestbed;
  let page: ShopPage;

  beforeEach(async () => {
    testbed = await startBareTestbed();
    await proveLoans(testbed);
    page = await openPage(testbed);
  });
  afterEach(() => testbed.close());

  const unreadable = [
    ['a page', { status: 200, body: '<h1>Thank you</h1>' }, 'silent'],
    ['an empty page', { status: 200, body: '' }, 'silent'],
    ['an empty object', { status: 200, body: {} }, 'unreadable'],
    ['a list', { status: 200, body: [] }, 'unreadable'],
    ['a decision that is not known', { status: 201, body: { decision: 'maybe' } }, 'unreadable'],
  ] as const;

  for (const [what, trouble, reason] of unreadable) {
    it(`that is ${what}, nobody says that nothing was decided`, async () => {
      testbed.lender.troubles.next('soft_pull', trouble);
      const step = stepOf(await page.on('POST', '/application', anApplication()));
      const end = step.screen === 'working' ? await laterStep() : step;
      assert.equal(as(end, 'ask_lender').reason, reason);
      const again = await page.on('POST', '/application', anApplication());
      assert.equal(codeOf(again), 'already_decided');
    });

    it(`that is ${what}, the loan says what was decided`, async () => {
      testbed.lender.troubles.next('soft_pull', { ...trouble, acts: true });
      const step = await page.apply({ last_name: 'Declined' });
      const end = step.screen === 'working' ? await laterStep() : step;
      assert.equal(end.screen, 'no_offers');
      assert.equal(testbed.lender.softPulls, 2);
    });
  }

  for (const lenderId of [undefined, '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10']) {
    const where = lenderId === undefined ? 'our id' : 'an id of its answer';
    it(`that it has begun, under ${where}: not even where its loan is not there later`, async () => {
      const body = { application_status: 'Started', loan_id: lenderId };
      testbed.lender.troubles.next('soft_pull', { status: 200, body });
      const step = stepOf(await page.on('POST', '/application', anApplication()));
      assert.equal(step.screen, 'working');
      testbed.bff.tick(callLimitMs);
      assert.equal((await page.step()).screen, 'working');
      const [read] = testbed.lender.heard.filter(({ operation }) => operation === 'loan').slice(-1);
      assert.equal(read?.path.loan_id, lenderId ?? page.checkoutId);
      assert.equal(as(await laterStep(), 'ask_lender').reason, 'unreadable');
    });
  }

  it('of a loan that was read undecided, and is gone later', async () => {
    testbed.lender.settings.loanListsOffers = true;
    testbed.lender.troubles.next('soft_pull', 'cut_after');
    await page.on('POST', '/application', anApplication({ last_name: 'Late' }));
    assert.equal((await page.step()).screen, 'working');
    testbed.lender.settings.loanAnswer = 'not_found';
    testbed.bff.tick(callLimitMs);
    assert.equal((await page.step()).screen, 'working');
    assert.equal(as(await laterStep(), 'ask_lender').reason, 'unreadable');
  });

  const laterStep = async () => {
    testbed.bff.tick(16 * minuteMs);
    await testbed.bff.runDue();
    return page.step();
  };
});
