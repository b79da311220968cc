import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { otherKey, startTestBff } from '../../../helpers/bff.ts';
import { dayMs, hourMs } from '../../../helpers/durations.ts';
import { freePort } from '../../../helpers/free-ports.ts';
import { blockerOf, MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, codeOf, type PageAnswer, type ShopPage } from '../../../helpers/shop-page.ts';
import { makeStorage } from '../../../helpers/storage.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { until } from '../../../helpers/until.ts';
import { callLimitMs } from './charge-calls.ts';

/** The call to the lender that asks for a refund. */
const refundCall = /^POST .*\/refund-payment-request\//;

interface Charged {
  page: ShopPage;
  of: { id: string; chargeId: string };
  uuid: string;
}

/** A charge of 8400.00 that the consumer has approved, or that has settled. */
async function charged(testbed: Testbed, to: 'approved' | 'settled' = 'settled'): Promise<Charged> {
  const server = new MerchantServer(testbed.bff);
  const page = await acceptedPage(testbed);
  const { charge_id, payment_request_uuid } = await server.charge(page.checkoutId);
  const uuid = payment_request_uuid ?? assert.fail();
  await testbed.sandbox.paymentRequest(uuid, 'approve');
  if (to === 'settled') await testbed.sandbox.transaction(uuid, 'Transferred');
  await server.charges(page.checkoutId);
  return { page, of: { id: page.checkoutId, chargeId: charge_id }, uuid };
}

const refundsAsked = ({ proxy }: Testbed) =>
  proxy.passed.filter((call) => refundCall.test(call)).length;
const lendersRefunds = ({ lending }: Testbed) =>
  lending.context.database.query
    .selectFrom('transactions')
    .selectAll()
    .where('transaction_description', '=', 115)
    .orderBy('requested_at')
    .execute();
const blockedBy = (answer: PageAnswer) => blockerOf(answer, 'refund_blocked');

