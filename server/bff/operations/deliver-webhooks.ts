import type { Transaction } from 'kysely';
import { afterCommit } from '../../platform/database/database.ts';
import type { DueWorkHandler, DueWorkResult } from '../../platform/due-work/runner.ts';
import { minuteMs, secondMs } from '../../platform/durations.ts';
import type { CallbackClient } from '../../platform/outbound/callback-client.ts';
import type { BffContext } from '../context.ts';
import { withMerchantTold } from '../domain/merchant-told.ts';
import {
  afterAttempt,
  type Delivery,
  type DeliveryAttempt,
  isAcknowledged,
  withoutEndpoint,
} from '../domain/webhook-delivery.ts';
import type { WebhookEndpoint } from '../merchants.ts';
import { lockCheckout } from '../store/checkouts.ts';
import type { BffSchema } from '../store/schema.ts';
import {
  findMessage,
  firstPending,
  lockDeliveries,
  type Message,
  noteEndpoint,
  saveDeliveries,
  scheduleDelivery,
} from '../store/webhooks.ts';
import { webhookHeaders } from '../tokens/webhook-signature.ts';
import { writeChange } from './write-checkout.ts';

/**
 * At a time to one endpoint, in each process. Fewer than a lane has places: what a slow receiver
 * makes wait is then put off, instead of being due all the time before what others wait for.
 */
const mostInFlight = 6;

/** The first pause of what waits; each one more is twice as long. */
const firstPauseMs = secondMs / 4;
const longestPauseMs = 5 * minuteMs;

/** How long after an event its endpoint may be missing from the merchants' file. */
const unlistedForMs = 10 * minuteMs;
const unlistedPauseMs = 30 * secondMs;

/**
 * Sends one event to one endpoint, once those of its checkout before it have arrived there or been
 * given up. Signed again for each attempt: receivers refuse an old timestamp.
 */
export function webhookDeliverer(context: BffContext, client: CallbackClient): DueWorkHandler {
  const inFlight = new Map<string, number>();
  return async ({ payload, attempts, now }) => {
    const pausedUntil = now + Math.min(firstPauseMs * 2 ** attempts, longestPauseMs);
    const place = payload as Pick<Delivery, 'eventId' | 'endpointId'>;
    const message = await findMessage(context.database.query, place);
    if (message?.delivery.status !== 'pending') return 'done';
    const { delivery } = message;
    const first = await firstPending(context.database.query, delivery);
    // The end of the one before it brings it forward.
    if (first !== undefined && first.eventId !== delivery.eventId) {
      return { retryAt: Math.max(first.nextAttemptAt ?? now, pausedUntil) };
    }
    // As it is listed now: the merchants' file is read again while the service runs.
    const endpoint = context.merchants.endpoint(delivery);
    if (endpoint === undefined) {
      // Another process may have read a newer file.
      if (now < delivery.queuedAt + unlistedForMs) return { retryAt: now + unlistedPauseMs };
      return settle(context, message, (each) => withoutEndpoint(each, now));
    }
    const receiver = `${delivery.merchant} ${delivery.endpointId}`;
    const running = inFlight.get(receiver) ?? 0;
    if (running >= mostInFlight) return { retryAt: pausedUntil };
    inFlight.set(receiver, running + 1);
    const attempt = await post(context, client, message, endpoint).finally(() => {
      inFlight.set(receiver, (inFlight.get(receiver) ?? 1) - 1);
    });
    return settle(context, message, (each) => afterAttempt(each, attempt, Math.random()), attempt);
  };
}

async function post(
  { clock }: BffContext,
  client: CallbackClient,
  { delivery, payload: body }: Message,
  { url, secrets }: WebhookEndpoint,
): Promise<DeliveryAttempt> {
  const signed = webhookHeaders(secrets, { id: delivery.eventId, at: clock.now(), body });
  const headers = { ...signed, 'user-agent': 'soft-pull-checkout-webhooks/1.0' };
  const result = await client.post({ url, body, headers });
  const at = clock.now();
  return result.kind === 'answered'
    ? { at, statusCode: result.status, error: null }
    : { at, statusCode: null, error: result.error };
}

/** Writes what became of it, and lets the next event of the checkout go. */
async function settle(
  context: BffContext,
  message: Message,
  change: (delivery: Delivery) => Delivery,
  attempt?: DeliveryAttempt,
): Promise<DueWorkResult> {
  const { database, clock } = context;
  return database.transaction(async (tx) => {
    if (attempt !== undefined && isAcknowledged(attempt)) await noteTold(context, tx, message);
    const { eventId, endpointId } = message.delivery;
    const before = await lockDeliveries(tx, database, eventId);
    const current = before?.find((each) => each.endpointId === endpointId);
    if (before === undefined || current?.status !== 'pending') return 'done';
    const delivery = change(current);
    const after = before.map((each) => (each === current ? delivery : each));
    await saveDeliveries(tx, eventId, { before, after });
    if (attempt !== undefined && context.merchants.endpoint(delivery) !== undefined) {
      await noteEndpoint(tx, delivery, isAcknowledged(attempt) ? null : attempt.at);
    }
    afterCommit(tx, () => report(context, message, delivery, attempt));
    if (delivery.nextAttemptAt !== null) return { retryAt: delivery.nextAttemptAt };
    const next = await firstPending(tx, delivery);
    if (next !== undefined) await scheduleDelivery(tx, next, clock.now());
    return delivery.status === 'delivered' ? 'done' : 'given_up';
  });
}

/** The consumer's screen says that the shop knows how a charge ended, from then on. */
async function noteTold(
  context: BffContext,
  tx: Transaction<BffSchema>,
  { delivery, type }: Message,
): Promise<void> {
  if (!type.startsWith('charge.')) return;
  const checkout = await lockCheckout(tx, context.database.engine, delivery.checkoutId);
  if (checkout === undefined) return;
  await writeChange(context, tx, checkout, withMerchantTold(checkout, delivery.version));
}

function report(
  { log, metrics }: BffContext,
  { type }: Message,
  { eventId, endpointId, merchant, checkoutId, status }: Delivery,
  attempt: DeliveryAttempt | undefined,
): void {
  metrics.countWebhook(status === 'pending' ? 'retried' : status);
  if (status === 'delivered') return;
  log.warn({
    event: 'webhook_not_delivered',
    event_id: eventId,
    event_type: type,
    endpoint_id: endpointId,
    merchant_id: merchant,
    checkout_id: checkoutId,
    status: attempt?.statusCode ?? null,
    reason: attempt === undefined ? 'endpoint_removed' : attempt.error,
    state: status,
  });
}
