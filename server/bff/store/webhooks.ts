import type { Selectable, Transaction } from 'kysely';
import { type Connection, type Database, rowLock } from '../../platform/database/database.ts';
import { prepare, prepareInsert } from '../../platform/database/prepare.ts';
import { schedule } from '../../platform/due-work/due-work.ts';
import { type Delivery, type DeliveryAttempt, eventStatusOf } from '../domain/webhook-delivery.ts';
import type { EndpointName } from '../merchants.ts';
import type { BffSchema, WebhookDeliveryTable } from './schema.ts';

/** Kind of the due work that sends one event to one endpoint. */
export const WEBHOOK = 'webhook';

export const insertWebhookEvents = prepareInsert<BffSchema, 'webhook_events'>('webhook_events');

const insertRows = prepareInsert<BffSchema, 'webhook_deliveries'>('webhook_deliveries');

/** New deliveries, each to be tried at once. */
export async function insertDeliveries(
  tx: Transaction<BffSchema>,
  deliveries: readonly Delivery[],
): Promise<void> {
  await insertRows(tx, deliveries.map(rowOf));
  for (const delivery of deliveries) await scheduleDelivery(tx, delivery, delivery.queuedAt);
}

/** One receiver has a lane: a slow one holds up only itself. */
export function scheduleDelivery(
  tx: Transaction<BffSchema>,
  { eventId, endpointId, merchant }: Pick<Delivery, 'eventId' | 'endpointId' | 'merchant'>,
  dueAt: number,
): Promise<void> {
  return schedule(tx, {
    kind: WEBHOOK,
    key: `${eventId} ${endpointId}`,
    scope: '',
    lane: `${merchant} ${endpointId}`,
    dueAt,
    payload: { eventId, endpointId },
  });
}

/** A delivery with what is sent. */
export interface Message {
  readonly delivery: Delivery;
  readonly type: string;
  readonly payload: string;
}

export async function findMessage(
  db: Connection<BffSchema>,
  place: Pick<Delivery, 'eventId' | 'endpointId'>,
): Promise<Message | undefined> {
  const { rows } = await selectMessage(db, place);
  const [row] = rows;
  return row && { delivery: deliveryOf(row), type: row.type, payload: row.payload };
}

const selectMessage = prepare(
  (db: Connection<BffSchema>, { eventId, endpointId }: Pick<Delivery, 'eventId' | 'endpointId'>) =>
    db
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
      .selectAll('delivery')
      .select(['event.type', 'event.payload'])
      .where('delivery.event_id', '=', eventId)
      .where('delivery.endpoint_id', '=', endpointId),
);

/** The delivery of a checkout that its endpoint gets next. */
export async function firstPending(
  db: Connection<BffSchema>,
  place: Pick<Delivery, 'checkoutId' | 'endpointId'>,
): Promise<Delivery | undefined> {
  const { rows } = await selectFirstPending(db, place);
  return rows[0] && deliveryOf(rows[0]);
}

const selectFirstPending = prepare(
  (
    db: Connection<BffSchema>,
    { checkoutId, endpointId }: Pick<Delivery, 'checkoutId' | 'endpointId'>,
  ) =>
    db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('checkout_id', '=', checkoutId)
      .where('endpoint_id', '=', endpointId)
      .where('status', '=', 'pending')
      .orderBy('version')
      .limit(1),
);

/**
 * The deliveries of an event, which nobody else changes until the transaction ends; undefined when it
 * was deleted.
 */
export async function lockDeliveries(
  tx: Transaction<BffSchema>,
  database: Pick<Database<BffSchema>, 'engine'>,
  eventId: string,
): Promise<Delivery[] | undefined> {
  const event = await tx
    .selectFrom('webhook_events')
    .select('id')
    .where('id', '=', eventId)
    .$call(rowLock(database))
    .executeTakeFirst();
  if (event === undefined) return undefined;
  const rows = await tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('endpoint_id')
    .execute();
  return rows.map(deliveryOf);
}

