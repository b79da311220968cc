import type { Transaction } from 'kysely';
import { afterACommit } from '../../platform/database/database.ts';
import { dayMs } from '../../platform/durations.ts';
import type { BffContext, Merchant } from '../context.ts';
import { eventView, type StoredEvent } from '../domain/event-view.ts';
import { type Delivery, sentAgain, type WrittenEvent } from '../domain/webhook-delivery.ts';
import { BffError } from '../errors.ts';
import type {
  EventView,
  ResendEventRequest,
  ResendEventsRequest,
  ResentEvents,
} from '../merchant-api/webhooks.ts';
import {
  findIdempotencyKey,
  type IdempotencyKeyUse,
  saveAnswer,
} from '../store/idempotency-keys.ts';
import type { BffSchema } from '../store/schema.ts';
import { deliveriesOf, failedDeliveries, findEvent } from '../store/webhook-list.ts';
import { lockDeliveries, saveDeliveries, scheduleDelivery } from '../store/webhooks.ts';
import { findRepeat, type KeyedRequest, keyedFor, takeKey } from './idempotency-key.ts';
import { unknownCursor } from './list-page.ts';

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
  const keyed = keyedFor(context, merchant, { operation: `resend ${eventId}`, key, body });
  await database.transaction(async (tx) => {
    const deliveries = await lockDeliveries(tx, database, eventId);
    if (deliveries === undefined) throw new BffError('not_found');
    const use = { checkoutId: event.checkoutId, targetId: null };
    // By a repeat nothing is sent.
    if ((await takeKey(tx, keyed, use)) !== undefined) return;
    const targets = targetsOf(merchant, event, { deliveries, wanted: body.endpoint_id });
    await sendAgain(context, tx, { merchant, event: { ...event, eventId }, deliveries, targets });
  });
  return afterACommit(async () =>
    viewOf(context, await ownEvent(context, publishableKey, eventId)),
  );
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

/** Events of one call: as many as are written within seconds. */
const mostResent = 500;

/** Written at a time. */
const batchSize = 50;

/** How long a repeat is answered as before. */
const keptForMs = 30 * dayMs;

/**
 * Sends once more what failed since a time or waits for its next try, the oldest first, as much of it
 * as one call may. A repeat under the same key is answered with what it was first.
 * @throws BffError `idempotency_conflict`, `invalid_request` for an unknown endpoint to send it to or an
 * unknown cursor, `wrong_step` for an endpoint that is gone without another one
 */
export async function resendEvents(
  context: BffContext,
  { merchant, body, key }: Asked<ResendEventsRequest>,
): Promise<ResentEvents> {
  const { webhooks = [] } = merchant;
  if (body.to !== undefined) listed(webhooks, 'to', body.to);
  const keyed = keyedFor(context, merchant, { operation: 'resend', key, body });
  if (keyed === undefined) return resendFailed(context, merchant, { body, keyed });
  // A request that comes at the same time waits for the answer of the first.
  return context.mutex.run(`resend ${keyed.publishableKey} ${keyed.keyDigest}`, async () => {
    const answer = answerOf(await findRepeat(context, keyed));
    return answer ?? resendFailed(context, merchant, { body, keyed });
  });
}

async function resendFailed(
  context: BffContext,
  merchant: Merchant,
  { body, keyed }: { body: ResendEventsRequest; keyed: KeyedRequest | undefined },
): Promise<ResentEvents> {
  const { webhooks = [] } = merchant;
  const { endpoint_id: failedAt, to } = body;
  const ids = webhooks.map(({ id }) => id);
  if (failedAt !== undefined && !ids.includes(failedAt) && to === undefined) {
    throw new BffError('wrong_step', { blockedBy: 'no_endpoint' });
  }
  // Without `to`, what failed at an endpoint that is gone stays as it is.
  const everywhere = to === undefined ? ids : undefined;
  const found = await failedDeliveries(context.database.query, {
    merchant: merchant.publishable_key,
    from: body.created_after,
    endpointIds: failedAt === undefined ? everywhere : [failedAt],
    after: await deliveryBefore(context, merchant, body.starting_after),
    now: context.clock.now(),
    limit: mostResent + 1,
  });
  // An event whose deliveries do not all fit is left to the next call, which goes on after an event.
  const next = found[mostResent];
  const failed = found.slice(0, mostResent).filter(({ eventId }) => eventId !== next?.eventId);
  const use = { checkoutId: '', targetId: null, forgetAt: context.clock.now() + keptForMs };
  // Before anything is sent. A repeat of a call that came to no answer goes on.
  await context.database.transaction((tx) => takeKey(tx, keyed, use));
  let resent = 0;
  for (let at = 0; at < failed.length; at += batchSize) {
    const send = () => sendBatchAgain(context, merchant, failed.slice(at, at + batchSize), to);
    resent += await (resent === 0 ? send() : afterACommit(send));
  }
  const last_event_id = failed.at(-1)?.eventId ?? body.starting_after ?? null;
  const keep = () =>
    keepAnswer(context, keyed, { resent, has_more: next !== undefined, last_event_id });
  return resent === 0 ? keep() : afterACommit(keep);
}

