import type { Transaction } from 'kysely';
import type { BffContext, Merchant } from '../context.ts';
import { eventView, type StoredEvent } from '../domain/event-view.ts';
import { type Delivery, sentAgain } from '../domain/webhook-delivery.ts';
import { BffError } from '../errors.ts';
import type {
  EventView,
  ResendEventRequest,
  ResendEventsRequest,
  ResentEvents,
} from '../merchant-api/webhooks.ts';
import { addIdempotencyKey, findIdempotencyKey } from '../store/idempotency-keys.ts';
import type { BffSchema } from '../store/schema.ts';
import { deliveriesOf, failedDeliveries, findEvent } from '../store/webhook-list.ts';
import { lockDeliveries, saveDeliveries, scheduleDelivery } from '../store/webhooks.ts';
import { assertSameRequest, keyedRequest } from './idempotency-key.ts';

interface Asked<Body> {
  readonly merchant: Merchant;
  readonly body: Body;
  /** `Idempotency-Key` */
  readonly key: string | undefined;
}

/**
 * Sends an event once more. A repeat under the same key is answered with the event as it stands.
 * @throws BffError `not_found`, `idempotency_conflict`, `invalid_request` for an unknown endpoint,
 * `wrong_step` without any to send it to
 */
export async function resendEvent(
  context: BffContext,
  eventId: string,
  { merchant, body, key }: Asked<ResendEventRequest>,
): Promise<EventView> {
  const { database } = context;
  const publishableKey = merchant.publishable_key;
  const event = await ownEvent(context, publishableKey, eventId);
  const operation = `resend ${eventId}`;
  const keyed = key && keyedRequest(context, { publishableKey, operation, key, body });
  const known = keyed && (await findIdempotencyKey(database.query, keyed));
  if (keyed && known) {
    assertSameRequest(known, keyed);
    return viewOf(context, event);
  }
  await database.transaction(async (tx) => {
    const deliveries = await lockDeliveries(tx, database, eventId);
    if (deliveries === undefined) throw new BffError('not_found');
    const targets = targetsOf(merchant, event, { deliveries, wanted: body.endpoint_id });
    await sendAgain(context, tx, { merchant, event, deliveries, targets });
    if (!keyed) return;
    await addIdempotencyKey(tx, { ...keyed, checkoutId: event.checkoutId, chargeId: null });
  });
  return viewOf(context, await ownEvent(context, publishableKey, eventId));
}

/** Where an event goes that is sent again. */
function targetsOf(
  { webhooks = [] }: Merchant,
  { type }: StoredEvent,
  { deliveries, wanted }: { deliveries: readonly Delivery[]; wanted: string | undefined },
): string[] {
  if (wanted !== undefined) return [listed(webhooks, 'endpoint_id', wanted)];
  const meantFor = webhooks.filter(({ id }) =>
    deliveries.some(({ endpointId }) => endpointId === id),
  );
  const taking = webhooks.filter(({ events }) => events?.includes(type) ?? true);
  const targets = meantFor.length > 0 ? meantFor : taking;
  if (targets.length === 0) throw new BffError('wrong_step', { blockedBy: 'no_endpoint' });
  return targets.map(({ id }) => id);
}

/** @throws BffError `invalid_request` */
function listed(
  webhooks: readonly { id: string }[],
  field: 'endpoint_id' | 'to',
  wanted: string,
): string {
  if (webhooks.some(({ id }) => id === wanted)) return wanted;
  throw new BffError('invalid_request', { errors: { [field]: ['not_an_option'] } });
}

async function ownEvent(
  { database }: BffContext,
  publishableKey: string,
  id: string,
): Promise<StoredEvent> {
  const event = await findEvent(database.query, publishableKey, id);
  if (event === undefined) throw new BffError('not_found');
  return event;
}

async function viewOf({ database }: BffContext, event: StoredEvent): Promise<EventView> {
  const deliveries = await deliveriesOf(database.query, [event.id]);
  return eventView(event, deliveries.get(event.id) ?? []);
}

/** Of one call: as much as is written within seconds. */
const mostResent = 500;

/** Written at a time. */
const batchSize = 50;

/**
 * Sends once more what failed since a time or waits for its next try, the oldest first, as much of it
 * as one call may. A repeat under the same key is answered with what it was first.
 * @throws BffError `idempotency_conflict`, `invalid_request` for an unknown endpoint to send it to
 */
