import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { acceptedPage, startTestMarket, type TestMarket } from '../../../helpers/market.ts';
import { as, codeOf, stepOf } from '../../../helpers/shop-page.ts';
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
    market.bff.context.timing.answerMs = 20;
    market.proxy.fail(chargeCall, 'hold');
    await page.charge();
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
