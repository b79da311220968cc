import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { scheduleFollowing } from '../../../../server/bff/operations/follow-settled.ts';
import type { TransactionStatus } from '../../../helpers/bare-lender/books.ts';
import { changeRows } from '../../../helpers/bare-lender/list-faults.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  comeBack,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { MerchantServer, problemOf } from '../../../helpers/merchant-server.ts';
import { as, codeOf, type ShopPage, stepOf } from '../../../helpers/shop-page.ts';

for (const saysLoanNumber of [false, true]) {
  const which = saysLoanNumber ? 'names its loans by number' : 'does not name its loans';

  describe(`a charge that had ended at a lender that ${which}, and that it tries again`, () => {
    let testbed: BareTestbed;
    let page: ShopPage;
    let server: MerchantServer;
    let uuid: string;
    const order_id = randomUUID();

    beforeEach(async () => {
      testbed = await startBareTestbed({ settings: { saysLoanNumber } });
      await scheduleFollowing(testbed.bff.context);
      server = new MerchantServer(testbed.bff);
      page = await acceptedAtBareLender(testbed, { order_id });
      uuid = as(stepOf(await page.charge()), 'charge_pending').payment_request_uuid ?? '';
    });
    afterEach(() => testbed.close());

    const move = (to: TransactionStatus) => testbed.lender.controls.moveTransaction(uuid, to);
    const outcome = async () => {
      const step = as(await page.step(), 'charge_outcome');
      return [step.outcome, step.may_charge_again];
    };
    const failed = async () => {
      await testbed.lender.controls.approve(uuid);
      move('Failed');
      assert.deepEqual(await outcome(), ['failed', true]);
    };
    const statuses = async () =>
      (await server.charges(page.checkoutId)).map(({ status }) => status);
    const charged = () => testbed.lender.books.charges.length;
    const told = async () =>
      (await server.view(page.checkoutId)).timeline.slice(-2).map(({ type }) => type);
    const letDaysPass = (days: number) => testbed.bff.pass(dayMs, days);
    const alarms = () =>
      testbed.bff.logged.filter((line) => line.includes('"event":"charge_not_explained"'));

    it('is the answer of a page that pays again, and no second one goes out', async () => {
      await failed();
      move('Transferred');
      const answer = await page.charge();
      assert.equal(answer.status, 200);
      const step = as(stepOf(answer), 'charge_outcome');
      assert.deepEqual([step.outcome, step.may_charge_again], ['approved', false]);
      assert.equal(charged(), 1);
      assert.deepEqual(await statuses(), ['settled']);
      assert.deepEqual(await told(), ['charge.failed', 'charge.settled']);
      const { settlements } = await server.settlements();
      assert.deepEqual(
        settlements.map(({ gross_amount }) => gross_amount),
        ['8400.00'],
      );
      assert.deepEqual(alarms(), []);
    });

    it('blocks the merchant’s server, which then reads that it is settled', async () => {
      await failed();
      move('Transferred');
      assert.equal(problemOf(await server.ask(page.checkoutId)).blockedBy, 'live_charge');
      assert.equal(charged(), 1);
      assert.deepEqual(await statuses(), ['settled']);
    });

    it('is watched until it ends, and counted once, although it may then be paid again', async () => {
      await failed();
      move('Submitted');
      assert.equal((await page.charge()).status, 200);
      assert.deepEqual(await outcome(), ['approved', false]);
      move('Failed');
      assert.deepEqual(await outcome(), ['failed', true]);
      move('Transferred');
      assert.equal((await page.charge()).status, 200);
      const { charged: count, settled } = (await server.report()).total;
      assert.deepEqual([count.count, settled.count], [1, 1]);
    });

    it('had expired, since no list had it any more', async () => {
      testbed.lender.troubles.rewrite('pending', () => []);
      testbed.lender.troubles.rewrite('activity', () => ({ count: 0, results: [] }));
      await letDaysPass(4);
      assert.deepEqual(await statuses(), ['expired']);
      testbed.lender.troubles.heal();
      move('Successful');
      await comeBack(page);
      assert.equal((await page.charge()).status, 200);
      assert.deepEqual(await outcome(), ['approved', false]);
      assert.equal(charged(), 1);
    });

    it('is told of within a day, although nobody pays again', async () => {
      await server.charge(page.checkoutId, { amount: '500.00', transaction_description: 111 });
      const later = testbed.lender.books.charges.at(-1)?.uuid ?? assert.fail();
      await testbed.lender.controls.approve(later);
      testbed.lender.controls.moveTransaction(later, 'Failed');
      await failed();
      assert.deepEqual(await statuses(), ['failed', 'failed']);
      await letDaysPass(5);
      move('Transferred');
      testbed.lender.controls.moveTransaction(later, 'Transferred');
      await letDaysPass(1);
      assert.deepEqual(await told(), ['charge.settled', 'charge.settled']);
      assert.deepEqual(await statuses(), ['settled', 'settled']);
      await letDaysPass(2);
      assert.deepEqual(await told(), ['charge.settled', 'charge.settled']);
      assert.deepEqual(alarms(), []);
    });

    it('is said in the log beside another one that went out in its place', async () => {
      await failed();
      as(stepOf(await page.charge()), 'charge_pending');
      move('Transferred');
      await letDaysPass(1);
      assert.deepEqual(await statuses(), ['failed', 'pending']);
      const [alarm = ''] = alarms();
      assert.ok(alarm.includes(uuid.toLowerCase()), alarm);
    });

    it('is none where older lists say that it waits; nothing goes out beside it while it might', async () => {
      const older = new Map<'pending' | 'activity', unknown>();
      for (const list of ['pending', 'activity'] as const) {
        testbed.lender.troubles.rewrite(list, (body) => {
          older.set(list, body);
          return body;
        });
      }
      await page.step();
      testbed.lender.troubles.heal();
      await testbed.lender.controls.reject(uuid);
      assert.deepEqual(await outcome(), ['rejected', true]);
      for (const [list, body] of older) testbed.lender.troubles.rewrite(list, () => body);
      assert.equal(codeOf(await page.charge()), 'lender_unavailable');
      const doubted = await server.ask(page.checkoutId);
      assert.equal(codeOf(doubted), 'lender_unavailable');
      assert.equal(doubted.headers.get('retry-after'), '3600');
      assert.deepEqual(await outcome(), ['rejected', true]);
      assert.equal(charged(), 1);
      await letDaysPass(6);
      await comeBack(page);
      as(stepOf(await page.charge()), 'charge_pending');
      assert.deepEqual(alarms(), []);
    });

    it('is none where it was learned that it failed while an older list was on its way', async () => {
      await server.charge(page.checkoutId, { amount: '500.00', transaction_description: 111 });
      const other = testbed.lender.books.charges.at(-1)?.uuid ?? assert.fail();
      for (const each of [uuid, other]) await testbed.lender.controls.approve(each);
      testbed.lender.controls.moveTransaction(other, 'Transferred');
      assert.deepEqual(await outcome(), ['approved', false]);
      assert.deepEqual(await statuses(), ['approved', 'settled']);
      testbed.proxy.fail(/^GET .*\/transactions\/hillside-admin\//, 'hold');
      const followed = testbed.bff.runner.runDue({ scope: '', kinds: ['follow_settled'] });
      await testbed.proxy.held(1);
      move('Failed');
      assert.deepEqual(await outcome(), ['failed', true]);
      testbed.proxy.release();
      await followed;
      const { timeline } = await server.view(page.checkoutId);
      const ends = timeline.flatMap(({ type }) => /^charge\.(?:approved|failed)$/.exec(type) ?? []);
      assert.deepEqual(ends, ['charge.approved', 'charge.failed']);
      assert.deepEqual(alarms(), []);
    });

    it('is none where only its request still says that it was approved', async () => {
      await failed();
      testbed.lender.troubles.rewrite('transactions', () => []);
      changeRows(testbed.lender.troubles, 'activity', { payment_request_status: 'Approved' });
      as(stepOf(await page.charge()), 'charge_pending');
      assert.equal(charged(), 2);
    });
  });
}

describe('a charge that had ended at a lender that lists charges in its loans, and that it tries again', () => {
  let testbed: BareTestbed;

  beforeEach(async () => {
    testbed = await startBareTestbed();
  });
  afterEach(() => testbed.close());

  it('is none where an older answer says that it waits', async () => {
    const { lender } = testbed;
    const page = await acceptedAtBareLender(testbed);
    const { payment_request_uuid } = as(stepOf(await page.charge()), 'charge_pending');
    await lender.controls.reject(payment_request_uuid ?? '');
    assert.equal(as(await page.step(), 'charge_outcome').outcome, 'rejected');
    const row = {
      payment_request_uuid,
      transaction_description: 109,
      consumer_charge_amount: 8400,
    };
    lender.troubles.rewrite('loan', (body) => ({
      ...(body as object),
      transactions: [],
      pending_payment_requests: [row],
    }));
    assert.equal(as(await page.step(), 'charge_outcome').outcome, 'rejected');
    const { timeline } = await new MerchantServer(testbed.bff).view(page.checkoutId);
    assert.equal(timeline.at(-1)?.type, 'charge.rejected');
    as(stepOf(await page.charge()), 'charge_pending');
    assert.equal(lender.books.charges.length, 2);
  });

  it('is seen with the next read, also where another one has failed after it', async () => {
    const { lender } = testbed;
    lender.troubles.rewrite('loan', (body) => ({
      ...(body as object),
      transactions: lender.books.charges.map(({ uuid, state }) => ({
        associated_payment_request_id: uuid,
        transaction_description: 109,
        consumer_charge_amount: '8400.00',
        status: state,
      })),
    }));
    const page = await acceptedAtBareLender(testbed);
    for (let each = 0; each < 2; each += 1) {
      const step = as(stepOf(await page.charge()), 'charge_pending');
      await lender.controls.approve(step.payment_request_uuid ?? '');
      lender.controls.moveTransaction(step.payment_request_uuid ?? '', 'Failed');
      assert.equal(as(await page.step(), 'charge_outcome').outcome, 'failed');
    }
    lender.controls.moveTransaction(lender.books.charges[0]?.uuid ?? '', 'Transferred');
    const step = as(await page.step(), 'charge_outcome');
    assert.deepEqual([step.outcome, step.may_charge_again], ['approved', false]);
    assert.equal((await page.charge()).status, 200);
    assert.equal(lender.books.charges.length, 2);
    assert.ok(!testbed.bff.logged.some((line) => line.includes('charge_not_explained')));
  });
});
