import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { acceptedPage, startTestMarket, type TestMarket } from '../../../helpers/market.ts';
import { as, codeOf, type ShopPage, signedOrder, stepOf } from '../../../helpers/shop-page.ts';
import { StepStream } from '../../../helpers/step-stream.ts';

const charge = /^POST .*\/payment-request\//;
const hourSeconds = 60 * 60;
const daySeconds = 24 * hourSeconds;
const callLimitMs = 25_000;

describe('POST /v1/checkouts/{id}/charge', () => {
  let market: TestMarket;

  beforeEach(async () => {
    market = await startTestMarket({ isRunning: false });
  });
  afterEach(() => market.close());

  const charges = () => market.proxy.passed.filter((call) => charge.test(call)).length;
  const pending = async (page: ShopPage) => as(stepOf(await page.charge()), 'charge_pending');
  const outcome = async (page: ShopPage) => as(await page.step(), 'charge_outcome');
  const requests = () =>
    market.lending.context.database.query.selectFrom('charge_requests').selectAll().execute();

  it('asks for the order with the split of its product, under the intent’s id', async () => {
    const page = await acceptedPage(market);
    const step = await pending(page);
    const [request] = await requests();
    const [intent] = await market.bff.database.query.selectFrom('charges').selectAll().execute();
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

  it('charges at most what is available', async () => {
    const page = await acceptedPage(market, { selected_amount: '5000.00' });
    assert.equal(as(await page.step(), 'accepted').charge_amount, '5000.00');
    assert.equal((await pending(page)).amount, '5000.00');
  });

  it('charges the order as it was brought last', async () => {
    const page = await acceptedPage(market, { order_id: 'grown' });
    const order_token = await signedOrder(market.bff, { order_id: 'grown', amount: '7000.00' });
    const step = as(stepOf(await page.on('PATCH', '', { order_token })), 'accepted');
    assert.equal(step.charge_amount, '7000.00');
    assert.equal((await pending(page)).amount, '7000.00');
    const later = await signedOrder(market.bff, { order_id: 'grown', amount: '7500.00' });
    assert.equal(codeOf(await page.on('PATCH', '', { order_token: later })), 'wrong_step');
  });

  describe('refuses', () => {
    it('a checkout that is not accepted', async () => {
      const page = await acceptedPage(market);
      await page.open({ amount: '8400.00' });
      assert.equal(codeOf(await page.charge()), 'wrong_step');
    });

    it('a checkout without a verified order, until it has one', async () => {
      const page = await acceptedPage(market, { isWithoutOrder: true });
      assert.equal(as(await page.step(), 'accepted').blocked, 'order_required');
      assert.equal(codeOf(await page.charge()), 'order_required');
      await page.on('PATCH', '', { order_token: await signedOrder(market.bff) });
      assert.equal((await pending(page)).amount, '8400.00');
    });

    it('a loan on hold', async () => {
      const page = await acceptedPage(market);
      await market.sandbox.application(await market.applicationOf(page), 'suspend');
      assert.equal(codeOf(await page.charge()), 'charge_blocked');
      assert.equal(as(await page.step(), 'accepted').blocked, 'suspended');
      await market.sandbox.application(await market.applicationOf(page), 'release');
      assert.equal((await pending(page)).amount, '8400.00');
    });

    it('an order that another checkout has charged', async () => {
      const order_id = randomUUID();
      const first = await acceptedPage(market, { order_id });
      const second = await acceptedPage(market, { order_id });
      await pending(first);
      assert.equal(codeOf(await second.charge()), 'charge_blocked');
      assert.equal(charges(), 1);
    });

    it('while the merchant’s bank account is not active, and says so', async () => {
      const page = await acceptedPage(market);
      await market.lending.context.database.query
        .updateTable('bank_accounts')
        .set({ status: 'Pending' })
        .execute();
      assert.equal(codeOf(await page.charge()), 'charge_blocked');
      assert.equal(as(await page.step(), 'accepted').blocked, 'bank_required');
      await market.lending.context.database.query
        .updateTable('bank_accounts')
        .set({ status: 'Verified' })
        .execute();
      assert.equal((await pending(page)).amount, '8400.00');
    });

    it('when the lender cannot be read', async () => {
      const page = await acceptedPage(market);
      market.proxy.fail(/^GET .*\/loan\//, 500, 500, 500);
      assert.equal(codeOf(await page.charge()), 'lender_unavailable');
      market.proxy.fail(/^GET .*\/rate-sheets\//, 500, 500, 500);
      assert.equal(codeOf(await page.charge()), 'lender_unavailable');
      assert.equal(charges(), 0);
    });
  });

  describe('without a Payment Portal account', () => {
    it('invites the consumer, and charges once it is set up', async () => {
      const page = await acceptedPage(market, { applicant: { ssn: '900-10-0009' } });
      assert.equal(as(await page.step(), 'accepted').blocked, 'portal_required');
      assert.equal(codeOf(await page.charge()), 'portal_required');
      const step = as(stepOf(await page.on('POST', '/portal-invitation', {})), 'accepted');
      assert.equal(step.portal_account_status, 'Invited');
      assert.equal(charges(), 0);
      await market.sandbox.application(await market.applicationOf(page), 'activate-portal');
      assert.equal((await pending(page)).amount, '8400.00');
    });

    it('has nothing to invite to before the terms or after the set-up', async () => {
      const page = await acceptedPage(market);
      const before = await page.step();
      const invited = stepOf(await page.on('POST', '/portal-invitation', {}));
      assert.deepEqual(invited, before);
      await page.open({ amount: '8400.00' });
      assert.equal(codeOf(await page.on('POST', '/portal-invitation', {})), 'wrong_step');
    });
  });

  describe('charges once', () => {
    it('when it is repeated', async () => {
      const page = await acceptedPage(market);
      const first = await page.charge();
      const again = await page.charge();
      assert.deepEqual([first.status, again.status], [201, 200]);
      assert.deepEqual(stepOf(again), stepOf(first));
      assert.equal(charges(), 1);
    });

    it('when it is clicked twice', async () => {
      const page = await acceptedPage(market);
      const answers = await Promise.all([1, 2, 3].map(() => page.charge()));
      const uuids = answers.map((each) => as(stepOf(each), 'charge_pending').payment_request_uuid);
      assert.equal(new Set(uuids).size, 1);
      assert.equal(answers.filter(({ status }) => status === 201).length, 1);
      assert.equal(charges(), 1);
    });

    it('when the answer is lost: the lender’s lists have it', async () => {
      const page = await acceptedPage(market);
      market.proxy.fail(charge, 'lose_answer');
      assert.equal(stepOf(await page.charge()).screen, 'working');
      const found = as(stepOf(await page.charge()), 'charge_pending');
      assert.equal(found.amount, '8400.00');
      assert.deepEqual(await page.step(), found);
      assert.equal((await requests()).length, 1);
    });

    it('when the answer is lost and the consumer has rejected meanwhile', async () => {
      const page = await acceptedPage(market, { order_id: 'sbx:consumer_reject' });
      market.proxy.fail(charge, 'lose_answer');
      await page.charge();
      await market.sandbox.advanceClock(60);
      assert.equal((await outcome(page)).outcome, 'rejected');
      assert.equal((await requests()).length, 1);
    });

    it('when the request was lost: after its time it may be made again', async () => {
      const page = await acceptedPage(market);
      market.proxy.fail(charge, 'lose_request');
      assert.equal(stepOf(await page.charge()).screen, 'working');
      assert.equal((await page.step()).screen, 'working');
      assert.equal(stepOf(await page.charge()).screen, 'working');
      market.bff.tick(callLimitMs);
      assert.equal((await page.step()).screen, 'accepted');
      assert.equal((await pending(page)).amount, '8400.00');
      assert.equal((await requests()).length, 1);
    });

    it('when the lender heard a call late that was given up', async () => {
      const page = await acceptedPage(market);
      market.proxy.fail(charge, 'lose_answer');
      await page.charge();
      await market.bff.database.query
        .updateTable('charges')
        .set({ state: 'void', payment_request_uuid: null })
        .execute();
      const answer = await page.charge();
      assert.equal(answer.status, 200);
      assert.equal(stepOf(answer).screen, 'charge_pending');
      assert.equal((await requests()).length, 1);
    });

    it('under the id of an intent that came to nothing', async () => {
      const page = await acceptedPage(market);
      market.proxy.fail(charge, 503);
      await page.charge();
      const intents = () => market.bff.database.query.selectFrom('charges').select('id').execute();
      const [given] = await intents();
      market.bff.tick(callLimitMs);
      await page.step();
      await pending(page);
      const [request] = await requests();
      assert.equal(request?.payment_identifier, given?.id);
      assert.deepEqual(await intents(), [given]);
    });

    it('after the lender took no more calls, under the same id', async () => {
      const page = await acceptedPage(market);
      market.proxy.fail(charge, 429);
      assert.equal(codeOf(await page.charge()), 'lender_unavailable');
      assert.equal((await requests()).length, 0);
      await pending(page);
      assert.equal((await requests()).length, 1);
    });

    it('when the lender is slow: the request comes by the stream', async () => {
      const page = await acceptedPage(market);
      market.bff.context.timing.answerMs = 20;
      market.proxy.fail(charge, 'hold');
      assert.equal(stepOf(await page.charge()).screen, 'working');
      const stream = await StepStream.open(page);
      assert.equal((await stream.next())?.step.screen, 'working');
      await market.proxy.held(1);
      market.proxy.release();
      assert.equal((await stream.next())?.step.screen, 'charge_pending');
      await stream.close();
      assert.equal((await requests()).length, 1);
    });
  });

  describe('ends', () => {
    const reject = async (page: ShopPage) => {
      const { payment_request_uuid } = await pending(page);
      await market.sandbox.paymentRequest(payment_request_uuid, 'reject');
    };

    it('approved, and is watched until its money is transferred', async () => {
      const page = await acceptedPage(market);
      const { payment_request_uuid } = await pending(page);
      await market.sandbox.paymentRequest(payment_request_uuid, 'approve');
      const step = await outcome(page);
      assert.deepEqual(step, {
        screen: 'charge_outcome',
        payment_request_uuid,
        amount: '8400.00',
        outcome: 'approved',
        may_charge_again: false,
      });
      assert.equal((await page.charge()).status, 200);
      await market.sandbox.transaction(payment_request_uuid, 'Transferred');
      assert.deepEqual(await page.step(), step);
      market.bff.tick(24 * 60 * 60_000);
      await market.bff.runDue();
      const dueThisMonth = await market.bff.database.query
        .selectFrom('due_work')
        .select('kind')
        .where('due_at', '<', market.bff.now() + 29 * 24 * 60 * 60_000)
        .execute();
      assert.deepEqual(dueThisMonth, []);
    });

    it('rejected, and may be tried again', async () => {
      const page = await acceptedPage(market);
      await reject(page);
      const step = await outcome(page);
      assert.deepEqual([step.outcome, step.may_charge_again], ['rejected', true]);
      assert.notEqual((await pending(page)).payment_request_uuid, step.payment_request_uuid);
    });

    it('expired after 48 hours by the lender’s clock, not by this one', async () => {
      const page = await acceptedPage(market);
      await pending(page);
      market.bff.tick(20 * 60_000);
      assert.equal((await page.step()).screen, 'charge_pending');
      await market.sandbox.advanceClock(48 * hourSeconds);
      const step = await outcome(page);
      assert.deepEqual([step.outcome, step.may_charge_again], ['expired', true]);
    });

    it('canceled by a hold, and may be tried again when the hold is released', async () => {
      const page = await acceptedPage(market);
      await pending(page);
      const id = await market.applicationOf(page);
      await market.sandbox.application(id, 'suspend');
      const held = await outcome(page);
      assert.deepEqual([held.outcome, held.may_charge_again], ['canceled', false]);
      assert.equal(codeOf(await page.charge()), 'charge_blocked');
      await market.sandbox.application(id, 'release');
      assert.equal((await outcome(page)).may_charge_again, true);
    });

    it('failed after it was approved, and may be tried again', async () => {
      const page = await acceptedPage(market, { order_id: 'sbx:processor_fail' });
      const { payment_request_uuid } = await pending(page);
      await market.sandbox.paymentRequest(payment_request_uuid, 'approve');
      assert.equal((await outcome(page)).outcome, 'approved');
      await market.sandbox.advanceClock(3 * daySeconds);
      const step = await outcome(page);
      assert.deepEqual([step.outcome, step.may_charge_again], ['failed', true]);
    });

    it('with the words of another checkout that charged the order meanwhile', async () => {
      const order_id = randomUUID();
      const first = await acceptedPage(market, { order_id });
      const second = await acceptedPage(market, { order_id });
      await reject(first);
      assert.equal((await outcome(first)).may_charge_again, true);
      await pending(second);
      const step = await outcome(first);
      assert.deepEqual([step.outcome, step.may_charge_again], ['rejected', false]);
      assert.equal(codeOf(await first.charge()), 'charge_blocked');
    });
  });

  it('says when e-mail was the only way to reach the consumer', async () => {
    const page = await acceptedPage(market, { applicant: { phone: '+15005550004' } });
    const step = await pending(page);
    assert.equal(step.notifications.sms, 'skipped_opted_out');
    assert.notEqual(step.warning, null);
  });
});
