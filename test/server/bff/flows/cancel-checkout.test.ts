import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { otherKey } from '../../../helpers/bff.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { blockerOf, MerchantServer, problemOf } from '../../../helpers/merchant-server.ts';
import {
  anApplication,
  as,
  codeOf,
  type PageAnswer,
  ShopPage,
  signedOrder,
} from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { callLimitMs } from './charge-calls.ts';

/** The call to the lender that cancels an account. */
const cancelCall = /^POST .*\/accounts\/cancel\//;

const blockedBy = (answer: PageAnswer) => blockerOf(answer, 'wrong_step');

describe('POST /v1/merchant/checkouts/{id}/cancel', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  const chosenPage = async (applicant: object = {}): Promise<ShopPage> => {
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    const applied = await page.apply({ ssn: '900-10-0001', ...applicant });
    const { offers } = as(applied, 'offers');
    await page.select(offers[0]?.offer_uuid ?? '');
    return page;
  };
  const lendersStatus = async (page: ShopPage) => {
    const { status } = await testbed.lending.context.database.query
      .selectFrom('applications')
      .select('status')
      .where('external_application_id', '=', await testbed.applicationOf(page))
      .executeTakeFirstOrThrow();
    return status;
  };
  const cancelsSent = () => testbed.proxy.passed.filter((call) => cancelCall.test(call)).length;
  const passTime = (milliseconds: number) => testbed.bff.pass(milliseconds);
  const typesOf = async (id: string) => (await server.view(id)).timeline.map(({ type }) => type);

  it('ends a checkout that nobody applied on, and asks the lender nothing', async () => {
    const { checkout_id: id, client_token: resume } = await server.make();
    const cancelled = await server.cancel(id);
    assert.deepEqual([cancelled.status, cancelled.cancellation], ['cancelled', 'done']);
    assert.equal(cancelsSent(), 0);
    const page = new ShopPage(testbed.bff);
    const step = await page.open({ resume });
    assert.equal(as(step, 'cancelled').reason, 'merchant_cancelled');
    assert.equal(codeOf(await page.on('POST', '/application', anApplication())), 'wrong_step');
  });

  it('leaves the order’s token to another page, where nobody has applied', async () => {
    const order_token = await signedOrder(testbed.bff);
    const [page, other] = [new ShopPage(testbed.bff), new ShopPage(testbed.bff)];
    await page.open({ order_token });
    await server.cancel(page.checkoutId);
    assert.equal((await other.open({ order_token })).screen, 'details');
    assert.equal((await server.view(page.checkoutId)).status, 'cancelled');
  });

  it('ends one with offers, of which nothing can be chosen any more', async () => {
    const page = await chosenPage();
    const cancelled = await server.cancel(page.checkoutId);
    assert.equal(cancelled.status, 'cancelled');
    assert.equal(cancelsSent(), 1);
    assert.equal(as(await page.step(), 'cancelled').reason, 'merchant_cancelled');
    assert.deepEqual((await typesOf(page.checkoutId)).slice(-1), ['checkout.cancelled']);
    const again = await server.cancel(page.checkoutId);
    assert.equal(again.version, cancelled.version);
    assert.equal(cancelsSent(), 1);
  });

  it('cancels at the lender what the consumer accepts afterwards', async () => {
    const page = await chosenPage();
    await server.cancel(page.checkoutId);
    await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
    await testbed.bff.runDue();
    await passTime(2 * 60 * 60_000);
    assert.equal(await lendersStatus(page), 'Cancelled');
    const { status, cancellation } = await server.view(page.checkoutId);
    assert.deepEqual([status, cancellation], ['cancelled', 'done']);
  });

  it('ends one with offers while the lender is down, and cancels there what is accepted afterwards', async () => {
    const page = await chosenPage();
    testbed.proxy.fail(/loan-applications/, 503, 503, 503);
    testbed.proxy.fail(cancelCall, 503, 503, 503);
    const cancelled = await server.cancel(page.checkoutId);
    assert.deepEqual([cancelled.status, cancelled.cancellation], ['cancelled', 'done']);
    assert.deepEqual((await typesOf(page.checkoutId)).slice(-1), ['checkout.cancelled']);
    assert.ok(testbed.bff.logged.some((line) => line.includes('cancel_not_answered')));
    testbed.proxy.heal();
    assert.equal(as(await page.step(), 'cancelled').reason, 'merchant_cancelled');
    await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
    await testbed.bff.runDue();
    await passTime(2 * 60 * 60_000);
    assert.equal(await lendersStatus(page), 'Cancelled');
    assert.equal((await server.view(page.checkoutId)).status, 'cancelled');
  });

  it('goes on where the lender then refuses, and tells the merchant', async () => {
    const page = await chosenPage();
    await server.cancel(page.checkoutId);
    await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
    testbed.proxy.fail(cancelCall, 403);
    const { status, cancellation } = await server.view(page.checkoutId);
    assert.deepEqual([status, cancellation], ['accepted', 'refused']);
    assert.deepEqual((await typesOf(page.checkoutId)).slice(-2), [
      'checkout.cancelled',
      'checkout.accepted',
    ]);
    assert.equal(as(await page.step(), 'accepted').loan_number?.length, 10);
    assert.ok(testbed.bff.logged.some((line) => line.includes('cancel_refused')));
    assert.equal((await server.cancel(page.checkoutId)).status, 'cancelled');
  });

  it('asks again where the lender did not answer', async () => {
    const page = await chosenPage();
    await server.cancel(page.checkoutId);
    await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
    testbed.proxy.fail(cancelCall, 'lose_request');
    assert.equal((await server.view(page.checkoutId)).status, 'cancelled');
    assert.equal((await server.view(page.checkoutId)).status, 'cancelled');
    assert.equal(await lendersStatus(page), 'Cancelled');
  });

  it('leaves alone what another checkout of the same person goes on with', async () => {
    const email = `${randomUUID()}@example.test`;
    const page = await chosenPage({ email });
    const other = new ShopPage(testbed.bff);
    await other.open({ amount: '8400.00' });
    await other.apply({ ssn: '900-10-0001', email });
    await server.cancel(page.checkoutId);
    assert.equal(cancelsSent(), 0);
    await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
    assert.equal((await server.view(other.checkoutId)).status, 'accepted');
    assert.equal((await server.view(page.checkoutId)).status, 'cancelled');
    assert.equal(await lendersStatus(page), 'Approved: Accepted');
    assert.equal((await server.cancel(other.checkoutId)).status, 'cancelled');
    assert.equal(await lendersStatus(page), 'Cancelled');
  });

  it('cancels the account where both checkouts of it are cancelled at once', async () => {
    const email = `${randomUUID()}@example.test`;
    const page = await chosenPage({ email });
    const other = new ShopPage(testbed.bff);
    await other.open({ amount: '8400.00' });
    await other.apply({ ssn: '900-10-0001', email });
    await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
    const both = [page, other].map(({ checkoutId }) => checkoutId);
    for (const id of both) assert.equal((await server.view(id)).status, 'accepted');
    const cancelled = await Promise.all(both.map((id) => server.cancel(id)));
    assert.deepEqual(
      cancelled.map(({ status }) => status),
      ['cancelled', 'cancelled'],
    );
    assert.equal(cancelsSent(), 1);
    assert.equal(await lendersStatus(page), 'Cancelled');
  });

  it('follows the loan until its offers have expired', async () => {
    const page = await chosenPage();
    await server.cancel(page.checkoutId);
    const endOf = async () => {
      const row = await testbed.bff.database.query
        .selectFrom('checkouts')
        .select('ended_at')
        .where('id', '=', page.checkoutId)
        .executeTakeFirstOrThrow();
      return row.ended_at;
    };
    await passTime(29 * dayMs);
    assert.equal(await endOf(), null);
    await passTime(3 * dayMs);
    assert.notEqual(await endOf(), null);
  });

  it('cancels the account of an accepted loan, with a charge that waits', async () => {
    const page = await acceptedPage(testbed);
    const { charge_id } = await server.charge(page.checkoutId);
    const cancelled = await server.cancel(page.checkoutId);
    assert.deepEqual([cancelled.status, cancelled.cancellation], ['cancelled', 'done']);
    assert.equal(await lendersStatus(page), 'Cancelled');
    const { charges } = await server.view(page.checkoutId);
    assert.deepEqual(
      charges.map((charge) => [charge.charge_id, charge.status]),
      [[charge_id, 'canceled']],
    );
    assert.equal(problemOf(await server.ask(page.checkoutId)).code, 'wrong_step');
  });

  it('says to refund what was charged, and cancels after that', async () => {
    const page = await acceptedPage(testbed);
    const { charge_id: chargeId, payment_request_uuid } = await server.charge(page.checkoutId);
    await testbed.sandbox.paymentRequest(payment_request_uuid, 'approve');
    const answer = await server.askCancel(page.checkoutId);
    assert.equal(blockedBy(answer), 'spent');
    assert.match((answer.body as { detail: string }).detail, /refund/);
    assert.equal(cancelsSent(), 0);
    await server.refund({ id: page.checkoutId, chargeId });
    assert.equal((await server.cancel(page.checkoutId)).status, 'cancelled');
    assert.equal(await lendersStatus(page), 'Cancelled');
  });

  it('waits for a soft pull, and for a charge of which nothing is known', async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    testbed.proxy.fail(/^POST .*\/soft-pull\//, 'hold');
    testbed.bff.context.timing.answerMs = 20;
    await page.apply({ ssn: '900-10-0001' });
    await testbed.proxy.held(1);
    assert.equal(blockedBy(await server.askCancel(page.checkoutId)), 'soft_pull');
    testbed.proxy.release();
    testbed.bff.context.timing.answerMs = 10_000;
    const accepted = await acceptedPage(testbed, { order_id: 'S-2' });
    testbed.proxy.fail(/^POST .*\/payment-request\/$/, 'hold');
    testbed.bff.context.timing.answerMs = 20;
    await server.charge(accepted.checkoutId);
    assert.equal(blockedBy(await server.askCancel(accepted.checkoutId)), 'unsettled_charge');
    testbed.proxy.drop();
  });

  describe('whose answer from the lender was lost', () => {
    it('is found by the loan', async () => {
      const page = await acceptedPage(testbed);
      testbed.proxy.fail(cancelCall, 'lose_answer');
      const answer = await server.cancel(page.checkoutId);
      assert.deepEqual([answer.status, answer.cancellation], ['accepted', 'working']);
      assert.equal(problemOf(await server.ask(page.checkoutId)).code, 'wrong_step');
      assert.equal((await server.view(page.checkoutId)).status, 'cancelled');
      assert.equal(cancelsSent(), 1);
    });

    it('came to nothing where the loan goes on, and can be asked for again', async () => {
      const page = await acceptedPage(testbed);
      testbed.proxy.fail(cancelCall, 'lose_request');
      const key = randomUUID();
      assert.equal((await server.cancel(page.checkoutId, key)).cancellation, 'working');
      assert.equal(problemOf(await server.ask(page.checkoutId)).blockedBy, 'cancelling');
      assert.equal((await server.cancel(page.checkoutId, key)).cancellation, 'working');
      await passTime(callLimitMs + 1);
      const { status, cancellation } = await server.view(page.checkoutId);
      assert.deepEqual([status, cancellation], ['accepted', null]);
      assert.equal((await server.cancel(page.checkoutId, key)).status, 'cancelled');
    });
  });

  it('is 503 where the lender of an accepted loan cannot be reached, and nothing changes', async () => {
    const page = await acceptedPage(testbed);
    testbed.proxy.fail(/loan-applications/, 503, 503, 503);
    const answer = await server.askCancel(page.checkoutId);
    assert.equal(problemOf(answer).code, 'lender_unavailable');
    assert.equal(answer.headers.get('retry-after'), '15');
    testbed.proxy.heal();
    testbed.proxy.fail(cancelCall, 429);
    assert.equal(problemOf(await server.askCancel(page.checkoutId)).code, 'lender_unavailable');
    const { status, cancellation } = await server.view(page.checkoutId);
    assert.deepEqual([status, cancellation], ['accepted', null]);
  });

  it('is refused for one that ended, another merchant’s, and with fields that are not known', async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    as(await page.apply({ ssn: '900-10-0101' }), 'no_offers');
    assert.equal(blockedBy(await server.askCancel(page.checkoutId)), 'ended');
    const { checkout_id: id } = await server.make();
    const other = new MerchantServer(testbed.bff, otherKey);
    assert.equal(codeOf(await other.askCancel(id)), 'not_found');
    assert.equal(codeOf(await server.askCancel(randomUUID())), 'not_found');
    const unknown = await server.call('POST', `/checkouts/${id}/cancel`, { why: 'x' });
    assert.equal(codeOf(unknown), 'invalid_request');
    assert.equal((await server.view(id)).status, 'open');
  });
});
