import type { Transaction } from 'kysely';
import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import type { WebhookEvent } from '../domain/timeline.ts';
import { queued } from '../domain/webhook-delivery.ts';
import type { BffSchema } from '../store/schema.ts';
import { insertDeliveries, insertWebhookEvents } from '../store/webhooks.ts';

/**
 * Writes what the merchant's server is told, in the transaction of its cause. Without a receiver it is
 * written all the same: it can be read and sent later.
 */
export async function recordWebhooks(
  { ids, merchants, clock }: Pick<BffContext, 'ids' | 'merchants' | 'clock'>,
  tx: Transaction<BffSchema>,
  { id: checkoutId, publishableKey: merchant }: Pick<Checkout, 'id' | 'publishableKey'>,
  events: readonly WebhookEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const endpoints = merchants.get(merchant)?.webhooks ?? [];
  const now = clock.now();
  const told = events.map(({ type, version, at, payload }) => {
    const eventId = ids.orderedUuid(now);
    const deliveries = endpoints
      .filter((endpoint) => endpoint.events?.includes(type) ?? true)
      .map(({ id: endpointId }) =>
        queued({ eventId, endpointId, merchant, checkoutId, version, createdAt: at }, now),
      );
    const row = {
      id: eventId,
      merchant,
      checkout_id: checkoutId,
      version,
      type,
      payload: JSON.stringify(payload),
      status: deliveries.length === 0 ? ('not_sent' as const) : ('pending' as const),
      created_at: at,
    };
    return { row, deliveries };
  });
  await insertWebhookEvents(
    tx,
    told.map(({ row }) => row),
  );
  await insertDeliveries(
    tx,
    told.flatMap(({ deliveries }) => deliveries),
  );
}
