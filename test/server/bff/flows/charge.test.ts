import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { hourMs } from '../../../helpers/durations.ts';
import { as, codeOf, signedOrder, stepOf } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import {
  callLimitMs,
  chargeCall,
  chargeRequests,
  chargesAsked,
  listsRead,
  pendingCharge,
} from './charge-calls.ts';

const invitation = /^POST .*\/invite-portal\//;

describe('POST /v1/checkouts/{id}/charge', () => {
  let testbed: Testbed;

  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
  });
  afterEach(() => testbed.close());

  it('asks for the order with the split of its product, under the intent’s id', async () => {
    const page = await acceptedPage(testbed);
    const step = await pendingCharge(page);
    const [request] = await chargeRequests(testbed);
    const [intent] = await testbed.bff.database.query.selectFrom('charges').selectAll().execute();
    assert.equal(request?.consumer_charge_amount_cents, 840_000);
    assert.equal(request?.transaction_description, 109);
    assert.equal(request?.payment_identifier, intent?.id);
    assert.equal(request?.id, step.payment_request_uuid);
    assert.equal(request?.description, 'Heat pump');
    assert.deepEqual(step.notifications.email, 'sent');
    const product = as(await page.step(), 'charge_pending');
    assert.deepEqual(product, step);
    assert.equal(
      request?.net_to_merchant_amount_cents,
      840_000 -
        (request?.net_platform_fee_cents ?? 0) -
        (request?.net_to_sponsor_amount_cents ?? 0),
    );
    assert.ok((request?.net_platform_fee_cents ?? 0) > 0, 'the cheapest product has a fee');
  });

  it('reads no list of all the merchant’s charges, since the loan shows its own', async () => {
    await pendingCharge(await acceptedPage(testbed));
    assert.equal(listsRead(testbed), 0);
  });

  it('reads none for what came to nothing, either', async () => {
    const page = await acceptedPage(testbed);
    testbed.proxy.fail(chargeCall, 'lose_request');
    as(stepOf(await page.charge()), 'working');
    testbed.bff.tick(callLimitMs);
    as(await page.step(), 'accepted');
    const before = listsRead(testbed);
    as(await page.step(), 'accepted');
    await pendingCharge(page);
    assert.equal(listsRead(testbed), before);
  });

  it('charges at most what is available', async () => {
    const page = await acceptedPage(testbed, { selected_amount: '5000.00' });
    assert.equal(as(await page.step(), 'accepted').charge_amount, '5000.00');
    assert.equal((await pendingCharge(page)).amount, '5000.00');
  });

  it('charges the order as it was brought last', async () => {
    const page = await acceptedPage(testbed, { order_id: 'grown' });
    const order_token = await signedOrder(testbed.bff, { order_id: 'grown', amount: '7000.00' });
    const step = as(stepOf(await page.on('PATCH', '', { order_token })), 'accepted');
    assert.equal(step.charge_amount, '7000.00');
    assert.equal((await pendingCharge(page)).amount, '7000.00');
    const later = await signedOrder(testbed.bff, { order_id: 'grown', amount: '7500.00' });
    assert.equal(codeOf(await page.on('PATCH', '', { order_token: later })), 'wrong_step');
  });

  describe('refuses', () => {
    it('a checkout that is not accepted', async () => {
      const page = await acceptedPage(testbed);
      await page.open({ amount: '8400.00' });
      assert.equal(codeOf(await page.charge()), 'wrong_step');
    });

    it('a checkout without a verified order, until it has one', async () => {
      const page = await acceptedPage(testbed, { isWithoutOrder: true });
      assert.equal(as(await page.step(), 'accepted').blocked, 'order_required');
      assert.equal(codeOf(await page.charge()), 'order_required');
      await page.on('PATCH', '', { order_token: await signedOrder(testbed.bff) });
      assert.equal((await pendingCharge(page)).amount, '8400.00');
    });

    it('a loan on hold', async () => {
      const page = await acceptedPage(testbed);
      await testbed.sandbox.application(await testbed.applicationOf(page), 'suspend');
      assert.equal(codeOf(await page.charge()), 'charge_blocked');
      assert.equal(as(await page.step(), 'accepted').blocked, 'suspended');
      await testbed.sandbox.application(await testbed.applicationOf(page), 'release');
      assert.equal((await pendingCharge(page)).amount, '8400.00');
    });

    it('an order that another checkout has charged', async () => {
      const order_id = randomUUID();
      const first = await acceptedPage(testbed, { order_id });
      const second = await acceptedPage(testbed, { order_id });
      await pendingCharge(first);
      assert.equal(codeOf(await second.charge()), 'charge_blocked');
      assert.equal(chargesAsked(testbed), 1);
    });

    it('while the merchant’s bank account is not active, and says so', async () => {
      const page = await acceptedPage(testbed);
      await testbed.lending.context.database.query
        .updateTable('bank_accounts')
        .set({ status: 'Pending' })
        .execute();
      assert.equal(codeOf(await page.charge()), 'charge_blocked');
      assert.equal(as(await page.step(), 'accepted').blocked, 'bank_required');
      await testbed.lending.context.database.query
        .updateTable('bank_accounts')
        .set({ status: 'Verified' })
        .execute();
      assert.equal((await pendingCharge(page)).amount, '8400.00');
    });

    it('when the lender cannot be read', async () => {
      const page = await acceptedPage(testbed);
      testbed.proxy.fail(/^GET .*\/loan\//, 500, 500, 500);
      assert.equal(codeOf(await page.charge()), 'lender_unavailable');
      testbed.proxy.fail(/^GET .*\/rate-sheets\//, 500, 500, 500);
      assert.equal(codeOf(await page.charge()), 'lender_unavailable');
      assert.equal(chargesAsked(testbed), 0);
    });
  });

  describe('without a Payment Portal account', () => {
    it('invites the consumer, and charges once it is set up', async () => {
      const page = await acceptedPage(testbed, { applicant: { ssn: '900-10-0009' } });
      assert.equal(as(await page.step(), 'accepted').blocked, 'portal_required');
      assert.equal(codeOf(await page.charge()), 'portal_required');
      const step = as(stepOf(await page.on('POST', '/portal-invitation', {})), 'accepted');
      assert.equal(step.portal_account_status, 'Invited');
      assert.equal(chargesAsked(testbed), 0);
      await testbed.sandbox.application(await testbed.applicationOf(page), 'activate-portal');
      assert.equal((await pendingCharge(page)).amount, '8400.00');
    });

    it('invites once an hour, also by a clock that was set back', async () => {
      const page = await acceptedPage(testbed, { applicant: { ssn: '900-10-0009' } });
      const invited = async (laterMs: number) => {
        testbed.bff.tick(laterMs);
        page.enter(await page.askToResume(page.resume));
        as(stepOf(await page.on('POST', '/portal-invitation', {})), 'accepted');
        return testbed.proxy.passed.filter((call) => invitation.test(call)).length;
      };
      assert.equal(await invited(0), 1);
      assert.equal(await invited(hourMs - 1), 1);
      assert.equal(await invited(1), 2);
      assert.equal(await invited(-hourMs), 3);
    });

    it('has nothing to invite to before the terms or after the set-up', async () => {
      const page = await acceptedPage(testbed);
      const before = await page.step();
      const invited = stepOf(await page.on('POST', '/portal-invitation', {}));
      assert.deepEqual(invited, before);
      await page.open({ amount: '8400.00' });
      assert.equal(codeOf(await page.on('POST', '/portal-invitation', {})), 'wrong_step');
    });
  });

  it('says when e-mail was the only way to reach the consumer', async () => {
    const page = await acceptedPage(testbed, { applicant: { phone: '+15005550004' } });
    const step = await pendingCharge(page);
    assert.equal(step.notifications.sms, 'skipped_opted_out');
    assert.notEqual(step.warning, null);
  });
});