/** Writes the deliveries of an event that was locked, in place of those that it had. */
export async function saveDeliveries(
  tx: Transaction<BffSchema>,
  eventId: string,
  { before, after }: { before: readonly Delivery[]; after: readonly Delivery[] },
): Promise<void> {
  const changed = after.filter((each) => !before.includes(each));
  const gone = before.filter((each) => !after.some(isAtSameEndpoint(each)));
  for (const { endpointId } of gone) {
    await tx
      .deleteFrom('webhook_deliveries')
      .where('event_id', '=', eventId)
      .where('endpoint_id', '=', endpointId)
      .execute();
  }
  for (const delivery of changed) {
    const { event_id, endpoint_id, ...rest } = rowOf(delivery);
    await tx
      .insertInto('webhook_deliveries')
      .values({ event_id, endpoint_id, ...rest })
      .onConflict((conflict) => conflict.columns(['event_id', 'endpoint_id']).doUpdateSet(rest))
      .execute();
  }
  const status = eventStatusOf(after.map((each) => each.status));
  if (status === eventStatusOf(before.map((each) => each.status))) return;
  await tx.updateTable('webhook_events').set({ status }).where('id', '=', eventId).execute();
}

function isAtSameEndpoint(one: Delivery): (other: Delivery) => boolean {
  return (other) => other.endpointId === one.endpointId;
}

/** Notes whether an endpoint takes what it is sent; the time of its first failure stands. */
export async function noteEndpoint(
  tx: Transaction<BffSchema>,
  { merchant, endpointId }: Pick<Delivery, 'merchant' | 'endpointId'>,
  failedAt: number | null,
): Promise<void> {
  if (failedAt === null) {
    await tx
      .updateTable('webhook_endpoints')
      .set({ failing_since: null })
      .where('merchant', '=', merchant)
      .where('endpoint_id', '=', endpointId)
      .where('failing_since', 'is not', null)
      .execute();
    return;
  }
  await tx
    .insertInto('webhook_endpoints')
    .values({ merchant, endpoint_id: endpointId, failing_since: failedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant', 'endpoint_id'])
        .doUpdateSet({ failing_since: failedAt })
        .where('webhook_endpoints.failing_since', 'is', null),
    )
    .execute();
}

/** Forgets how endpoints did that are not listed: one that is listed again starts again. */
export async function forgetEndpoints(
  db: Connection<BffSchema>,
  isListed: (endpoint: EndpointName) => boolean,
): Promise<void> {
  const rows = await db.selectFrom('webhook_endpoints').selectAll().execute();
  for (const { merchant, endpoint_id } of rows) {
    if (isListed({ merchant, endpointId: endpoint_id })) continue;
    await db
      .deleteFrom('webhook_endpoints')
      .where('merchant', '=', merchant)
      .where('endpoint_id', '=', endpoint_id)
      .execute();
  }
}

/** An endpoint that has taken nothing since. */
export interface FailingEndpoint {
  readonly merchant: string;
  readonly endpointId: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

export async function failingEndpoints(db: Connection<BffSchema>): Promise<FailingEndpoint[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('failing_since', 'is not', null)
    .execute();
  return rows.map(({ merchant, endpoint_id: endpointId, failing_since }) => ({
    merchant,
    endpointId,
    since: failing_since ?? 0,
  }));
}

/** Deletes all events of a checkout. What is due of them then finds nothing. */
export async function deleteWebhooks(
  tx: Transaction<BffSchema>,
  checkoutId: string,
): Promise<void> {
  await tx.deleteFrom('webhook_deliveries').where('checkout_id', '=', checkoutId).execute();
  await tx.deleteFrom('webhook_events').where('checkout_id', '=', checkoutId).execute();
}

export function deliveryOf(row: Selectable<WebhookDeliveryTable>): Delivery {
  return {
    eventId: row.event_id,
    endpointId: row.endpoint_id,
    merchant: row.merchant,
    checkoutId: row.checkout_id,
    version: row.version,
    status: row.status,
    tries: row.tries,
    queuedAt: row.queued_at,
    nextAttemptAt: row.next_attempt_at,
    // JSON that `rowOf` wrote itself.
    attempts: JSON.parse(row.attempts) as DeliveryAttempt[],
    createdAt: row.created_at,
  };
}

function rowOf(delivery: Delivery): WebhookDeliveryTable {
  return {
    event_id: delivery.eventId,
    endpoint_id: delivery.endpointId,
    merchant: delivery.merchant,
    checkout_id: delivery.checkoutId,
    version: delivery.version,
    status: delivery.status,
    tries: delivery.tries,
    queued_at: delivery.queuedAt,
    next_attempt_at: delivery.nextAttemptAt,
    attempts: JSON.stringify(delivery.attempts),
    created_at: delivery.createdAt,
  };
}
