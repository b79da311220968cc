import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { scheduleFollowing } from '../../../../server/bff/operations/follow-settled.ts';
import { dayMs, minuteMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, codeOf, ShopPage, signedOrder, stepOf } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { backUp } from './back-up.ts';
import { chargeRequests, chargesAsked, pendingCharge } from './charge-calls.ts';

describe('a loan with an initial charge at the lender', () => {
  let testbed: Testbed;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
  });
  afterEach(() => testbed.close());

  /** At `accepted`, with an order that costs less than half of the loan by now. */
  const cheaperPage = async (applicant = {}) => {
    const order_id = randomUUID();
    const page = await acceptedPage(testbed, { order_id, applicant });
    const order_token = await signedOrder(testbed.bff, { order_id, amount: '4000.00' });
    as(stepOf(await page.on('PATCH', '', { order_token })), 'accepted');
    return page;
  };

  describe('that the BFF lost, as its database was restored to a time before it', () => {
    const restoredPage = async () => {
      const page = await cheaperPage();
      const uuid = (await pendingCharge(page)).payment_request_uuid ?? '';
      await testbed.bff.database.query.deleteFrom('charges').execute();
      return { page, uuid };
    };
    const alarms = () =>
      testbed.bff.logged.filter((line) => line.includes('"event":"charge_not_explained"'));

    const assertRefused = async (page: ShopPage, uuid: string) => {
      assert.equal(codeOf(await page.charge()), 'charge_blocked');
      assert.equal(codeOf(await page.charge()), 'charge_blocked');
      assert.equal(chargesAsked(testbed), 1);
      assert.equal(alarms().length, 1);
      const [alarm = ''] = alarms();
      assert.ok(alarm.includes('"level":50') && alarm.includes(uuid), alarm);
    };

    it('gets no second one while the first waits for its consumer', async () => {
      const { page, uuid } = await restoredPage();
      await assertRefused(page, uuid);
    });

    it('gets no second one when the first was approved', async () => {
      const { page, uuid } = await restoredPage();
      await testbed.sandbox.paymentRequest(uuid, 'approve');
      await assertRefused(page, uuid);
    });

    it('gets none from the merchant’s server either, which may ask for later charges', async () => {
      const { page } = await restoredPage();
      const server = new MerchantServer(testbed.bff);
      const initial = await server.ask(page.checkoutId, { amount: '4000.00' });
      assert.equal(codeOf(initial), 'charge_blocked');
      const later = { transaction_description: 111, amount: '500.00' };
      assert.equal((await server.charge(page.checkoutId, later)).status, 'pending');
    });

    it('is charged once the first has come to nothing', async () => {
      const { page, uuid } = await restoredPage();
      assert.equal(codeOf(await page.charge()), 'charge_blocked');
      await testbed.sandbox.paymentRequest(uuid, 'reject');
      assert.equal((await pendingCharge(page)).amount, '4000.00');
    });
  });

  it('is charged for another order, too, when the BFF knows the first as another checkout’s', async () => {
    const applicant = { email: 'twice@example.test', ssn: '900-10-0001' };
    const other = new ShopPage(testbed.bff);
    await other.open({ order_token: await signedOrder(testbed.bff) });
    as(await other.apply(applicant), 'offers');
    const page = await cheaperPage(applicant);
    assert.equal(await testbed.applicationOf(other), await testbed.applicationOf(page));
    assert.equal((await pendingCharge(page)).amount, '4000.00');
    assert.equal((await pendingCharge(other)).amount, '4400.00');
  });
});

it('events have greater versions after a restore than those that were told before it', async (t) => {
  const testbed = await startTestbed({ isRunning: false });
  t.after(() => testbed.close());
  const server = new MerchantServer(testbed.bff);
  const { checkoutId: id } = await acceptedPage(testbed);
  const { payment_request_uuid } = await server.charge(id);
  const uuid = payment_request_uuid ?? assert.fail();
  const { query } = testbed.bff.database;
  const checkout = await query.selectFrom('checkouts').selectAll().executeTakeFirstOrThrow();
  const charge = await query.selectFrom('charges').selectAll().executeTakeFirstOrThrow();
  /** What the timeline has gained once the charge has come to this. */
  const versionsUntil = async (type: string) => {
    testbed.bff.tick(minuteMs);
    const { timeline } = await server.view(id);
    assert.equal(timeline.at(-1)?.type, type);
    return timeline.slice(6).map(({ version }) => version);
  };
  await testbed.sandbox.paymentRequest(uuid, 'approve');
  await versionsUntil('charge.approved');
  await testbed.sandbox.transaction(uuid, 'Transferred');
  const told = await versionsUntil('charge.settled');
  await query.updateTable('checkouts').set(checkout).execute();
  await query.updateTable('charges').set(charge).execute();
  const [first = 0] = await versionsUntil('charge.settled');
  assert.equal(told.length, 2);
  assert.ok(first > Math.max(...told), `${first} after ${told}`);
});

