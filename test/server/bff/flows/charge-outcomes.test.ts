import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { dayMs, daySeconds, hourSeconds, minuteMs } from '../../../helpers/durations.ts';
import { codeOf, type ShopPage } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { chargeOutcome, pendingCharge } from './charge-calls.ts';

describe('a charge of a checkout ends', () => {
  let testbed: Testbed;

  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
  });
  afterEach(() => testbed.close());

  const reject = async (page: ShopPage) => {
    const { payment_request_uuid } = await pendingCharge(page);
    await testbed.sandbox.paymentRequest(payment_request_uuid, 'reject');
  };

  it('approved, and is watched until its money is transferred', async () => {
    const page = await acceptedPage(testbed);
    const { charge_id, payment_request_uuid } = await pendingCharge(page);
    await testbed.sandbox.paymentRequest(payment_request_uuid, 'approve');
    const step = await chargeOutcome(page);
    assert.deepEqual(step, {
      screen: 'charge_outcome',
      charge_id,
      payment_request_uuid,
      amount: '8400.00',
      outcome: 'approved',
      merchant_told: false,
      may_charge_again: false,
    });
    assert.equal((await page.charge()).status, 200);
    await testbed.sandbox.transaction(payment_request_uuid, 'Transferred');
    assert.deepEqual(await page.step(), step);
    testbed.bff.tick(dayMs);
    await testbed.bff.runDue();
    const dueThisMonth = await testbed.bff.database.query
      .selectFrom('due_work')
      .select('kind')
      .where('due_at', '<', testbed.bff.now() + 29 * dayMs)
      .execute();
    assert.deepEqual(dueThisMonth, []);
  });

  it('rejected, and may be tried again', async () => {
    const page = await acceptedPage(testbed);
    await reject(page);
    const step = await chargeOutcome(page);
    assert.deepEqual([step.outcome, step.may_charge_again], ['rejected', true]);
    assert.notEqual((await pendingCharge(page)).payment_request_uuid, step.payment_request_uuid);
  });

  it('expired after 48 hours by the lender’s clock, not by this one', async () => {
    const page = await acceptedPage(testbed);
    await pendingCharge(page);
    testbed.bff.tick(20 * minuteMs);
    assert.equal((await page.step()).screen, 'charge_pending');
    await testbed.sandbox.advanceClock(48 * hourSeconds);
    const step = await chargeOutcome(page);
    assert.deepEqual([step.outcome, step.may_charge_again], ['expired', true]);
  });

  it('canceled by a hold, and may be tried again when the hold is released', async () => {
    const page = await acceptedPage(testbed);
    await pendingCharge(page);
    const id = await testbed.applicationOf(page);
    await testbed.sandbox.application(id, 'suspend');
    const held = await chargeOutcome(page);
    assert.deepEqual([held.outcome, held.may_charge_again], ['canceled', false]);
    assert.equal(codeOf(await page.charge()), 'charge_blocked');
    await testbed.sandbox.application(id, 'release');
    assert.equal((await chargeOutcome(page)).may_charge_again, true);
  });

  it('failed after it was approved, and may be tried again', async () => {
    const page = await acceptedPage(testbed, { order_id: 'sbx:processor_fail' });
    const { payment_request_uuid } = await pendingCharge(page);
    await testbed.sandbox.paymentRequest(payment_request_uuid, 'approve');
    assert.equal((await chargeOutcome(page)).outcome, 'approved');
    await testbed.sandbox.advanceClock(3 * daySeconds);
    const step = await chargeOutcome(page);
    assert.deepEqual([step.outcome, step.may_charge_again], ['failed', true]);
  });

  it('with the words of another checkout that charged the order meanwhile', async () => {
    const order_id = randomUUID();
    const first = await acceptedPage(testbed, { order_id });
    const second = await acceptedPage(testbed, { order_id });
    await reject(first);
    assert.equal((await chargeOutcome(first)).may_charge_again, true);
    await pendingCharge(second);
    const step = await chargeOutcome(first);
    assert.deepEqual([step.outcome, step.may_charge_again], ['rejected', false]);
    assert.equal(codeOf(await first.charge()), 'charge_blocked');
  });
});
