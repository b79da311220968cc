import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { WebhookEndpoint } from '../../../../server/bff/merchants.ts';
import { webhookDeliverer } from '../../../../server/bff/operations/deliver-webhooks.ts';
import { createCallbackClient } from '../../../../server/platform/outbound/callback-client.ts';
import { untilAccepted } from '../../../helpers/accepted-page.ts';
import { otherShop, startTestBff } from '../../../helpers/bff.ts';
import { canaryApplicant } from '../../../helpers/canaries.ts';
import { dayMs, hourMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { anApplication, as, ShopPage } from '../../../helpers/shop-page.ts';
import { makeStorage } from '../../../helpers/storage.ts';
import {
  acceptedPage,
  startTestbed,
  type Testbed,
  type TestbedOptions,
} from '../../../helpers/testbed.ts';
import { until } from '../../../helpers/until.ts';
import {
  hmacSecret,
  relist,
  shopWith,
  startReceiver,
  verifyWebhook,
  type WebhookReceiver,
} from '../../../helpers/webhook-receiver.ts';
import { chargeCall } from './charge-calls.ts';

const secret = hmacSecret();

describe('webhooks', () => {
  let receiver: WebhookReceiver;
  let second: WebhookReceiver;
  let testbed: Testbed | undefined;
  beforeEach(async () => {
    [receiver, second] = await Promise.all([startReceiver(), startReceiver()]);
  });
  afterEach(async () => {
    await testbed?.close();
    await Promise.all([receiver.close(), second.close()]);
    testbed = undefined;
  });

  const first = (): WebhookEndpoint => ({ id: 'first', url: receiver.url, secrets: [secret] });
  const other = (): WebhookEndpoint => ({ id: 'second', url: second.url, secrets: [secret] });

  const start = async (
    webhooks: WebhookEndpoint[] = [first()],
    { config, ...options }: TestbedOptions = {},
  ): Promise<Testbed> => {
    testbed = await startTestbed({
      isRunning: false,
      ...options,
      config: { merchants: [shopWith(...webhooks), otherShop], ...config },
    });
    return testbed;
  };

  const deliveries = ({ bff }: Testbed) =>
    bff.database.query
      .selectFrom('webhook_deliveries')
      .selectAll()
      .orderBy('endpoint_id')
      .orderBy('version')
      .execute();

  const metric = async ({ bff }: Testbed, name: string) =>
    (await (await bff.app.request('/metrics')).text())
      .split('\n')
      .filter((line) => line.startsWith(name));

  /** Hour by hour, as a service that runs all the time. */
  const pass = ({ bff }: Testbed, hours: number) => bff.pass(hourMs, hours);

  it('tell what happens to a checkout in its order, signed, and nothing of the person', async () => {
    const bed = await start();
    const server = new MerchantServer(bed.bff);
    const applicant = canaryApplicant(1);
    const page = await acceptedPage(bed, {
      order_id: 'S-7',
      applicant: { ...applicant, ssn: '900-10-0001' },
    });
    const { charge_id, payment_request_uuid } = await server.charge(page.checkoutId, {
      amount: '3000.00',
    });
    await bed.sandbox.paymentRequest(payment_request_uuid, 'approve');
    await server.charges(page.checkoutId);
    await bed.sandbox.transaction(payment_request_uuid, 'Transferred');
    await server.charges(page.checkoutId);
    const of = { id: page.checkoutId, chargeId: charge_id };
    const { refund_id } = await server.refund(of, { amount: '100.00' });
    assert.equal(receiver.received.length, 0);
    await bed.bff.runDue();
    assert.deepEqual(receiver.types(), [
      ...untilAccepted,
      'charge.pending',
      'charge.approved',
      'charge.settled',
      'refund.pending',
    ]);
    const versions = receiver.received.map(({ payload }) => payload.data.version);
    assert.deepEqual(versions, [2, 3, 4, 5, 6, 7, 8, 9]);
    const common = { checkout_id: page.checkoutId, order_id: 'S-7', status: 'accepted' };
    const payloads = receiver.received.map(({ payload }) => payload);
    const timestamp = '2026-03-02T15:00:00Z';
    assert.deepEqual(payloads[3], {
      type: 'checkout.accepted',
      timestamp,
      data: { ...common, version: 5, amount: '8400.00' },
    });
    assert.deepEqual(payloads[4], {
      type: 'charge.pending',
      timestamp,
      data: { ...common, version: 6, amount: '3000.00', charge_id },
    });
    assert.deepEqual(payloads.at(-1), {
      type: 'refund.pending',
      timestamp,
      data: { ...common, version: 9, amount: '100.00', charge_id, refund_id },
    });
    for (const webhook of receiver.received) {
      verifyWebhook(secret, webhook, bed.bff.now());
      for (const value of Object.values(applicant)) assert.ok(!webhook.raw.includes(value));
    }
    assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 8);
  });

  type AskInVain = <Answer>(call: RegExp, ask: () => Promise<Answer>) => Promise<Answer>;

  /** A charge and a refund come to nothing after their caller read `working`, and are asked for again. */
  const areToldOf = async (bed: Testbed, askInVain: AskInVain) => {
    const server = new MerchantServer(bed.bff);
    const { checkoutId: id } = await acceptedPage(bed);
    const lost = await askInVain(chargeCall, () => server.charge(id));
    assert.equal(lost.status, 'working');
    const { charge_id: chargeId, payment_request_uuid: uuid } = await server.charge(id);
    await bed.sandbox.paymentRequest(uuid, 'approve');
    await bed.sandbox.transaction(uuid, 'Transferred');
    await server.charges(id);
    const refundCall = /^POST .*\/refund-payment-request\//;
    const refund = await askInVain(refundCall, () => server.refund({ id, chargeId }));
    assert.equal(refund.status, 'working');
    await pass(bed, 1);
    const told = receiver.received.map(({ payload: { type, data } }) => [
      type,
      data.refund_id ?? data.charge_id,
    ]);
    assert.deepEqual(told.slice(untilAccepted.length), [
      ['charge.not_made', lost.charge_id],
      ['charge.pending', chargeId],
      ['charge.settled', chargeId],
      ['refund.not_made', refund.refund_id],
    ]);
  };

  it('tell that nothing came of a charge and a refund that were answered `working`', async () => {
    const bed = await start();
    await areToldOf(bed, async (call, ask) => {
      bed.proxy.fail(call, 'lose_request');
      const answer = await ask();
      await pass(bed, 1);
      return answer;
    });
  });

  it('tell so of those that the lender refused after the caller was answered `working`', async () => {
    const bed = await start();
    const { timing, calls } = bed.bff.context;
    const { answerMs } = timing;
    await areToldOf(bed, async (call, ask) => {
      bed.proxy.fail(call, 'refuse_late');
      timing.answerMs = 20;
      const answer = await ask();
      timing.answerMs = answerMs;
      await bed.proxy.held(1);
      bed.proxy.release();
      await calls.drain();
      return answer;
    });
  });

  it('are sent as they come, without anybody asking', async () => {
    const bed = await start([first()], { isRunning: true });
    const page = new ShopPage(bed.bff);
    await page.open({ amount: '8400.00' });
    as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    const arrived = async () => {
      bed.bff.tick(10);
      return receiver.types().length === 2 ? receiver.types() : undefined;
    };
    const types = await until('both', arrived, { everyMs: 5 });
    assert.deepEqual(types, ['checkout.applied', 'checkout.offers']);
  });

  it('are of the types that an endpoint wants, and of its own merchant', async () => {
    const bed = await start([{ ...first(), events: ['checkout.accepted'] }, other()]);
    await acceptedPage(bed);
    await bed.bff.runDue();
    assert.deepEqual(receiver.types(), ['checkout.accepted']);
    assert.deepEqual(second.types(), untilAccepted);
    const ids = second.received.map(({ id }) => id);
    assert.equal(receiver.received[0]?.id, ids.at(-1), 'one event has one id');
  });

  it('tell of no checkout of a page that nobody applied with', async () => {
    const bed = await start();
    await new ShopPage(bed.bff).open({ amount: '8400.00' });
    const { checkout_id } = await new MerchantServer(bed.bff).make();
    await pass(bed, 31 * 24);
    const told = receiver.received.map(({ payload }) => [payload.type, payload.data.checkout_id]);
    assert.deepEqual(told, [['checkout.expired', checkout_id]]);
  });

  it('that a receiver was down for two days all arrive afterwards, once per id and in order', async () => {
    const bed = await start();
    receiver.answer(503);
    const server = new MerchantServer(bed.bff);
    const pages = [await acceptedPage(bed)];
    await pass(bed, 20);
    pages.push(await acceptedPage(bed));
    const { payment_request_uuid } = await server.charge(pages[0]?.checkoutId ?? '');
    await pass(bed, 20);
    await bed.sandbox.paymentRequest(payment_request_uuid, 'approve');
    await server.charges(pages[0]?.checkoutId ?? '');
    await pass(bed, 8);
    assert.deepEqual(receiver.types(), []);
    const [line = ''] = await metric(bed, 'bff_webhook_endpoint_failing_seconds{');
    assert.match(line, /merchant_id="pk_test_shop",endpoint_id="first"/);
    // Since the first try, an hour after they were written.
    assert.equal(Number(line.split(' ').at(-1)), (47 * hourMs) / 1000);

    receiver.answer(200);
    await pass(bed, 24);
    assert.deepEqual(receiver.types(pages[0]?.checkoutId), [
      ...untilAccepted,
      'charge.pending',
      'charge.approved',
    ]);
    assert.deepEqual(receiver.types(pages[1]?.checkoutId), untilAccepted);
    const ids = receiver.received.filter(({ status }) => status === 200).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const tried = new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp']));
    assert.ok(tried.size > 10, 'signed again for each attempt');
    for (const { status } of await deliveries(bed)) assert.equal(status, 'delivered');
    assert.deepEqual(await metric(bed, 'bff_webhook_endpoint_failing_seconds{'), []);
  });

  it('of one checkout wait for none of another', async () => {
    const bed = await start();
    receiver.answer(503);
    const refused = await acceptedPage(bed);
    await bed.bff.runDue();
    receiver.answer(204);
    const taken = await acceptedPage(bed);
    await bed.bff.runDue();
    assert.deepEqual(receiver.types(refused.checkoutId), []);
    assert.deepEqual(receiver.types(taken.checkoutId), untilAccepted);
  });

  it('are given up after three days, and those after them are tried by their own age', async () => {
    const bed = await start();
    receiver.answer(500);
    const page = new ShopPage(bed.bff);
    await page.open({ amount: '8400.00' });
    as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    await pass(bed, 3 * 24 - 1);
    const statuses = async () => (await deliveries(bed)).map(({ status }) => status);
    assert.deepEqual(await statuses(), ['pending', 'pending']);
    await pass(bed, 2);
    assert.deepEqual(await statuses(), ['failed', 'failed']);
    const [given] = await deliveries(bed);
    const attempts = JSON.parse(given?.attempts ?? '') as { at: number; statusCode: number }[];
    assert.equal(attempts.length, 14);
    assert.ok(attempts.every(({ statusCode }) => statusCode === 500));
    const count = receiver.received.length;
    await pass(bed, 48);
    assert.equal(receiver.received.length, count);
  });

  it('are given up at once by a receiver that is gone', async () => {
    const bed = await start();
    receiver.answer(410);
    await acceptedPage(bed);
    await bed.bff.runDue();
    assert.deepEqual(
      (await deliveries(bed)).map(({ status, tries }) => [status, tries]),
      untilAccepted.map(() => ['failed', 1]),
    );
  });

  it('are done for the runner when they have arrived, and given up when they have failed', async (t) => {
    const bed = await start();
    await acceptedPage(bed);
    const { context } = bed.bff;
    const now = context.clock.now();
    const client = createCallbackClient({ allowedHosts: context.config.callbackAllowedHosts });
    t.after(() => client.close());
    const deliver = webhookDeliverer(context, client);
    for (const [status, result] of [
      [204, 'done'],
      [410, 'given_up'],
    ] as const) {
      receiver.answer(status);
      const next = (await deliveries(bed)).find((each) => each.status === 'pending');
      const payload = { eventId: next?.event_id, endpointId: next?.endpoint_id };
      const work = { kind: 'webhook', key: '', scope: '', payload, attempts: 0 };
      assert.equal(await deliver({ ...work, dueAt: now, now }), result);
    }
  });

  it('go to no inner network that is not let through', async () => {
    const bed = await start([first()], { config: { callbackAllowedHosts: [] } });
    await acceptedPage(bed);
    await bed.bff.runDue();
    assert.equal(receiver.received.length, 0);
    const [delivery] = await deliveries(bed);
    assert.match(delivery?.attempts ?? '', /"statusCode":null,"error":"not_https"/);
  });

  it('wait for no other receiver that is slow', async () => {
    const bed = await start([first(), other()], { isRunning: true });
    receiver.answer('never');
    for (let count = 0; count < 12; count += 1) {
      const page = new ShopPage(bed.bff);
      await page.open({ amount: '8400.00' });
      await page.on('POST', '/application', anApplication({ ssn: `900-10-${1000 + count}` }));
    }
    await until('all at the healthy one', async () => {
      bed.bff.tick(10);
      return second.types().length >= 24 ? true : undefined;
    });
    assert.ok(receiver.mostAtOnce() <= 6, 'so many are on their way to one at a time');
    await receiver.close();
    receiver = await startReceiver();
  });

  it('carry the signatures of both secrets while one takes the other’s place', async () => {
    const next = hmacSecret();
    const bed = await start([{ ...first(), secrets: [secret, next] }]);
    const page = new ShopPage(bed.bff);
    await page.open({ amount: '8400.00' });
    as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    await bed.bff.runDue();
    assert.deepEqual(receiver.types(), ['checkout.applied', 'checkout.offers']);
    for (const webhook of receiver.received) {
      for (const each of [secret, next]) verifyWebhook(each, webhook, bed.bff.now());
      assert.throws(() => verifyWebhook(hmacSecret(), webhook, bed.bff.now()));
      assert.throws(() => verifyWebhook(secret, webhook, bed.bff.now() + 10 * 60_000));
    }
    relist(bed.bff, shopWith({ ...first(), secrets: [next] }));
    await page.select(as(await page.step(), 'offers').offers[0]?.offer_uuid ?? '');
    await bed.bff.runDue();
    const last = receiver.received.at(-1) ?? assert.fail();
    verifyWebhook(next, last, bed.bff.now());
    assert.throws(() => verifyWebhook(secret, last, bed.bff.now()));
  });

  it('carry an Ed25519 signature beside the other where the endpoint has such a key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
    const secrets = [secret, `whsk_${seed.toString('base64')}`];
    const bed = await start([{ ...first(), secrets }]);
    await acceptedPage(bed);
    await bed.bff.runDue();
    const webhook = receiver.received[0] ?? assert.fail();
    verifyWebhook(secret, webhook, bed.bff.now());
    const { 'webhook-id': id, 'webhook-timestamp': at } = webhook.headers;
    const [, signature = ''] = webhook.headers['webhook-signature']?.split('v1a,') ?? [];
    const signed = Buffer.from(`${id}.${at}.${webhook.raw}`);
    assert.ok(verify(null, signed, publicKey, Buffer.from(signature, 'base64')));
  });

  it('for an endpoint that was removed are kept as failed', async () => {
    const bed = await start([first(), other()]);
    receiver.answer(503);
    await acceptedPage(bed);
    await bed.bff.runDue();
    const tried = receiver.received.length;
    relist(bed.bff, shopWith(other()));
    await bed.bff.runDue();
    // Another process may have read a newer file: it is not given up at once.
    assert.ok((await deliveries(bed)).some(({ status }) => status === 'pending'));
    await pass(bed, 1);
    assert.equal(receiver.received.length, tried);
    assert.deepEqual(
      (await deliveries(bed)).map(({ endpoint_id, status }) => [endpoint_id, status]),
      [
        ...untilAccepted.map(() => ['first', 'failed']),
        ...untilAccepted.map(() => ['second', 'delivered']),
      ],
    );
    const [delivery] = await deliveries(bed);
    assert.match(delivery?.attempts ?? '', /"endpoint_removed"/);
    assert.deepEqual(await metric(bed, 'bff_webhook_endpoint_failing_seconds{'), []);
  });

  it('fail since then no longer, once their endpoint was removed and is listed again', async () => {
    const bed = await start([first(), other()]);
    const server = new MerchantServer(bed.bff);
    const failing = async () => {
      const { body } = await server.call('GET', '/events');
      const { endpoints } = body as {
        endpoints: { endpoint_id: string; failing_since: unknown }[];
      };
      return endpoints.find(({ endpoint_id }) => endpoint_id === 'first')?.failing_since;
    };
    receiver.answer(503);
    await acceptedPage(bed);
    await bed.bff.runDue();
    assert.equal(await failing(), '2026-03-02T15:00:00Z');
    await bed.bff.replaceMerchants([shopWith(other()), otherShop]);
    assert.equal(await failing(), undefined);
    await pass(bed, 1);
    await bed.bff.replaceMerchants([shopWith(first(), other()), otherShop]);
    assert.equal(await failing(), null);
    assert.deepEqual(await metric(bed, 'bff_webhook_endpoint_failing_seconds{'), []);
    await acceptedPage(bed);
    await bed.bff.runDue();
    assert.equal(await failing(), '2026-03-02T16:00:00Z');
  });

  it('that an endpoint took too late, once it was removed, say nothing of the next one', async () => {
    const bed = await start([first()], { isRunning: true });
    receiver.answer('never');
    await acceptedPage(bed);
    await until('it is asked', () => Promise.resolve(receiver.mostAtOnce() > 0 || undefined));
    await bed.bff.replaceMerchants([shopWith(), otherShop]);
    await receiver.close();
    receiver = await startReceiver();
    await until('it is written', async () => {
      const [delivery] = await deliveries(bed);
      return delivery?.attempts === '[]' ? undefined : true;
    });
    await bed.bff.replaceMerchants([shopWith(first()), otherShop]);
    assert.deepEqual(await metric(bed, 'bff_webhook_endpoint_failing_seconds{'), []);
  });

  it('that were not sent when the process ended are sent by the next one', async () => {
    const storage = await makeStorage();
    const bed = await start([first()], { storage });
    const page = await acceptedPage(bed);
    await bed.bff.close();
    const next = await startTestBff({
      lenderUrl: bed.proxy.url,
      storage,
      isRunning: true,
      config: { merchants: [shopWith(first())] },
    });
    await until('all', async () => {
      next.tick(10);
      return receiver.types().length === 4 ? true : undefined;
    });
    assert.deepEqual(receiver.types(page.checkoutId), untilAccepted);
    await next.close();
    await bed.closeRest();
    await storage.remove();
    testbed = undefined;
  });

  it('are deleted with the tokens of their checkout', async () => {
    const bed = await start();
    const page = new ShopPage(bed.bff);
    await page.open({ amount: '8400.00' });
    as(await page.apply({ ssn: '900-10-0101' }), 'no_offers');
    await bed.bff.runDue();
    const events = () => bed.bff.database.query.selectFrom('webhook_events').select('id').execute();
    assert.equal((await events()).length, 2);
    bed.bff.tick(32 * dayMs);
    await bed.bff.runDue();
    assert.deepEqual([await events(), await deliveries(bed)], [[], []]);
  });
});