describe('POST /v1/merchant/checkouts/{id}/charges/{charge}/refunds', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false, proxyPort: await freePort() });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  /** The refunds that the lender has go back to the consumer. */
  const settleRefunds = async (to = 'Transferred') => {
    for (const { id } of await lendersRefunds(testbed)) await testbed.sandbox.transaction(id, to);
  };
  const chargeOf = async ({ id, chargeId }: Charged['of']) =>
    (await server.view(id)).charges.find(({ charge_id }) => charge_id === chargeId) ??
    assert.fail();

  it('refunds all of a settled charge, which then is refunded', async () => {
    const { page, of } = await charged(testbed);
    const refund = await server.refund(of, { reason: 'Not installed' });
    assert.deepEqual([refund.status, refund.amount], ['pending', '8400.00']);
    const [sent] = await lendersRefunds(testbed);
    assert.equal(sent?.id, refund.refund_request_uuid);
    const pending = await chargeOf(of);
    assert.deepEqual(
      [pending.status, pending.refunded_amount, pending.pending_refund_amount],
      ['settled', '0.00', '8400.00'],
    );
    await settleRefunds();
    const charge = await chargeOf(of);
    assert.deepEqual(
      [charge.status, charge.refunded_amount, charge.pending_refund_amount],
      ['refunded', '8400.00', '0.00'],
    );
    const [settled] = await server.refunds(of);
    assert.equal(settled?.status, 'settled');
    assert.equal(settled?.settled_at, '2026-03-02T15:00:00Z');
    assert.equal(as(await page.step(), 'charge_outcome').outcome, 'refunded');
    assert.equal(blockedBy(await server.askRefund(of)), 'nothing_refundable');
  });

  it('refunds it in parts as it was shared out, the last with what is left of each', async () => {
    const { of } = await charged(testbed);
    for (const amount of ['2800.33', '2800.33', undefined]) {
      await server.refund(of, { amount });
      await settleRefunds();
      await server.refunds(of);
      testbed.bff.tick(1000);
    }
    const sent = await lendersRefunds(testbed);
    assert.equal(sent.length, 3);
    const { charges } = await server.view(of.id);
    const sum = (part: 'consumer_charge_amount_cents' | 'net_to_merchant_amount_cents') =>
      sent.reduce((cents, refund) => cents + refund[part], 0);
    assert.equal(sum('consumer_charge_amount_cents'), 840_000);
    const net = Number(charges[0]?.net_amount.replace('.', ''));
    assert.equal(sum('net_to_merchant_amount_cents'), net);
    assert.equal(charges[0]?.status, 'refunded');
    assert.deepEqual(
      (await server.refunds(of)).map(({ amount }) => amount),
      ['2800.33', '2800.33', '2799.34'],
    );
  });

  it('refunds a charge that has not gone out in full, at once', async () => {
    const { of } = await charged(testbed, 'approved');
    assert.equal(blockedBy(await server.askRefund(of, { amount: '1.00' })), 'not_settled');
    await server.refund(of);
    const charge = await chargeOf(of);
    assert.deepEqual([charge.status, charge.refunded_amount], ['refunded', '8400.00']);
  });

  it('refunds nothing of a charge that is at the payment processor', async () => {
    const { of, uuid } = await charged(testbed, 'approved');
    await testbed.sandbox.transaction(uuid, 'Submitted');
    assert.equal(blockedBy(await server.askRefund(of)), 'not_settled');
    assert.equal(refundsAsked(testbed), 0);
  });

  it('says by what a refund is blocked', async () => {
    const page = await acceptedPage(testbed);
    const { charge_id: chargeId } = await server.charge(page.checkoutId);
    const of = { id: page.checkoutId, chargeId };
    assert.equal(blockedBy(await server.askRefund(of)), 'not_charged');
    const { of: settled } = await charged(testbed);
    await server.refund(settled, { amount: '100.00' });
    const answer = await server.askRefund(settled, { amount: '100.00' });
    assert.equal(blockedBy(answer), 'refund_pending');
    assert.match((answer.body as { detail: string }).detail, /^Another refund/);
  });

  it('refuses more than is left, no amount, a key that is missing, and foreign ids [asvs:within-charge]', async () => {
    const { of } = await charged(testbed);
    assert.equal(codeOf(await server.askRefund(of, { amount: '8400.01' })), 'amount_out_of_range');
    for (const body of [{ amount: '0' }, { amount: '1.001' }, { as: 'x' }, { reason: '\n' }]) {
      assert.equal(codeOf(await server.askRefund(of, body)), 'invalid_request');
    }
    const path = `/checkouts/${of.id}/charges/${of.chargeId}/refunds`;
    assert.equal(codeOf(await server.call('POST', path, {})), 'invalid_request');
    const other = new MerchantServer(testbed.bff, otherKey);
    for (const answer of [
      await other.askRefund(of),
      await other.call('GET', path),
      await server.askRefund({ ...of, chargeId: randomUUID() }),
      await server.call('GET', `/checkouts/${of.id}/charges/${randomUUID()}/refunds`),
    ]) {
      assert.equal(codeOf(answer), 'not_found');
    }
    assert.equal(refundsAsked(testbed), 0);
  });

  it('can be made again when it has failed', async () => {
    const { of } = await charged(testbed);
    await server.refund(of, { amount: '100.00' });
    await settleRefunds('Failed');
    assert.equal((await server.refunds(of))[0]?.status, 'failed');
    assert.equal((await chargeOf(of)).pending_refund_amount, '0.00');
    assert.equal((await server.refund(of, { amount: '100.00' })).status, 'pending');
  });

  it('stands in the timeline', async () => {
    const { of } = await charged(testbed);
    const { refund_id } = await server.refund(of);
    await settleRefunds();
    const { timeline } = await server.view(of.id);
    assert.deepEqual(
      timeline.slice(-3).map(({ type, refund_id: id }) => [type, id]),
      [
        ['refund.pending', refund_id],
        ['refund.settled', refund_id],
        ['charge.refunded', null],
      ],
    );
  });

  it('lists refunds page by page', async () => {
    const { of } = await charged(testbed);
    for (const amount of ['300.00', '200.00']) {
      await server.refund(of, { amount });
      await settleRefunds();
      testbed.bff.tick(1000);
      await server.refunds(of);
    }
    const [first, second] = await server.refunds(of);
    const path = `/checkouts/${of.id}/charges/${of.chargeId}/refunds`;
    const { body } = await server.call('GET', `${path}?limit=1`);
    assert.deepEqual(body, { refunds: [first], has_more: true });
    const after = await server.call('GET', `${path}?starting_after=${first?.refund_id}`);
    assert.deepEqual(after.body, { refunds: [second], has_more: false });
    const wrong = await server.call('GET', `${path}?starting_after=${randomUUID()}`);
    assert.equal(codeOf(wrong), 'invalid_request');
  });

  describe('with an Idempotency-Key', () => {
    it('asks once, and answers a repeat with the refund as it stands', async () => {
      const { of } = await charged(testbed);
      const key = randomUUID();
      const asked = { amount: '100.00' };
      const [first, second] = await Promise.all([
        server.refund(of, asked, key),
        server.refund(of, asked, key),
      ]);
      assert.deepEqual(first, second);
      await settleRefunds();
      assert.equal((await server.refund(of, asked, key)).status, 'settled');
      const other = await server.askRefund(of, { amount: '1.00' }, key);
      assert.equal(codeOf(other), 'idempotency_conflict');
      assert.equal(refundsAsked(testbed), 1);
    });

    it('takes up under its id again what came to nothing', async () => {
      const { of } = await charged(testbed);
      const key = randomUUID();
      testbed.proxy.fail(refundCall, 429);
      assert.equal(codeOf(await server.askRefund(of, {}, key)), 'lender_unavailable');
      assert.deepEqual(await server.refunds(of), []);
      assert.equal((await server.refund(of, {}, key)).status, 'pending');
      const rows = await testbed.bff.database.query.selectFrom('refunds').select('id').execute();
      assert.equal(rows.length, 1);
    });

    for (const fault of [429, 'lose_request'] as const) {
      it(`is not answered with what another key has taken up since, after ${fault}`, async () => {
        const { of } = await charged(testbed);
        const asked = { amount: '100.00' };
        testbed.proxy.fail(refundCall, fault);
        await server.askRefund(of, asked, 'one');
        testbed.bff.tick(callLimitMs);
        const second = await server.refund(of, asked, 'other');
        await settleRefunds();
        const first = await server.refund(of, asked, 'one');
        assert.notEqual(first.refund_id, second.refund_id);
        const made = (await lendersRefunds(testbed)).map(({ id }) => id);
        const answered = [first, second].map((each) => each.refund_request_uuid ?? '');
        assert.deepEqual(made.toSorted(), answered.toSorted());
        assert.equal((await server.refund(of, asked, 'other')).refund_id, second.refund_id);
        assert.equal((await server.refund(of, asked, 'one')).refund_id, first.refund_id);
      });
    }
  });

  it('never gives back more than was charged, however many are asked for at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { of } = await charged(testbed);
      const answers = await Promise.all([
        server.askRefund(of),
        server.askRefund(of, { amount: '8399.99' }),
        server.askRefund(of, { amount: '4200.01' }),
      ]);
      assert.equal(answers.filter(({ status }) => status === 201).length, 1);
      assert.equal((await server.refunds(of)).length, 1);
    }
    assert.equal((await lendersRefunds(testbed)).length, 5);
  });

  describe('when the answer is lost', () => {
    it('finds the refund in the lender’s lists, and never asks for it twice', async () => {
      const { of } = await charged(testbed);
      const key = randomUUID();
      testbed.proxy.fail(refundCall, 'lose_answer');
      const lost = await server.refund(of, {}, key);
      assert.ok(['working', 'pending'].includes(lost.status));
      assert.equal((await server.refund(of, {}, key)).status, 'pending');
      assert.equal(blockedBy(await server.askRefund(of)), 'refund_pending');
      assert.equal((await lendersRefunds(testbed)).length, 1);
    });

    it('comes to nothing if the lender has none once the call’s time is over', async () => {
      const { of } = await charged(testbed);
      testbed.proxy.fail(refundCall, 'lose_request');
      assert.equal((await server.refund(of)).status, 'working');
      assert.equal(blockedBy(await server.askRefund(of)), 'refund_pending');
      testbed.bff.tick(callLimitMs);
      assert.deepEqual(await server.refunds(of), []);
      assert.equal((await server.refund(of)).status, 'pending');
      assert.equal((await lendersRefunds(testbed)).length, 1);
    });

    it('is found by itself if the lender hears of it after the call’s time', async () => {
      const { of } = await charged(testbed);
      testbed.proxy.fail(refundCall, 'arrive_late');
      const { refund_id } = await server.refund(of);
      testbed.bff.tick(callLimitMs);
      await testbed.bff.runDue();
      assert.deepEqual(await server.refunds(of), []);
      await testbed.proxy.arrive();
      testbed.bff.tick(hourMs);
      await testbed.bff.runDue();
      const { query } = testbed.bff.database;
      const rows = await query.selectFrom('refunds').select(['id', 'state']).execute();
      assert.deepEqual(rows, [{ id: refund_id, state: 'pending' }]);
    });
  });

  it('is followed by itself until it has settled, and deleted with its checkout', async () => {
    const { of } = await charged(testbed);
    await server.refund(of);
    await settleRefunds();
    const { query } = testbed.bff.database;
    const states = async () =>
      (await query.selectFrom('refunds').select('state').execute()).map(({ state }) => state);
    assert.deepEqual(await states(), ['pending']);
    testbed.bff.tick(dayMs / 24);
    await testbed.bff.runDue();
    assert.deepEqual(await states(), ['settled']);
    testbed.bff.tick(31 * dayMs);
    await testbed.bff.runDue();
    testbed.bff.tick(8 * 366 * dayMs);
    await testbed.bff.runDue();
    assert.deepEqual(await states(), []);
    assert.deepEqual(await query.selectFrom('checkouts').select('id').execute(), []);
  });

  it('nothing is done while the lender cannot be reached [asvs:fail-closed]', async () => {
    const { of } = await charged(testbed);
    await testbed.proxy.close();
    const answer = await server.askRefund(of);
    assert.equal(codeOf(answer), 'lender_unavailable');
    const rows = await testbed.bff.database.query.selectFrom('refunds').select('id').execute();
    assert.deepEqual(rows, []);
  });
});

describe('a BFF that died while its merchant’s server refunded', () => {
  it('finds the refund at its next start, and answers the repeat with it', async () => {
    const storage = await makeStorage();
    const testbed = await startTestbed({ isRunning: false, storage });
    const { of } = await charged(testbed);
    const key = randomUUID();
    testbed.proxy.fail(refundCall, 'lose_answer');
    await new MerchantServer(testbed.bff).refund(of, {}, key);
    const { query } = testbed.bff.database;
    await query.updateTable('refunds').set({ state: 'started' }).execute();
    await testbed.bff.close();

    const next = await startTestBff({ lenderUrl: testbed.proxy.url, isRunning: true, storage });
    // On PostgreSQL the due work that was written with the intent has to become due.
    next.tick(10_000);
    await until('the refund', async () => {
      const rows = next.database.query.selectFrom('refunds').select('state');
      return (await rows.executeTakeFirstOrThrow()).state === 'pending' ? true : undefined;
    });
    assert.equal((await new MerchantServer(next).refund(of, {}, key)).status, 'pending');
    assert.equal(refundsAsked(testbed), 1);
    await next.close();
    await testbed.closeRest();
    await storage.remove();
  });
});