describe('a call of the merchant’s server that the BFF lost, as its database was restored', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  /** To a time before this was asked for under its key. */
  const restoreWithout = async (table: 'charges' | 'refunds', id: string) => {
    const { query } = testbed.bff.database;
    await query.deleteFrom(table).where('id', '=', id).execute();
    await query.deleteFrom('merchant_keys').where('charge_id', '=', id).execute();
  };

  const chargedPage = async () => {
    const { checkoutId } = await acceptedPage(testbed);
    const later = { transaction_description: 111, amount: '500.00' };
    const charge = await server.charge(checkoutId, later, 'progress');
    return { checkoutId, later, charge, uuid: charge.payment_request_uuid ?? assert.fail() };
  };

  it('makes no second later charge when it is repeated', async () => {
    const { checkoutId, later, charge, uuid } = await chargedPage();
    await restoreWithout('charges', charge.charge_id);
    await testbed.sandbox.paymentRequest(uuid, 'approve');
    await server.charge(checkoutId, later, 'progress');
    assert.equal((await chargeRequests(testbed)).length, 1);
    const [again, ...more] = await server.charges(checkoutId);
    assert.deepEqual([again?.payment_request_uuid, again?.status, more], [uuid, 'approved', []]);
    await server.charge(checkoutId, later, 'another');
    assert.equal((await chargeRequests(testbed)).length, 2);
  });

  it('makes no second refund when it is repeated', async () => {
    const { checkoutId: id, charge, uuid } = await chargedPage();
    await testbed.sandbox.paymentRequest(uuid, 'approve');
    await testbed.sandbox.transaction(uuid, 'Transferred');
    await server.charges(id);
    const of = { id, chargeId: charge.charge_id };
    const refund = await server.refund(of, { amount: '100.00' }, 'returned');
    const refundUuid = refund.refund_request_uuid ?? assert.fail();
    await restoreWithout('refunds', refund.refund_id);
    await testbed.sandbox.transaction(refundUuid, 'Transferred');
    await server.refund(of, { amount: '100.00' }, 'returned');
    const [again, ...more] = await server.refunds(of);
    assert.deepEqual([again?.refund_id, again?.status], [refund.refund_id, 'settled']);
    assert.deepEqual(more, []);
    const [charged] = await server.charges(id);
    assert.equal(charged?.refunded_amount, '100.00');
    assert.equal(await refundsMade(), 1);
  });

  /** That the lender has. */
  const refundsMade = async () => {
    const { query } = testbed.lending.context.database;
    return (await query.selectFrom('refund_requests').selectAll().execute()).length;
  };
  const approvedCharge = async () => {
    const { checkoutId: id, charge, uuid } = await chargedPage();
    await testbed.sandbox.paymentRequest(uuid, 'approve');
    await server.charges(id);
    return { of: { id, chargeId: charge.charge_id }, uuid };
  };
  const settledCharge = async () => {
    const { of, uuid } = await approvedCharge();
    await testbed.sandbox.transaction(uuid, 'Transferred');
    await server.charges(of.id);
    return of;
  };

  for (const body of [{ amount: '100.00' }, {}]) {
    for (const status of ['pending', 'settled'] as const) {
      it(`comes to the refund of ${body.amount ?? 'all'} that it made, which is ${status}`, async () => {
        const of = await settledCharge();
        const restore = await backUp(testbed.bff);
        const first = await server.refund(of, body, 'returned');
        if (status === 'settled') {
          await testbed.sandbox.transaction(first.refund_request_uuid, 'Transferred');
        }
        await restore();
        const again = await server.refund(of, body, 'returned');
        assert.deepEqual(
          [again.refund_id, again.amount, again.status],
          [first.refund_id, first.amount, status],
        );
        assert.deepEqual(await server.refund(of, body, 'returned'), again);
        assert.deepEqual(await server.refunds(of), [again]);
        assert.equal(await refundsMade(), 1);
      });
    }
  }

  it('comes to the refund of a charge that all went back of before it settled', async () => {
    const { of } = await approvedCharge();
    const restore = await backUp(testbed.bff);
    await server.refund(of, {}, 'returned');
    const [first] = await server.refunds(of);
    await restore();
    assert.equal((await server.charges(of.id))[0]?.status, 'refunded');
    const again = await server.refund(of, {}, 'returned');
    assert.deepEqual([again.refund_id, again.status], [first?.refund_id, first?.status]);
    assert.equal(await refundsMade(), 1);
    assert.deepEqual((await server.report()).total.refunded, { count: 1, amount: '500.00' });
  });

  it('comes to the refund that was found at the lender meanwhile', async () => {
    const of = await settledCharge();
    const restore = await backUp(testbed.bff);
    const first = await server.refund(of, { amount: '100.00' }, 'returned');
    await testbed.sandbox.transaction(first.refund_request_uuid, 'Transferred');
    await restore();
    await scheduleFollowing(testbed.bff.context);
    await testbed.bff.pass(dayMs);
    const [found] = await server.refunds(of);
    assert.equal(found?.status, 'settled');
    assert.deepEqual(await server.refund(of, { amount: '100.00' }, 'returned'), found);
    assert.deepEqual(await server.refunds(of), [found]);
    const next = await server.refund(of, { amount: '100.00' }, 'another');
    assert.notEqual(next.refund_id, found.refund_id);
    assert.equal(await refundsMade(), 2);
  });

  for (const [kind, amount] of [
    [109, '8400.00'],
    [111, '8399.99'],
    [113, '8400.00'],
  ] as const) {
    it(`comes to the charge ${kind} of ${amount} that it made`, async () => {
      const { checkoutId: id } = await acceptedPage(testbed);
      const body = { transaction_description: kind, amount };
      const restore = await backUp(testbed.bff);
      const first = await server.charge(id, body, 'work');
      await restore();
      assert.deepEqual(await server.charge(id, body, 'work'), first);
      await testbed.sandbox.paymentRequest(first.payment_request_uuid, 'approve');
      assert.equal((await server.charge(id, body, 'work')).status, 'approved');
      assert.equal((await server.charges(id)).length, 1);
      assert.equal((await chargeRequests(testbed)).length, 1);
    });
  }

  it('comes to the charge that its consumer has rejected meanwhile', async () => {
    const { checkoutId: id } = await acceptedPage(testbed);
    const restore = await backUp(testbed.bff);
    const first = await server.charge(id, {}, 'work');
    await testbed.sandbox.paymentRequest(first.payment_request_uuid, 'reject');
    await restore();
    const again = await server.charge(id, {}, 'work');
    assert.deepEqual(again, { ...first, status: 'rejected', expires_at: again.expires_at });
    assert.equal((await chargeRequests(testbed)).length, 1);
  });

  it('is refused with another amount', async () => {
    const of = await settledCharge();
    const restore = await backUp(testbed.bff);
    await server.refund(of, { amount: '100.00' }, 'returned');
    const later = { transaction_description: 111, amount: '300.00' };
    await server.charge(of.id, later, 'work');
    await restore();
    const refund = await server.askRefund(of, { amount: '99.00' }, 'returned');
    assert.equal(codeOf(refund), 'idempotency_conflict');
    const charge = await server.ask(of.id, { ...later, amount: '299.00' }, 'work');
    assert.equal(codeOf(charge), 'idempotency_conflict');
    assert.equal(await refundsMade(), 1);
    assert.equal((await chargeRequests(testbed)).length, 2);
  });
});