/** Where the call before ended. @throws BffError `invalid_request` */
async function deliveryBefore(
  { database }: BffContext,
  { publishable_key }: Merchant,
  eventId: string | undefined,
): Promise<Delivery | undefined> {
  if (eventId === undefined) return undefined;
  const event = await findEvent(database.query, publishable_key, eventId);
  const deliveries = (await deliveriesOf(database.query, [eventId])).get(eventId);
  const last = deliveries?.toSorted((one, other) => one.createdAt - other.createdAt).at(-1);
  if (event === undefined || last === undefined) throw unknownCursor();
  return last;
}

/** @returns how many are on their way */
function sendBatchAgain(
  context: BffContext,
  merchant: Merchant,
  failed: readonly Delivery[],
  to: string | undefined,
): Promise<number> {
  return context.database.transaction(async (tx) => {
    let sent = 0;
    for (const delivery of failed) {
      if (await sendFailedAgain(context, tx, { merchant, delivery, to })) sent += 1;
    }
    return sent;
  });
}

/** If two processes are called at once under one key, both answer as the first one to end. */
async function keepAnswer(
  { database }: BffContext,
  keyed: KeyedRequest | undefined,
  answer: ResentEvents,
): Promise<ResentEvents> {
  if (keyed === undefined) return answer;
  await database.transaction((tx) => saveAnswer(tx, keyed, JSON.stringify(answer)));
  return answerOf(await findIdempotencyKey(database.query, keyed)) ?? answer;
}

/** Undefined while the key has none. */
function answerOf(known: IdempotencyKeyUse | undefined): ResentEvents | undefined {
  // JSON that `keepAnswer` wrote.
  return known?.answer === undefined ? undefined : (JSON.parse(known.answer) as ResentEvents);
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
  if (current.status === 'delivered') return false;
  const isGone = !merchant.webhooks?.some(({ id }) => id === endpointId);
  const target = isGone ? to : endpointId;
  if (target === undefined) return false;
  if (isGone && deliveries.some((each) => each.endpointId === target)) {
    const after = deliveries.filter((each) => each !== current);
    await saveDeliveries(tx, eventId, { before: deliveries, after });
    return false;
  }
  return sendAgain(context, tx, { merchant, event: current, deliveries, targets: [target] });
}

interface Again {
  merchant: Merchant;
  event: Pick<WrittenEvent, 'eventId' | 'checkoutId' | 'version' | 'createdAt'>;
  deliveries: readonly Delivery[];
  targets: readonly string[];
}

/** True if anything is on its way by it. */
async function sendAgain(
  { clock }: BffContext,
  tx: Transaction<BffSchema>,
  { merchant: { publishable_key: merchant, webhooks = [] }, event, deliveries, targets }: Again,
): Promise<boolean> {
  const { eventId, checkoutId, version, createdAt } = event;
  const now = clock.now();
  const after = sentAgain(deliveries, {
    event: { eventId, merchant, checkoutId, version, createdAt },
    targets,
    isListed: (endpointId) => webhooks.some(({ id }) => id === endpointId),
    now,
  });
  await saveDeliveries(tx, eventId, { before: deliveries, after });
  const changed = after.filter((delivery) => !deliveries.includes(delivery));
  for (const delivery of changed) await scheduleDelivery(tx, delivery, now);
  return changed.length > 0;
}
