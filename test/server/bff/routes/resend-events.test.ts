import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import {
  event,
  type ResentEvents,
  resentEvents,
} from '../../../../server/bff/merchant-api/webhooks.ts';
import type { WebhookEndpoint } from '../../../../server/bff/merchants.ts';
import { scheduleForgetting } from '../../../../server/bff/operations/forget-old-rows.ts';
import { selectFailedDeliveries } from '../../../../server/bff/store/webhook-list.ts';
import { untilAccepted } from '../../../helpers/accepted-page.ts';
import { answeredCutOff } from '../../../helpers/cut-off-node.ts';
import { dayMs, minuteMs } from '../../../helpers/durations.ts';
import { type MerchantServer, problemOf } from '../../../helpers/merchant-server.ts';
import { queryPlan } from '../../../helpers/query-plan.ts';
import { codeOf, errorsOf, type PageAnswer } from '../../../helpers/shop-page.ts';
import { acceptedPage, type Testbed } from '../../../helpers/testbed.ts';
import {
  relist,
  shopWith,
  verifyWebhook,
  type WebhookReceiver,
} from '../../../helpers/webhook-receiver.ts';
import { failEvents, listEvents, secret, since, startEventsTestbed } from './events-testbed.ts';

const isPostgres = process.env.TEST_DATABASE_URL !== undefined;

