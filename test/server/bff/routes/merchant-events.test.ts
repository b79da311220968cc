import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { WebhookEndpoint } from '../../../../server/bff/merchants.ts';
import { selectMerchantEvents } from '../../../../server/bff/store/webhook-list.ts';
import { untilAccepted } from '../../../helpers/accepted-page.ts';
import { otherKey } from '../../../helpers/bff.ts';
import { minuteMs } from '../../../helpers/durations.ts';
import { freePort } from '../../../helpers/free-ports.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { queryPlan } from '../../../helpers/query-plan.ts';
import { codeOf, errorsOf } from '../../../helpers/shop-page.ts';
import { acceptedPage, type Testbed } from '../../../helpers/testbed.ts';
import { relist, shopWith, type WebhookReceiver } from '../../../helpers/webhook-receiver.ts';
import { failEvents, listEvents, since, startEventsTestbed } from './events-testbed.ts';

describe('GET /v1/merchant/events', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  let receiver: WebhookReceiver;
  let endpoint: WebhookEndpoint;
  beforeEach(async () => {
    ({ testbed, server, receiver, endpoint } = await startEventsTestbed());
  });
  afterEach(async () => {
    await testbed.close();
    await receiver.close();
  });

  const list = (query?: Record<string, string>) => listEvents(server, query);
  const typesOf = async (query: Record<string, string>) =>
    (await list(query)).events.map(({ type }) => type);
  const fail = () => failEvents(testbed, receiver);

  it('has the newest first, with the body that was sent and each attempt', async () => {
    receiver.answer(503);
    const page = await acceptedPage(testbed);
    await testbed.bff.runDue();
    receiver.answer(204);
    testbed.bff.tick(minuteMs);
    await testbed.bff.runDue();
    const { events, has_more, endpoints } = await list();
    assert.equal(has_more, false);
    assert.deepEqual(
      events.map(({ type, version }) => [type, version]),
      untilAccepted.map((type, index) => [type, index + 2]).toReversed(),
    );
    const first = events.at(-1) ?? assert.fail();
    const { raw, id } = receiver.received[0] ?? assert.fail();
    assert.equal(first.event_id, id);
    assert.equal(first.payload, raw);
    assert.equal(first.checkout_id, page.checkoutId);
    assert.equal(first.status, 'delivered');
    assert.deepEqual(first.deliveries, [
      {
        endpoint_id: 'shop',
        status: 'delivered',
        next_attempt_at: null,
        attempts: [
          { at: '2026-03-02T15:00:00Z', status: 503, error: null },
          { at: '2026-03-02T15:01:00Z', status: 204, error: null },
        ],
      },
    ]);
    assert.deepEqual(endpoints, [{ endpoint_id: 'shop', url: receiver.url, failing_since: null }]);
  });

  it('says since when an endpoint has been failing, and why', async () => {
    const url = `http://127.0.0.1:${await freePort()}/hooks`;
    relist(testbed.bff, shopWith({ ...endpoint, url }));
    await acceptedPage(testbed);
    await testbed.bff.runDue();
    testbed.bff.tick(minuteMs);
    await testbed.bff.runDue();
    const { events, endpoints } = await list({ status: 'pending' });
    assert.equal(endpoints[0]?.failing_since, '2026-03-02T15:00:00Z');
    const { attempts, next_attempt_at } = events.at(-1)?.deliveries[0] ?? assert.fail();
    assert.deepEqual(
      attempts.map(({ status, error }) => [status, error]),
      [
        [null, 'ECONNREFUSED'],
        [null, 'ECONNREFUSED'],
      ],
    );
    assert.ok(next_attempt_at !== null);
  });

  it('goes by checkout, status, type and time', async () => {
    const first = await fail();
    testbed.bff.tick(minuteMs);
    const second = await acceptedPage(testbed);
    await testbed.bff.runDue();
    assert.equal((await list()).events.length, 8);
    for (const [page, status] of [
      [first, 'failed'],
      [second, 'delivered'],
    ] as const) {
      const { events } = await list({ checkout_id: page.checkoutId });
      assert.deepEqual(
        events.map(({ type }) => type),
        untilAccepted.toReversed(),
      );
      assert.deepEqual((await list({ status })).events, events);
    }
    assert.deepEqual(await typesOf({ type: 'checkout.offers' }), [
      'checkout.offers',
      'checkout.offers',
    ]);
    assert.equal((await list({ created_after: '2026-03-02T15:01:00Z' })).events.length, 4);
    assert.equal((await list({ created_after: since })).events.length, 8);
    for (const [page, types] of [
      [first, []],
      [second, untilAccepted.toReversed()],
    ] as const) {
      const query = { checkout_id: page.checkoutId, created_after: '2026-03-02T15:01:00Z' };
      assert.deepEqual(await typesOf(query), types);
    }
    assert.deepEqual(await typesOf({ status: 'not_sent' }), []);
    assert.deepEqual(await typesOf({ checkout_id: randomUUID() }), []);
  });

  it('is read page by page, in a checkout too', async () => {
    const page = await acceptedPage(testbed);
    await acceptedPage(testbed);
    for (const query of [{}, { checkout_id: page.checkoutId }]) {
      const all = (await list(query)).events;
      const paged = [];
      for (let after: string | undefined, more = true; more; ) {
        const next = await list({
          ...query,
          limit: '3',
          ...(after && { starting_after: after }),
        });
        paged.push(...next.events);
        after = next.events.at(-1)?.event_id;
        more = next.has_more;
      }
      assert.deepEqual(paged, all);
    }
  });

  it('of one checkout goes on after none of another', async () => {
    const [page, other] = [await acceptedPage(testbed), await acceptedPage(testbed)];
    const [event] = (await list({ checkout_id: other.checkoutId })).events;
    const query = `checkout_id=${page.checkoutId}&starting_after=${event?.event_id}`;
    const answer = await server.call('GET', `/events?${query}`);
    assert.deepEqual(errorsOf(answer), { starting_after: ['invalid'] });
  });

  it('is the merchant’s own alone', async () => {
    await acceptedPage(testbed);
    const other = new MerchantServer(testbed.bff, otherKey);
    const { body } = await other.call('GET', '/events');
    assert.deepEqual(body, { events: [], has_more: false, endpoints: [] });
    const [own] = (await list()).events;
    const cursor = await other.call('GET', `/events?starting_after=${own?.event_id}`);
    assert.deepEqual(errorsOf(cursor), { starting_after: ['invalid'] });
    const failed = await other.call('POST', '/failed-events/resend', {
      created_after: since,
      starting_after: own?.event_id,
    });
    assert.deepEqual(errorsOf(failed), { starting_after: ['invalid'] });
    const again = await other.call('POST', `/events/${own?.event_id}/resend`, {});
    assert.equal(codeOf(again), 'not_found');
  });

  for (const [query, errors] of [
    ['status=sent', { status: ['not_an_option'] }],
    ['type=charge.working', { type: ['not_an_option'] }],
    ['created_after=yesterday', { created_after: ['invalid'] }],
    ['created_after=2016-12-31T23:59:60Z', { created_after: ['invalid'] }],
    ['limit=0', { limit: ['invalid'] }],
    ['merchant=pk', { merchant: ['unknown_field'] }],
  ] as const) {
    it(`refuses ${query}`, async () => {
      const answer = await server.call('GET', `/events?${query}`);
      assert.equal(codeOf(answer), 'invalid_request');
      assert.deepEqual(errorsOf(answer), errors);
    });
  }

  it('is read in an index, without sorting', async () => {
    const { query, engine } = testbed.bff.database;
    if (engine !== 'sqlite') return;
    const base = {
      merchant: 'pk_test_shop',
      checkoutId: undefined,
      status: undefined,
      type: undefined,
      from: 1,
      after: undefined,
      limit: 25,
    };
    const all = 'merchant_created_at_checkout_id_version';
    for (const [part, index] of [
      [{}, all],
      [{ status: 'failed' }, 'unsent'],
      [{ status: 'delivered' }, all],
      [{ type: 'charge.approved' }, all],
      [{ type: 'charge.reversed' }, 'rare'],
      [{ checkoutId: 'one' }, 'checkout_id_version'],
    ] as const) {
      const plan = await queryPlan(query, selectMerchantEvents(query, { ...base, ...part }));
      assert.equal(plan.length, 1, plan.join('; '));
      assert.match(plan[0] ?? '', new RegExp(`USING INDEX webhook_events_index_${index} `));
    }
  });
});