export async function resendEvents(
  context: BffContext,
  { merchant, body, key }: Asked<ResendEventsRequest>,
): Promise<ResentEvents> {
  const { database } = context;
  const publishableKey = merchant.publishable_key;
  const { webhooks = [] } = merchant;
  const { endpoint_id: failedAt, to } = body;
  if (to !== undefined) listed(webhooks, 'to', to);
  const operation = 'resend';
  const keyed = key && keyedRequest(context, { publishableKey, operation, key, body });
  const known = keyed && (await findIdempotencyKey(database.query, keyed));
  if (keyed && known) {
    assertSameRequest(known, keyed);
    // JSON that was written below.
    return JSON.parse(known.answer ?? '') as ResentEvents;
  }
  const ids = webhooks.map(({ id }) => id);
  if (failedAt !== undefined && !ids.includes(failedAt) && to === undefined) {
    throw new BffError('wrong_step', { blockedBy: 'no_endpoint' });
  }
  // Without `to`, what failed at an endpoint that is gone stays as it is.
  const everywhere = to === undefined ? ids : undefined;
  const found = await failedDeliveries(database.query, {
    merchant: publishableKey,
    from: body.created_after,
    endpointIds: failedAt === undefined ? everywhere : [failedAt],
    now: context.clock.now(),
    limit: mostResent + 1,
  });
  const failed = found.slice(0, mostResent);
  let resent = 0;
  for (let at = 0; at < failed.length; at += batchSize) {
    resent += await database.transaction(async (tx) => {
      let sent = 0;
      for (const delivery of failed.slice(at, at + batchSize)) {
        if (await sendFailedAgain(context, tx, { merchant, delivery, to })) sent += 1;
      }
      return sent;
    });
  }
  const answer = { resent, has_more: found.length > mostResent };
  const newest = failed.at(-1);
  if (keyed && newest) {
    const { checkoutId } = newest;
    const use = { ...keyed, checkoutId, chargeId: null, answer: JSON.stringify(answer) };
    await database.transaction((tx) => addIdempotencyKey(tx, use));
  }
  return answer;
}

/** False where it has moved on, or the other endpoint has the event already. */
async function sendFailedAgain(
  context: BffContext,
  tx: Transaction<BffSchema>,
  { merchant, delivery, to }: { merchant: Merchant; delivery: Delivery; to: string | undefined },
): Promise<boolean> {
  const { eventId, endpointId } = delivery;
  const deliveries = await lockDeliveries(tx, context.database, eventId);
  const current = deliveries?.find((each) => each.endpointId === endpointId);
  if (deliveries === undefined || current === undefined) return false;
  const isGone = !merchant.webhooks?.some(({ id }) => id === endpointId);
  const target = isGone ? to : endpointId;
  if (target === undefined) return false;
  if (isGone && deliveries.some((each) => each.endpointId === target)) {
    const after = deliveries.filter((each) => each !== current);
    await saveDeliveries(tx, eventId, { before: deliveries, after });
    return false;
  }
  const event = { ...delivery, id: eventId };
  return sendAgain(context, tx, { merchant, event, deliveries, targets: [target] });
}

interface Again {
  merchant: Merchant;
  event: Pick<StoredEvent, 'id' | 'checkoutId' | 'version'>;
  deliveries: readonly Delivery[];
  targets: readonly string[];
}

/** Whether anything is on its way by it. */
async function sendAgain(
  { clock }: BffContext,
  tx: Transaction<BffSchema>,
  { merchant: { publishable_key: merchant, webhooks = [] }, event, deliveries, targets }: Again,
): Promise<boolean> {
  const { id: eventId, checkoutId, version } = event;
  const now = clock.now();
  const after = sentAgain(deliveries, {
    event: { eventId, merchant, checkoutId, version },
    targets,
    isListed: (endpointId) => webhooks.some(({ id }) => id === endpointId),
    now,
  });
  await saveDeliveries(tx, eventId, { before: deliveries, after });
  const changed = after.filter((delivery) => !deliveries.includes(delivery));
  for (const delivery of changed) await scheduleDelivery(tx, delivery, now);
  return changed.length > 0;
}
