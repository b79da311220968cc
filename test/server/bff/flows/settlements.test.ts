import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Kysely } from 'kysely';
import { scheduleFollowing } from '../../../../server/bff/operations/follow-settled.ts';
import { fillSettlements } from '../../../../server/bff/store/migrations/017-books.ts';
import { selectSettlements } from '../../../../server/bff/store/settlements.ts';
import { otherKey } from '../../../helpers/bff.ts';
import { dayMs, hourMs, minuteMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { queryPlan } from '../../../helpers/query-plan.ts';
import { codeOf } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { callLimitMs } from './charge-calls.ts';
import { refundByHand } from './refund-by-hand.ts';

describe('GET /v1/merchant/settlements', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  const charged = async (to: 'approved' | 'Transferred' = 'Transferred', order_id?: string) => {
    const { checkoutId: id } = await acceptedPage(testbed, order_id ? { order_id } : {});
    const { charge_id: chargeId, payment_request_uuid: uuid } = await server.charge(id);
    await testbed.sandbox.paymentRequest(uuid, 'approve');
    if (to === 'Transferred') await testbed.sandbox.transaction(uuid, to);
    await server.charges(id);
    return { of: { id, chargeId }, uuid };
  };
  const settleRefunds = async ({ id, chargeId }: { id: string; chargeId: string }) => {
    for (const { refund_request_uuid: uuid, status } of await server.refunds({ id, chargeId })) {
      if (status === 'pending') await testbed.sandbox.transaction(uuid, 'Transferred');
    }
    await server.refunds({ id, chargeId });
  };
  const short = async (query = '') =>
    (await server.settlements(query)).settlements.map(({ kind, gross_amount, status }) => [
      kind,
      gross_amount,
      status,
    ]);

  it('has what was transferred, and what went back of it, when that was seen', async () => {
    const { of, uuid } = await charged('Transferred', 'R-1');
    testbed.bff.tick(2 * dayMs);
    await server.refund(of, { amount: '2800.33' });
    await settleRefunds(of);
    const { settlements, has_more } = await server.settlements();
    assert.equal(has_more, false);
    const [charge, refund] = settlements;
    const { charges } = await server.view(of.id);
    assert.equal(charge?.net_amount, charges[0]?.net_amount);
    assert.equal(charge?.merchant_fee, charges[0]?.fee_amount);
    assert.deepEqual(
      [charge?.settled_at, charge?.order_id, charge?.payment_request_uuid, charge?.refund_id],
      ['2026-03-02T15:00:00Z', 'R-1', uuid, null],
    );
    const [known] = await server.refunds(of);
    assert.deepEqual(
      [refund?.kind, refund?.gross_amount, refund?.net_amount, refund?.status],
      ['refund', '-2800.33', `-${known?.net_amount}`, 'settled'],
    );
    assert.deepEqual(
      [refund?.settled_at, refund?.refund_request_uuid],
      ['2026-03-04T15:00:00Z', known?.refund_request_uuid],
    );
    for (const row of settlements) {
      const cents = (text: string) => Math.round(Number(text) * 100);
      assert.equal(cents(row.gross_amount), cents(row.net_amount) + cents(row.merchant_fee));
      assert.equal(cents(row.merchant_fee), cents(row.platform_fee) + cents(row.sponsor_fee));
    }
  });

  it('has nothing of what was approved alone, nor of what went back before it settled', async () => {
    const { of } = await charged('approved');
    assert.deepEqual(await short(), []);
    await server.refund(of);
    assert.equal((await server.view(of.id)).charges[0]?.status, 'refunded');
    assert.deepEqual(await short(), []);
  });

  describe('of money that goes back at the lender alone', () => {
    const reverse = async (uuid: string | null) => {
      await testbed.sandbox.transaction(uuid, 'Reversed');
      await scheduleFollowing(testbed.bff.context);
      await testbed.bff.pass(dayMs, 2);
    };

    it('has a reversal, once', async () => {
      const { of, uuid } = await charged();
      await reverse(uuid);
      const [charge] = (await server.view(of.id)).charges;
      assert.equal(charge?.refunded_amount, '8400.00');
      assert.deepEqual(await short(), [
        ['charge', '8400.00', 'reversed'],
        ['reversal', '-8400.00', 'reversed'],
      ]);
    });

    for (const [when, days] of [
      ['at once', 0],
      ['days later', 3],
    ] as const) {
      it(`has it so, too, where it was made by hand for a lost one, and is seen ${when}`, async () => {
        const { of, uuid } = await charged();
        testbed.proxy.fail(/^POST .*\/refund-payment-request\//, 'lose_request');
        const { refund_id: lost } = await server.refund(of, { amount: '500.00' });
        testbed.bff.tick(callLimitMs);
        assert.deepEqual(await server.refunds(of), []);
        await testbed.bff.pass(dayMs, days);
        await refundByHand(testbed, uuid);
        if (days > 0) await scheduleFollowing(testbed.bff.context);
        await testbed.bff.pass(minuteMs);
        const [found] = await server.refunds(of);
        assert.deepEqual([found?.refund_id, found?.status], [lost, 'settled']);
        assert.deepEqual([found?.net_amount, found?.fee_amount], ['500.00', '0.00']);
        const { settlements } = await server.settlements();
        assert.equal(settlements.at(-1)?.net_amount, '-500.00');
        assert.equal((await server.refund(of)).status, 'pending');
      });
    }

    it('has a refund as the lender shares it out, and the last one with what that left', async () => {
      const { of, uuid } = await charged();
      const [charge] = (await server.view(of.id)).charges;
      assert.notEqual(charge?.fee_amount, '0.00');
      await refundByHand(testbed, uuid);
      await scheduleFollowing(testbed.bff.context);
      await testbed.bff.pass(dayMs, 2);
      const [found] = await server.refunds(of);
      assert.deepEqual([found?.net_amount, found?.fee_amount], ['500.00', '0.00']);
      const rest = await server.refund(of);
      assert.deepEqual([rest.status, rest.amount], ['pending', '7900.00']);
      assert.equal(rest.fee_amount, charge?.fee_amount);
    });

    it('has what was left of it', async () => {
      const { of, uuid } = await charged();
      await server.refund(of, { amount: '400.00' });
      await settleRefunds(of);
      await reverse(uuid);
      const [charge] = (await server.view(of.id)).charges;
      assert.equal(charge?.refunded_amount, '8400.00');
      assert.deepEqual(await short(), [
        ['charge', '8400.00', 'reversed'],
        ['refund', '-400.00', 'settled'],
        ['reversal', '-8000.00', 'reversed'],
      ]);
    });

    it('is the same where the books are made of what an earlier version stored', async () => {
      const { of, uuid } = await charged();
      await server.refund(of, { amount: '400.00' });
      await settleRefunds(of);
      await charged('Transferred', 'R-2');
      const other = await charged('Transferred', 'R-3');
      await testbed.sandbox.transaction(other.uuid, 'Reversed');
      await reverse(uuid);
      const { query } = testbed.bff.database;
      const rows = () =>
        query
          .selectFrom('settlements')
          .select(['id', 'kind', 'order_id', 'amount_cents', 'net_to_merchant_amount_cents'])
          .select(['net_platform_fee_cents', 'net_to_sponsor_amount_cents'])
          .orderBy('id')
          .execute();
      const written = await rows();
      assert.equal(written.length, 6);
      await query.deleteFrom('settlements').execute();
      await fillSettlements(query as unknown as Kysely<unknown>);
      assert.deepEqual(await rows(), written);
    });
  });

  it('is read by days of New York and page by page, each merchant its own', async () => {
    // The last millisecond of a day, and the first of the next, in which two settle at once.
    testbed.bff.tick(14 * hourMs - 1);
    await charged();
    testbed.bff.tick(1);
    await charged();
    await charged();
    assert.equal((await short('?from=2026-03-02&to=2026-03-02')).length, 1);
    assert.equal((await short('?from=2026-03-03')).length, 2);
    const all = await server.settlements();
    const first = await server.settlements('?limit=2');
    assert.deepEqual(first, { settlements: all.settlements.slice(0, 2), has_more: true });
    const cursor = first.settlements[1]?.settlement_id;
    const rest = await server.settlements(`?limit=2&starting_after=${cursor}`);
    assert.deepEqual(rest, { settlements: all.settlements.slice(2), has_more: false });
    const other = new MerchantServer(testbed.bff, otherKey);
    assert.deepEqual((await other.settlements()).settlements, []);
    for (const query of [
      `starting_after=${cursor}x`,
      'from=2026-02-30',
      'from=2026-03-03&to=2026-03-02',
      'to=9999-12-31',
      'day=1',
    ]) {
      const answer = await server.call('GET', `/settlements?${query}`);
      assert.equal(codeOf(answer), 'invalid_request', query);
    }
    const foreign = await other.call('GET', `/settlements?starting_after=${cursor}`);
    assert.equal(codeOf(foreign), 'invalid_request');
  });

  it('is read in its index, without sorting', {
    skip: process.env.TEST_DATABASE_URL && 'PostgreSQL plans by what the tables hold',
  }, async () => {
    const { query } = testbed.bff.database;
    const wanted = { merchant: 'm', from: 1, before: 9, after: { id: 'x', seenAt: 2 }, limit: 26 };
    const plan = await queryPlan(query, selectSettlements(query, wanted));
    assert.equal(plan.length, 3, plan.join('\n'));
    assert.match(plan[0] ?? '', /^SEARCH settlements USING INDEX settlements_by_time /);
    assert.match(plan[1] ?? '', /^SEARCH charges USING INDEX \w+ \(id=\?\)/);
    assert.match(plan[2] ?? '', /^SEARCH refunds USING INDEX \w+ \(id=\?\)/);
  });

  it('is a table by Accept, harmless to a spreadsheet, with a link to what follows', async () => {
    await charged('Transferred', '=cmd|calc');
    testbed.bff.tick(1000);
    await charged();
    const read = async (query: string) => {
      const answer = await server.read(`/settlements${query}`, { accept: 'text/csv' });
      return { answer, lines: (await answer.text()).trimEnd().split('\r\n') };
    };
    const { answer, lines } = await read('?limit=1');
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/);
    assert.equal(answer.headers.get('vary')?.includes('Accept'), true);
    assert.match(lines[0] ?? '', /^settlement_id,kind,order_id,/);
    assert.equal(lines[1]?.split(',')[2], "'=cmd|calc");
    const link = answer.headers.get('link') ?? '';
    const [, next] = /^<\/v1\/merchant\/settlements(\?[^>]+)>; rel="next"$/.exec(link) ?? [];
    const rest = await read(next ?? '');
    assert.equal(rest.lines.length, 2);
    assert.equal(rest.answer.headers.get('link'), null);
  });
});
