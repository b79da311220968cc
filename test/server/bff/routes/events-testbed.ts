import assert from 'node:assert/strict';
import { type EventsPage, eventsPage } from '../../../../server/bff/merchant-api/webhooks.ts';
import type { WebhookEndpoint } from '../../../../server/bff/merchants.ts';
import { otherShop } from '../../../helpers/bff.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import type { ShopPage } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import {
  hmacSecret,
  shopWith,
  startReceiver,
  type WebhookReceiver,
} from '../../../helpers/webhook-receiver.ts';

export const secret = hmacSecret();
/** When the first event comes. */
export const since = '2026-03-02T15:00:00Z';

interface EventsTestbed {
  testbed: Testbed;
  server: MerchantServer;
  receiver: WebhookReceiver;
  endpoint: WebhookEndpoint;
}

/** A shop that has one endpoint for webhooks, which are sent by `runDue()` alone. */
export async function startEventsTestbed(): Promise<EventsTestbed> {
  const receiver = await startReceiver();
  const endpoint = { id: 'shop', url: receiver.url, secrets: [secret] };
  const config = { merchants: [shopWith(endpoint), otherShop] };
  const testbed = await startTestbed({ isRunning: false, config });
  return { testbed, server: new MerchantServer(testbed.bff), receiver, endpoint };
}

/** GET `/events` */
export async function listEvents(
  server: MerchantServer,
  query: Record<string, string> = {},
): Promise<EventsPage> {
  const answer = await server.call('GET', `/events?${new URLSearchParams(query)}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return eventsPage.parse(answer.body);
}

/** Four events that the receiver wanted no more. */
export async function failEvents(testbed: Testbed, receiver: WebhookReceiver): Promise<ShopPage> {
  receiver.answer(410);
  const page = await acceptedPage(testbed);
  await testbed.bff.runDue();
  receiver.answer(204);
  return page;
}
