import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { otherKey } from '../../../helpers/bff.ts';
import { blockerOf, MerchantServer, problemOf } from '../../../helpers/merchant-server.ts';
import { as, codeOf, type PageAnswer } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { callLimitMs } from './charge-calls.ts';

/** The call to the lender that raises a limit. */
const increaseCall = /^POST .*\/accounts\/credit-line-increase\//;

const blockedBy = (answer: PageAnswer) => blockerOf(answer, 'wrong_step');

describe('POST /v1/merchant/checkouts/{id}/credit-limit', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  const increasesSent = () => testbed.proxy.passed.filter((call) => increaseCall.test(call)).length;

  it('raises the limit of a loan, once', async () => {
    const page = await acceptedPage(testbed);
    const key = randomUUID();
    for (let time = 0; time < 2; time += 1) {
      assert.deepEqual(await server.raiseLimit(page.checkoutId, '9000.00', key), {
        checkout_id: page.checkoutId,
        status: 'done',
        requested_amount: '9000.00',
        credit_limit: '9000.00',
        available_spend: '9000.00',
      });
    }
    assert.equal(increasesSent(), 1);
    assert.equal(as(await page.step(), 'accepted').credit_limit, '9000.00');
    const again = await server.askLimit(page.checkoutId, '9500.00');
    assert.equal(blockedBy(again), 'already_increased');
    const other = await server.askLimit(page.checkoutId, '9500.00', key);
    assert.equal(problemOf(other).code, 'idempotency_conflict');
  });

  it('refuses what is not more than the limit, and what the lender has not approved', async () => {
    const { checkoutId } = await acceptedPage(testbed);
    assert.equal(codeOf(await server.askLimit(checkoutId, '8400.00')), 'amount_out_of_range');
    assert.equal(increasesSent(), 0);
    assert.equal(blockedBy(await server.askLimit(checkoutId, '999999.00')), 'lender');
    assert.equal((await server.raiseLimit(checkoutId, '8400.01')).status, 'done');
  });

  it('answers no repeat of what was refused with another increase', async () => {
    const { checkoutId } = await acceptedPage(testbed);
    const key = randomUUID();
    assert.equal(blockedBy(await server.askLimit(checkoutId, '999999.00', key)), 'lender');
    assert.equal((await server.raiseLimit(checkoutId, '9000.00')).status, 'done');
    const repeat = await server.askLimit(checkoutId, '999999.00', key);
    assert.equal(blockedBy(repeat), 'already_increased');
  });

  it('raises none where money was spent, or may be', async () => {
    const { checkoutId } = await acceptedPage(testbed);
    const { payment_request_uuid } = await server.charge(checkoutId);
    await testbed.sandbox.paymentRequest(payment_request_uuid, 'approve');
    assert.equal(blockedBy(await server.askLimit(checkoutId, '9000.00')), 'spent');
    assert.equal(increasesSent(), 0);
  });

  it('raises none during a hold that came after all that was spent had gone back', async () => {
    const page = await acceptedPage(testbed);
    const { checkoutId: id } = page;
    const { charge_id: chargeId, payment_request_uuid: uuid } = await server.charge(id);
    await testbed.sandbox.paymentRequest(uuid, 'approve');
    await testbed.sandbox.transaction(uuid, 'Transferred');
    const { refund_request_uuid: refund } = await server.refund({ id, chargeId });
    await testbed.sandbox.transaction(refund, 'Transferred');
    assert.equal((await server.charges(id))[0]?.status, 'refunded');
    await testbed.sandbox.application(await testbed.applicationOf(page), 'suspend');
    assert.equal(blockedBy(await server.askLimit(id, '9000.00')), 'suspended');
    assert.equal(increasesSent(), 0);
  });

  it('is found raised where the answer was lost', async () => {
    const { checkoutId } = await acceptedPage(testbed);
    const key = randomUUID();
    testbed.proxy.fail(increaseCall, 'lose_answer');
    assert.equal((await server.raiseLimit(checkoutId, '9000.00', key)).status, 'working');
    assert.equal((await server.raiseLimit(checkoutId, '9000.00', key)).status, 'done');
    assert.equal(increasesSent(), 1);
  });

  it('came to nothing where the limit stays as it was, and can be asked for again', async () => {
    const { checkoutId } = await acceptedPage(testbed);
    const key = randomUUID();
    testbed.proxy.fail(increaseCall, 'lose_request');
    assert.equal((await server.raiseLimit(checkoutId, '9000.00', key)).status, 'working');
    assert.equal(blockedBy(await server.askLimit(checkoutId, '9000.00')), 'increase_pending');
    assert.equal(problemOf(await server.askCancel(checkoutId)).blockedBy, 'increase_pending');
    testbed.bff.tick(callLimitMs + 1);
    await testbed.bff.runDue();
    assert.equal((await server.raiseLimit(checkoutId, '9000.00', key)).status, 'done');
  });

  it('is 503 where the lender takes no calls, and nothing changes', async () => {
    const { checkoutId } = await acceptedPage(testbed);
    testbed.proxy.fail(increaseCall, 429);
    assert.equal(codeOf(await server.askLimit(checkoutId, '9000.00')), 'lender_unavailable');
    assert.equal((await server.raiseLimit(checkoutId, '9000.00')).status, 'done');
  });

  it('wants an accepted loan of this merchant, an amount and a key', async () => {
    const { checkoutId } = await acceptedPage(testbed);
    const { checkout_id: open } = await server.make();
    assert.equal(blockedBy(await server.askLimit(open, '9000.00')), 'not_accepted');
    for (const amount of ['0', '1.001', 'much']) {
      assert.equal(codeOf(await server.askLimit(checkoutId, amount)), 'invalid_request');
    }
    const path = `/checkouts/${checkoutId}/credit-limit`;
    assert.equal(codeOf(await server.call('POST', path, { amount: '9000' })), 'invalid_request');
    const other = new MerchantServer(testbed.bff, otherKey);
    assert.equal(codeOf(await other.askLimit(checkoutId, '9000.00')), 'not_found');
    await server.cancel(checkoutId);
    assert.equal(blockedBy(await server.askLimit(checkoutId, '9000.00')), 'ended');
  });
});