describe('what sends merchant events again', () => {
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
  const statusesOf = async (query?: Record<string, string>) =>
    (await list(query)).events.map(({ status }) => status);
  const fail = () => failEvents(testbed, receiver);
  const keyHeader = (key: string) => ({ 'idempotency-key': key });
  const resend = (id: string, body: object = {}, key: string = randomUUID()) =>
    server.call('POST', `/events/${id}/resend`, body, keyHeader(key));
  const resendAll = (body: object, key: string = randomUUID()) =>
    server.call('POST', '/failed-events/resend', body, keyHeader(key));
  const resentBy = async (call: Promise<PageAnswer>): Promise<ResentEvents> => {
    const answer = await call;
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return resentEvents.parse(answer.body);
  };
  const nothing: ResentEvents = { resent: 0, has_more: false, last_event_id: null };
  let added = 0;

  /** More events of a checkout, which were given up at these endpoints. */
  const addFailed = async (checkoutId: string, count: number, endpointIds = ['shop']) => {
    const { database } = testbed.bff;
    const [known] = await database.query.selectFrom('webhook_events').selectAll().execute();
    const [row] = await database.query.selectFrom('webhook_deliveries').selectAll().execute();
    if (known === undefined || row === undefined) return assert.fail('nothing to copy');
    const rows = Array.from({ length: count }, () => {
      added += 1;
      const of = { checkout_id: checkoutId, version: 100 + added, status: 'failed' as const };
      return { event: { ...known, ...of, id: randomUUID() }, of };
    });
    await database.transaction(async (tx) => {
      for (const { event: each, of } of rows) {
        await tx.insertInto('webhook_events').values(each).execute();
        const deliveries = endpointIds.map((endpoint_id) => ({
          ...row,
          ...of,
          event_id: each.id,
          endpoint_id,
        }));
        await tx.insertInto('webhook_deliveries').values(deliveries).execute();
      }
    });
  };

  describe('POST /v1/merchant/events/{id}/resend', () => {
    it('sends it under the same id, signed again, however it ended before', async () => {
      await fail();
      const [last] = (await list()).events;
      testbed.bff.tick(60 * minuteMs);
      const answer = await resend(last?.event_id ?? '');
      assert.equal(answer.status, 200);
      assert.deepEqual(
        [event.parse(answer.body).status, event.parse(answer.body).deliveries[0]?.status],
        ['pending', 'pending'],
      );
      await testbed.bff.runDue();
      const sent = receiver.received.at(-1) ?? assert.fail();
      assert.equal(sent.id, last?.event_id);
      assert.equal(sent.raw, last?.payload);
      verifyWebhook(secret, sent, testbed.bff.now());
      assert.deepEqual(await statusesOf(), ['delivered', 'failed', 'failed', 'failed']);
      await resend(last?.event_id ?? '');
      await testbed.bff.runDue();
      assert.equal(receiver.received.filter(({ id }) => id === last?.event_id).length, 3);
    });

    it('sends it once under one key, and refuses the key for another request', async () => {
      await fail();
      const [last] = (await list()).events;
      const id = last?.event_id ?? '';
      const key = randomUUID();
      const count = receiver.received.length;
      await resend(id, {}, key);
      await testbed.bff.runDue();
      const again = event.parse((await resend(id, {}, key)).body);
      assert.equal(again.status, 'delivered');
      await testbed.bff.runDue();
      assert.equal(receiver.received.length, count + 1);
      assert.equal(codeOf(await resend(id, { endpoint_id: 'shop' }, key)), 'idempotency_conflict');
    });

    it('sends to another endpoint than before what was meant for none, or for one that is gone', async () => {
      await fail();
      relist(testbed.bff, shopWith());
      const [last] = (await list()).events;
      const nowhere = await resend(last?.event_id ?? '');
      assert.deepEqual(problemOf(nowhere), { code: 'wrong_step', blockedBy: 'no_endpoint' });
      await acceptedPage(testbed);
      const unsent = (await list({ status: 'not_sent' })).events;
      assert.equal(unsent.length, 4);
      relist(testbed.bff, shopWith({ ...endpoint, id: 'new' }));
      for (const { event_id } of [last ?? assert.fail(), unsent[0] ?? assert.fail()]) {
        const { deliveries } = event.parse((await resend(event_id)).body);
        assert.deepEqual(
          deliveries.map(({ endpoint_id, status }) => [endpoint_id, status]),
          [['new', 'pending']],
        );
      }
      await testbed.bff.runDue();
      assert.deepEqual(receiver.types(), ['checkout.accepted', 'checkout.accepted']);
    });

    it('refuses what it does not know', async () => {
      await fail();
      const [last] = (await list()).events;
      const elsewhere = await resend(last?.event_id ?? '', { endpoint_id: 'elsewhere' });
      assert.deepEqual(errorsOf(elsewhere), { endpoint_id: ['not_an_option'] });
      const field = await resend(last?.event_id ?? '', { url: receiver.url });
      assert.deepEqual(errorsOf(field), { url: ['unknown_field'] });
      assert.equal(codeOf(await resend(randomUUID())), 'not_found');
      assert.deepEqual(await statusesOf({ status: 'pending' }), []);
    });

    it('does not say that nothing was done once it is sent', { skip: !isPostgres }, async () => {
      await fail();
      const [last] = (await list()).events;
      const answer = await answeredCutOff(testbed.bff, (node) =>
        node.call('POST', `/events/${last?.event_id}/resend`, {}, keyHeader(randomUUID())),
      );
      assert.equal(answer.status, 500, JSON.stringify(answer.body));
      assert.equal((await list({ status: 'pending' })).events.length, 1);
    });
  });

  describe('POST /v1/merchant/failed-events/resend', () => {
    it('requires the time since which it failed', async () => {
      assert.deepEqual(errorsOf(await resendAll({})), { created_after: ['required'] });
      const answer = await resendAll({ created_after: 'yesterday' });
      assert.deepEqual(errorsOf(answer), { created_after: ['invalid'] });
    });

    it('sends all that failed since a time, in order', async () => {
      await fail();
      testbed.bff.tick(minuteMs);
      const page = await fail();
      const answer = await resentBy(resendAll({ created_after: '2026-03-02T15:01:00Z' }));
      assert.deepEqual([answer.resent, answer.has_more], [4, false]);
      assert.equal(answer.last_event_id, (await list()).events[0]?.event_id);
      await testbed.bff.runDue();
      assert.deepEqual(receiver.types(page.checkoutId), untilAccepted);
      assert.deepEqual(receiver.types(), untilAccepted);
      assert.equal((await resentBy(resendAll({ created_after: since }))).resent, 4);
    });

    it('waits no longer for what would be tried later', async () => {
      receiver.answer(503);
      const page = await acceptedPage(testbed);
      for (let tries = 0; tries < 8; tries += 1) {
        testbed.bff.tick(60 * minuteMs);
        await testbed.bff.runDue();
      }
      receiver.answer(204);
      await testbed.bff.runDue();
      assert.deepEqual(receiver.types(), []);
      // The first of them: the others wait for it alone.
      assert.equal((await resentBy(resendAll({ created_after: since }))).resent, 1);
      await testbed.bff.runDue();
      assert.deepEqual(receiver.types(page.checkoutId), untilAccepted);
    });

    it('is nothing where no endpoint is listed', async () => {
      await fail();
      relist(testbed.bff, shopWith());
      assert.deepEqual(await resentBy(resendAll({ created_after: since })), nothing);
    });

    it('goes on after an event, so that nothing is left of an endpoint that is down', async () => {
      const page = await fail();
      receiver.answer(503);
      await addFailed(page.checkoutId, 1100);
      const all = 1104;
      const pages = [];
      for (let after: string | null = null, more = true; more && pages.length < 4; ) {
        const body = { created_after: since, ...(after && { starting_after: after }) };
        const each = await resentBy(resendAll(body));
        await testbed.bff.runDue();
        pages.push(each.resent);
        after = each.last_event_id;
        more = each.has_more;
      }
      assert.deepEqual(pages, [500, 500, 104]);
      assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 4);
      const { rows } = await sql<{ count: number }>`select count(*) as count
        from webhook_deliveries where status = 'pending'`.execute(testbed.bff.database.query);
      assert.equal(Number(rows[0]?.count), all);
    });

    it('leaves an event whose endpoints do not all fit to the next call', async () => {
      const page = await fail();
      await addFailed(page.checkoutId, 495);
      await addFailed(page.checkoutId, 1, ['shop', 'shop-2']);
      relist(testbed.bff, shopWith(endpoint, { ...endpoint, id: 'shop-2' }));
      const first = await resentBy(resendAll({ created_after: since }));
      assert.deepEqual([first.resent, first.has_more], [499, true]);
      const body = { created_after: since, starting_after: first.last_event_id };
      const second = await resentBy(resendAll(body));
      assert.deepEqual([second.resent, second.has_more], [2, false]);
    });

    it('answers a repeat under its key as before, and sends nothing more', async () => {
      await fail();
      const key = randomUUID();
      await resendAll({ created_after: since }, key);
      await testbed.bff.runDue();
      await fail();
      const again = await resentBy(resendAll({ created_after: since }, key));
      assert.equal(again.resent, 4);
      assert.equal((await list({ status: 'failed' })).events.length, 4);
      const other = await resendAll({ created_after: '2026-03-01T15:00:00Z' }, key);
      assert.equal(codeOf(other), 'idempotency_conflict');
    });

    it('keeps the key where nothing had failed, for a month', async () => {
      const key = randomUUID();
      assert.deepEqual(await resentBy(resendAll({ created_after: since }, key)), nothing);
      await fail();
      assert.deepEqual(await resentBy(resendAll({ created_after: since }, key)), nothing);
      assert.equal((await list({ status: 'failed' })).events.length, 4);
      const other = await resendAll({ created_after: '2026-03-01T15:00:00Z' }, key);
      assert.equal(codeOf(other), 'idempotency_conflict');
      testbed.bff.tick(30 * dayMs);
      const { query } = testbed.bff.database;
      const keysLeft = () => query.selectFrom('merchant_keys').selectAll().execute();
      assert.equal((await keysLeft()).length, 1);
      await scheduleForgetting(testbed.bff.context);
      await testbed.bff.runDue();
      assert.deepEqual(await keysLeft(), []);
    });

    it('answers two calls at once under one key with the same', async () => {
      await fail();
      const key = randomUUID();
      const both = [1, 2].map(() => resentBy(resendAll({ created_after: since }, key)));
      const [one, other] = await Promise.all(both);
      assert.deepEqual(one, other);
      await testbed.bff.runDue();
      assert.deepEqual(receiver.types(), untilAccepted);
    });

    it('does not say that nothing was done once any is sent', { skip: !isPostgres }, async () => {
      await fail();
      const key = randomUUID();
      const body = { created_after: since };
      const answer = await answeredCutOff(testbed.bff, (node) =>
        node.call('POST', '/failed-events/resend', body, keyHeader(key)),
      );
      assert.equal(answer.status, 500, JSON.stringify(answer.body));
      assert.equal((await list({ status: 'pending' })).events.length, 4);
      assert.equal((await resendAll(body, key)).status, 200);
    });

    it('is read in an index that holds what has not arrived, without sorting', async () => {
      const { query, engine } = testbed.bff.database;
      if (engine !== 'sqlite') return;
      const base = {
        merchant: 'pk_test_shop',
        from: 1,
        endpointIds: undefined,
        after: undefined,
        now: 2,
        limit: 500,
      };
      for (const part of [
        {},
        { endpointIds: ['shop'] },
        { after: { createdAt: 1, checkoutId: 'one', version: 1 } },
      ]) {
        const plan = await queryPlan(query, selectFailedDeliveries(query, { ...base, ...part }));
        assert.equal(plan.length, 1, plan.join('; '));
        assert.match(plan[0] ?? '', /USING INDEX webhook_deliveries_index_unsent /);
      }
    });

    it('sends what failed at one endpoint alone, where one is named', async () => {
      const page = await fail();
      await addFailed(page.checkoutId, 2, ['shop', 'shop-2']);
      relist(testbed.bff, shopWith(endpoint, { ...endpoint, id: 'shop-2' }));
      const body = { created_after: since, endpoint_id: 'shop-2' };
      assert.equal((await resentBy(resendAll(body))).resent, 2);
      const deliveries = (await list()).events.flatMap((each) => each.deliveries);
      const pending = deliveries.filter(({ status }) => status === 'pending');
      assert.deepEqual(
        pending.map(({ endpoint_id }) => endpoint_id),
        ['shop-2', 'shop-2'],
      );
      // What an endpoint that is gone had becomes another one's; what goes elsewhere stays.
      relist(testbed.bff, shopWith(...['shop-2', 'new'].map((id) => ({ ...endpoint, id }))));
      const moved = { ...body, endpoint_id: 'shop', to: 'new' };
      assert.equal((await resentBy(resendAll(moved))).resent, 6);
      const [last] = (await list()).events;
      assert.deepEqual(
        last?.deliveries.map(({ endpoint_id }) => endpoint_id),
        ['new', 'shop-2'],
      );
    });

    it('moves what failed at an endpoint that is gone to the one that is named', async () => {
      const page = await fail();
      relist(testbed.bff, shopWith({ ...endpoint, id: 'new' }));
      const body = { created_after: since, endpoint_id: 'shop' };
      assert.deepEqual(problemOf(await resendAll(body)), {
        code: 'wrong_step',
        blockedBy: 'no_endpoint',
      });
      assert.equal((await resendAll({ created_after: since })).status, 200);
      assert.deepEqual((await list({ status: 'pending' })).events, []);
      assert.equal((await resentBy(resendAll({ ...body, to: 'new' }))).resent, 4);
      await testbed.bff.runDue();
      assert.deepEqual(receiver.types(page.checkoutId), untilAccepted);
      const { events } = await list();
      assert.ok(events.every(({ status }) => status === 'delivered'));
    });

    it('refuses an endpoint to send to that is not listed, and a call without a time', async () => {
      const nowhere = await resendAll({ created_after: since, to: 'elsewhere' });
      assert.deepEqual(errorsOf(nowhere), { to: ['not_an_option'] });
      assert.equal(codeOf(await resendAll({})), 'invalid_request');
      const unknown = await resendAll({ created_after: since, starting_after: randomUUID() });
      assert.deepEqual(errorsOf(unknown), { starting_after: ['invalid'] });
    });
  });
});
