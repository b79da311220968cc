import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sandboxCallback } from '../../../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../../../server/platform/http/basic-auth.ts';
import { as, type ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { until } from '../../../helpers/until.ts';
import { chargeCall, chargeRequests } from './charge-calls.ts';

describe('the lender’s callbacks', () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed({ isRunning: true });
  });
  after(() => testbed.close());

  const post = (path: string, body: unknown) =>
    testbed.bff.app.request(path, {
      method: 'POST',
      headers: {
        authorization: basicAuthHeader(sandboxCallback),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  const allProcessed = () =>
    until('the inbox', async () => {
      const rows = await testbed.bff.database.query.selectFrom('inbox').selectAll().execute();
      return rows.every(({ processed_at }) => processed_at !== null) ? rows : undefined;
    });
  const pending = async (page: ShopPage) => as(stepOf(await page.charge()), 'charge_pending');

  it('move a checkout that nobody looks at', async () => {
    const page = await acceptedPage(testbed);
    const { payment_request_uuid } = await pending(page);
    await testbed.sandbox.paymentRequest(payment_request_uuid, 'approve');
    const step = as(await testbed.arrive(page, 'charge_outcome'), 'charge_outcome');
    assert.equal(step.outcome, 'approved');
  });

  it('end it as well when they come late, twice and in the wrong order', async () => {
    await testbed.sandbox.holdEvents();
    const page = await acceptedPage(testbed);
    const { payment_request_uuid } = await pending(page);
    await testbed.sandbox.paymentRequest(payment_request_uuid, 'reject');
    await testbed.sandbox.releaseEvents('newest_first', 3);
    const step = as(await testbed.arrive(page, 'charge_outcome'), 'charge_outcome');
    assert.equal(step.outcome, 'rejected');
    const own = await testbed.applicationOf(page);
    const types = await until('both events', async () => {
      const rows = await allProcessed();
      const ofPage = rows.filter(({ ids }) => ids?.includes(own));
      return ofPage.length > 1 ? ofPage : undefined;
    });
    assert.deepEqual(types.map(({ event_type }) => event_type).toSorted(), [
      'consumer_application_complete',
      'consumer_charge_outcome',
    ]);
  });

  it('are hints only: a forged one moves nothing', async () => {
    const page = await acceptedPage(testbed);
    const { payment_request_uuid } = await pending(page);
    const external_application_id = await testbed.applicationOf(page);
    const forged = {
      event_id: randomUUID(),
      event_type: 'consumer_charge_outcome',
      outcome: 'approved',
      payment_request_status: 'Approved',
      transaction_status: 'Transferred',
      payment_request_uuid,
      external_application_id,
    };
    assert.equal((await post('/callbacks/transaction', forged)).status, 200);
    const cancel = { ...forged, event_id: randomUUID(), event_type: 'consumer_account_cancel' };
    assert.equal((await post('/callbacks/application', cancel)).status, 200);
    await allProcessed();
    assert.equal((await page.step()).screen, 'charge_pending');
  });

  it('find their checkout by the charge request alone', async () => {
    await testbed.sandbox.holdEvents();
    const page = await acceptedPage(testbed);
    const { payment_request_uuid } = await pending(page);
    await testbed.sandbox.paymentRequest(payment_request_uuid, 'approve');
    await post('/callbacks/transaction', { event_id: randomUUID(), payment_request_uuid });
    await testbed.arrive(page, 'charge_outcome');
    await testbed.sandbox.releaseEvents('oldest_first');
  });

  it('wait for a lender that cannot be read', async () => {
    const page = await acceptedPage(testbed);
    const external_application_id = await testbed.applicationOf(page);
    await allProcessed();
    testbed.proxy.fail(/^GET .*\/loan\//, ...Array<number>(9).fill(500));
    const event_id = randomUUID();
    await post('/callbacks/application', { event_id, external_application_id });
    await until('the failed reading', async () => {
      const { attempts } = await testbed.bff.database.query
        .selectFrom('due_work')
        .select('attempts')
        .where('key', '=', event_id)
        .executeTakeFirstOrThrow();
      return attempts > 0 ? attempts : undefined;
    });
    testbed.proxy.heal();
    testbed.bff.tick(60_000);
    await allProcessed();
  });

  it('tell of refused terms', async () => {
    const { sandbox } = testbed;
    const page = await acceptedPage(testbed);
    await page.open({ amount: '8400.00' });
    const offers = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    await page.select(offers.offers[0]?.offer_uuid ?? '');
    await sandbox.application(await testbed.applicationOf(page), 'decline-terms');
    const step = await testbed.arrive(page, 'cancelled');
    assert.deepEqual(step, { screen: 'cancelled', reason: 'terms_declined' });
  });

  it('tell of a review’s end', async () => {
    for (const [result, screen] of [
      ['passed', 'offers'],
      ['failed', 'no_offers'],
    ] as const) {
      const page = await acceptedPage(testbed);
      await page.open({ amount: '8400.00' });
      assert.equal((await page.apply({ ssn: '900-10-0106' })).screen, 'review');
      await testbed.sandbox.application(await testbed.applicationOf(page), 'verify', { result });
      assert.equal((await testbed.arrive(page, screen)).screen, screen);
    }
  });
});

describe('a callback that overtakes the answer to the call that it is about', () => {
  it('is heard again once the answer is there', async (t) => {
    const testbed = await startTestbed({ isRunning: false });
    const { bff, proxy, sandbox } = testbed;
    t.after(() => testbed.close());
    const page = await acceptedPage(testbed);
    proxy.fail(chargeCall, 'hold');
    const charging = page.charge();
    await proxy.held(1);
    const [request] = await chargeRequests(testbed);
    await sandbox.paymentRequest(request?.id ?? null, 'approve');
    const sent = await bff.app.request('/callbacks/transaction', {
      method: 'POST',
      headers: {
        authorization: basicAuthHeader(sandboxCallback),
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        event_id: randomUUID(),
        external_application_id: await testbed.applicationOf(page),
      }),
    });
    assert.equal(sent.status, 200);
    await bff.runDue();
    proxy.release();
    as(stepOf(await charging), 'charge_pending');
    bff.tick(2_000);
    await bff.runDue();
    const { screen } = await bff.database.query
      .selectFrom('checkouts')
      .select('screen')
      .where('id', '=', page.checkoutId)
      .executeTakeFirstOrThrow();
    assert.equal(screen, 'charge_outcome');
  });
});
