import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { formatCents } from '../../../../server/platform/money.ts';
import { acceptedPage, startTestMarket, type TestMarket } from '../../../helpers/market.ts';
import { as, codeOf, type ShopPage, signedOrder, stepOf } from '../../../helpers/shop-page.ts';
import { StepStream } from '../../../helpers/step-stream.ts';
import { until } from '../../../helpers/until.ts';
import {
  callLimitMs,
  chargeCall,
  chargeOutcome,
  chargeRequests,
  chargesAsked,
  pendingCharge,
} from './charge-calls.ts';

describe('POST /v1/checkouts/{id}/charge charges once', () => {
  let market: TestMarket;

  beforeEach(async () => {
    market = await startTestMarket({ isRunning: false });
  });
  afterEach(() => market.close());

  const charges = () =>
    market.bff.database.query.selectFrom('charges').selectAll().orderBy('position').execute();
  const chargeStates = async () => (await charges()).map(({ state }) => state).toSorted();

  const givenUpCharge = async (page: ShopPage) => {
    market.proxy.fail(chargeCall, 'lose_request');
    assert.equal(stepOf(await page.charge()).screen, 'working');
    market.bff.tick(callLimitMs);
    assert.equal((await page.step()).screen, 'accepted');
  };

  /** What was lost on its way to the lender arrives there now. */
  const heardLate = async (page: ShopPage) => {
    const external_application_id = await market.applicationOf(page);
    const own = (await charges()).filter(({ checkout_id }) => checkout_id === page.checkoutId);
    for (const charge of own) {
      await market.sandbox.post('/api/v1/sponsor/merchants/payment-request/', {
        request_user_id: 'hillside-rep-1',
        external_application_id,
        transaction_description: charge.transaction_description,
        consumer_charge_amount: formatCents(charge.consumer_charge_amount_cents),
        net_to_merchant_amount: formatCents(charge.net_to_merchant_amount_cents),
        net_platform_fee: formatCents(charge.net_platform_fee_cents),
        net_to_sponsor_amount: formatCents(charge.net_to_sponsor_amount_cents),
        transaction_callback_url: `${market.bff.url}/callbacks/transaction`,
        payment_identifier: charge.payment_identifier,
      });
    }
  };

  it('when it is repeated', async () => {
    const page = await acceptedPage(market);
    const first = await page.charge();
    const again = await page.charge();
    assert.deepEqual([first.status, again.status], [201, 200]);
    assert.deepEqual(stepOf(again), stepOf(first));
    assert.equal(chargesAsked(market), 1);
  });

  it('when it is clicked twice', async () => {
    const page = await acceptedPage(market);
    const answers = await Promise.all([1, 2, 3].map(() => page.charge()));
    const uuids = answers.map((each) => as(stepOf(each), 'charge_pending').payment_request_uuid);
    assert.equal(new Set(uuids).size, 1);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(chargesAsked(market), 1);
  });

  it('when the answer is lost: the lender’s lists have it', async () => {
    const page = await acceptedPage(market);
    market.proxy.fail(chargeCall, 'lose_answer');
    assert.equal(stepOf(await page.charge()).screen, 'working');
    const found = as(stepOf(await page.charge()), 'charge_pending');
    assert.equal(found.amount, '8400.00');
    assert.deepEqual(await page.step(), found);
    assert.equal((await chargeRequests(market)).length, 1);
  });

  it('when the answer is lost and the consumer has rejected meanwhile', async () => {
    const page = await acceptedPage(market, { order_id: 'sbx:consumer_reject' });
    market.proxy.fail(chargeCall, 'lose_answer');
    await page.charge();
    await market.sandbox.advanceClock(60);
    assert.equal((await chargeOutcome(page)).outcome, 'rejected');
    assert.equal((await chargeRequests(market)).length, 1);
  });

  it('when the request was lost: after its time it may be made again', async () => {
    const page = await acceptedPage(market);
    market.proxy.fail(chargeCall, 'lose_request');
    assert.equal(stepOf(await page.charge()).screen, 'working');
    assert.equal((await page.step()).screen, 'working');
    assert.equal(stepOf(await page.charge()).screen, 'working');
    market.bff.tick(callLimitMs);
    assert.equal((await page.step()).screen, 'accepted');
    assert.equal((await pendingCharge(page)).amount, '8400.00');
    assert.equal((await chargeRequests(market)).length, 1);
  });

  it('when the lender heard a call late that was given up', async () => {
    const page = await acceptedPage(market);
    market.proxy.fail(chargeCall, 'lose_answer');
    await page.charge();
    await market.bff.database.query
      .updateTable('charges')
      .set({ state: 'void', payment_request_uuid: null })
      .execute();
    const answer = await page.charge();
    assert.equal(answer.status, 200);
    assert.equal(stepOf(answer).screen, 'charge_pending');
    assert.equal((await chargeRequests(market)).length, 1);
  });

  it('when the account was cancelled during the call: another checkout of the order may charge', async () => {
    const order_id = 'order-1';
    const page = await acceptedPage(market, { order_id });
    const { timing } = market.bff.context;
    const { answerMs } = timing;
    timing.answerMs = 20;
    market.proxy.fail(chargeCall, 'hold');
    await page.charge();
    timing.answerMs = answerMs;
    await market.proxy.held(1);
    await market.sandbox.post('/api/v1/sponsor/consumers/accounts/cancel/', {
      request_user_id: 'hillside-admin',
      external_application_id: await market.applicationOf(page),
    });
    await market.bff.runDue();
    assert.equal((await page.step()).screen, 'cancelled');
    market.proxy.drop();
    await until('the lost answer', async () => {
      const charges = market.bff.database.query.selectFrom('charges').select('state');
      return (await charges.executeTakeFirstOrThrow()).state === 'unknown' || undefined;
    });
    market.bff.tick(callLimitMs);
    await market.bff.runDue();
    const other = await acceptedPage(market, { order_id, applicant: { email: 'b@example.test' } });
    assert.equal((await pendingCharge(other)).amount, '8400.00');
    const statuses = (await chargeRequests(market)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), ['Canceled', 'Pending']);
  });

  it('when the lender heard two calls late that were given up', async () => {
    const order_id = 'order-1';
    const page = await acceptedPage(market, { isWithoutOrder: true });
    for (const amount of ['3000.00', '4000.00']) {
      await page.on('PATCH', '', {
        order_token: await signedOrder(market.bff, { order_id, amount }),
      });
      await givenUpCharge(page);
    }
    await heardLate(page);
    assert.equal(as(await page.step(), 'charge_pending').amount, '3000.00');
    assert.deepEqual(await chargeStates(), ['pending', 'void']);
  });

  it('when the lender heard the calls of two checkouts late', async () => {
    const order_id = 'order-1';
    const pages = [
      await acceptedPage(market, { order_id }),
      await acceptedPage(market, { order_id }),
    ] as const;
    for (const page of pages) await givenUpCharge(page);
    for (const page of pages) await heardLate(page);
    const steps = await Promise.all(pages.map((page) => page.step()));
    assert.deepEqual(steps.map(({ screen }) => screen).toSorted(), ['accepted', 'charge_pending']);
    assert.deepEqual(await chargeStates(), ['pending', 'void']);
  });

  it('under the id of an intent that came to nothing', async () => {
    const page = await acceptedPage(market);
    market.proxy.fail(chargeCall, 503);
    await page.charge();
    const intents = () => market.bff.database.query.selectFrom('charges').select('id').execute();
    const [given] = await intents();
    market.bff.tick(callLimitMs);
    await page.step();
    await pendingCharge(page);
    const [request] = await chargeRequests(market);
    assert.equal(request?.payment_identifier, given?.id);
    assert.deepEqual(await intents(), [given]);
  });

  it('after the lender took no more calls, under the same id', async () => {
    const page = await acceptedPage(market);
    market.proxy.fail(chargeCall, 429);
    assert.equal(codeOf(await page.charge()), 'lender_unavailable');
    assert.equal((await chargeRequests(market)).length, 0);
    await pendingCharge(page);
    assert.equal((await chargeRequests(market)).length, 1);
  });

  it('after the lender did not take the credentials, which are the operator’s to mend', async () => {
    const page = await acceptedPage(market);
    market.proxy.fail(chargeCall, 'wrong_credentials');
    assert.equal(codeOf(await page.charge()), 'lender_unavailable');
    assert.equal((await chargeRequests(market)).length, 0);
    assert.deepEqual(await chargeStates(), ['void']);
    assert.ok(market.bff.logged.some((line) => line.includes('lender_credentials_refused')));
  });

  it('when the lender is slow: the request comes by the stream', async () => {
    const page = await acceptedPage(market);
    market.bff.context.timing.answerMs = 20;
    market.proxy.fail(chargeCall, 'hold');
    assert.equal(stepOf(await page.charge()).screen, 'working');
    const stream = await StepStream.open(page);
    assert.equal((await stream.next())?.step.screen, 'working');
    await market.proxy.held(1);
    market.proxy.release();
    assert.equal((await stream.next())?.step.screen, 'charge_pending');
    await stream.close();
    assert.equal((await chargeRequests(market)).length, 1);
  });
});