describe('a call of the merchant’s server that the BFF alone had answered, after a restore', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  const chosenPage = async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ order_token: await signedOrder(testbed.bff, { order_id: randomUUID() }) });
    const { offers } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    await page.select(offers[0]?.offer_uuid ?? '');
    return page;
  };
  const acceptAtLender = async (page: ShopPage) => {
    await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
    await testbed.bff.pass(20 * minuteMs);
  };
  const statusOf = async ({ checkoutId }: ShopPage) => (await server.view(checkoutId)).status;

  it('stays cancelled where that is repeated before the terms are accepted', async () => {
    const page = await chosenPage();
    const restore = await backUp(testbed.bff);
    assert.equal((await server.cancel(page.checkoutId, 'off')).status, 'cancelled');
    await restore();
    assert.equal(await statusOf(page), 'chosen');
    assert.equal((await server.cancel(page.checkoutId, 'off')).status, 'cancelled');
    await acceptAtLender(page);
    assert.equal(await statusOf(page), 'cancelled');
    assert.equal((await chargeRequests(testbed)).length, 0);
  });

  it('is cancelled at the lender where that is repeated after it, and nothing is spent', async () => {
    const page = await chosenPage();
    const restore = await backUp(testbed.bff);
    await server.cancel(page.checkoutId, 'off');
    await restore();
    await acceptAtLender(page);
    assert.equal(await statusOf(page), 'accepted');
    await server.cancel(page.checkoutId, 'off');
    await testbed.bff.pass(20 * minuteMs);
    assert.equal(await statusOf(page), 'cancelled');
  });

  it('opens by the link that is issued again once more, and by no other', async () => {
    const made = await server.make();
    const restore = await backUp(testbed.bff);
    await server.link(made.checkout_id, 'again');
    await restore();
    const { client_token } = await server.link(made.checkout_id, 'again');
    const opened = async (resume: string) => {
      const page = new ShopPage(testbed.bff);
      const answer = await page.ask({ resume });
      if (answer.status < 300) page.enter(answer);
      return page.checkoutId === made.checkout_id;
    };
    assert.equal(await opened(made.client_token), false);
    assert.equal(await opened(client_token), true);
  });
});
