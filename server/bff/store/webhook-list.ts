import { type Selectable, sql } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { StoredEvent } from '../domain/event-view.ts';
import type { Delivery } from '../domain/webhook-delivery.ts';
import type { EventStatus } from '../merchant-api/statuses.ts';
import type { WebhookType } from '../merchant-api/webhook-types.ts';
import type { BffSchema, WebhookEventTable } from './schema.ts';
import { deliveryOf } from './webhooks.ts';

/** The merchant's own event; another one's is none. */
export async function findEvent(
  db: Connection<BffSchema>,
  merchant: string,
  id: string,
): Promise<StoredEvent | undefined> {
  const row = await db
    .selectFrom('webhook_events')
    .selectAll()
    .where('id', '=', id)
    .where('merchant', '=', merchant)
    .executeTakeFirst();
  return row && eventOf(row);
}

/** The deliveries of each of these events, by its id. */
export async function deliveriesOf(
  db: Connection<BffSchema>,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Delivery[]>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('event_id', 'in', [...eventIds])
    .orderBy('event_id')
    .orderBy('endpoint_id')
    .execute();
  return Map.groupBy(rows.map(deliveryOf), ({ eventId }) => eventId);
}

export interface EventListQuery {
  readonly merchant: string;
  readonly checkoutId: string | undefined;
  readonly status: EventStatus | undefined;
  readonly type: WebhookType | undefined;
  /** Made then or later (epoch milliseconds). */
  readonly from: number | undefined;
  /** The last row of the page before. */
  readonly after: StoredEvent | undefined;
  readonly limit: number;
}

/** The merchant's events, the newest first. */
export async function listMerchantEvents(
  db: Connection<BffSchema>,
  query: EventListQuery,
): Promise<StoredEvent[]> {
  const rows = await selectMerchantEvents(db, query).execute();
  return rows.map(eventOf);
}

/** Which have no index of their type: a page of them is found soon among a merchant's latest. */
const usualTypes = [
  'checkout.applied',
  'checkout.offers',
  'checkout.no_offers',
  'checkout.chosen',
  'checkout.accepted',
  'charge.pending',
  'charge.approved',
  'charge.settled',
] as const satisfies readonly WebhookType[];

/**
 * What the partial indexes hold, written as they are: an index that a statement does not name in its
 * own words is not used.
 */
const unsent = sql<boolean>`status in ('failed', 'pending')`;
const rare = sql<boolean>`type not in (${sql.join(usualTypes.map((type) => sql.lit(type)))})`;

const isUsual = (type: WebhookType) => (usualTypes as readonly WebhookType[]).includes(type);
const isUnsent = (status: EventStatus) => status === 'failed' || status === 'pending';

/** In the order of the indexes that it is read by. */
export function selectMerchantEvents(
  db: Connection<BffSchema>,
  { merchant, checkoutId, status, type, from, after, limit }: EventListQuery,
) {
  let rows = db.selectFrom('webhook_events').selectAll().where('merchant', '=', merchant);
  if (status !== undefined) rows = rows.where('status', '=', status);
  if (status !== undefined && isUnsent(status)) rows = rows.where(unsent);
  if (type !== undefined) rows = rows.where('type', '=', type);
  if (type !== undefined && !isUsual(type)) rows = rows.where(rare);
  if (checkoutId !== undefined) {
    rows = rows.where('checkout_id', '=', checkoutId);
    // As a sum it invites no index but that of the checkout.
    if (from !== undefined) rows = rows.where(({ eb }) => eb(eb('created_at', '+', 0), '>=', from));
    if (after !== undefined) rows = rows.where('version', '<', after.version);
    return rows.orderBy('version', 'desc').limit(limit);
  }
  if (from !== undefined) rows = rows.where('created_at', '>=', from);
  if (after !== undefined) {
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('created_at', 'checkout_id', 'version'),
        '<',
        tuple(after.createdAt, after.checkoutId, after.version),
      ),
    );
  }
  return rows
    .orderBy('created_at', 'desc')
    .orderBy('checkout_id', 'desc')
    .orderBy('version', 'desc')
    .limit(limit);
}

export interface FailedQuery {
  readonly merchant: string;
  /** Made then or later (epoch milliseconds). */
  readonly from: number;
  /** Failed at these alone. */
  readonly endpointIds: readonly string[] | undefined;
  /** Of the events after this one alone. */
  readonly after: Pick<Delivery, 'createdAt' | 'checkoutId' | 'version'> | undefined;
  readonly now: number;
  readonly limit: number;
}

/** What was given up or waits for its next try, by event, the oldest first. */
export async function failedDeliveries(
  db: Connection<BffSchema>,
  query: FailedQuery,
): Promise<Delivery[]> {
  if (query.endpointIds?.length === 0) return [];
  const rows = await selectFailedDeliveries(db, query).execute();
  return rows.map(deliveryOf);
}

/** In the order of the index that it is read by. */
export function selectFailedDeliveries(
  db: Connection<BffSchema>,
  { merchant, from, endpointIds, after, now, limit }: FailedQuery,
) {
  let rows = db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('merchant', '=', merchant)
    .where(unsent)
    .where((row) => row.or([row('status', '=', 'failed'), row('next_attempt_at', '>', now)]))
    .where('created_at', '>=', from);
  if (endpointIds !== undefined) rows = rows.where('endpoint_id', 'in', [...endpointIds]);
  if (after !== undefined) {
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('created_at', 'checkout_id', 'version'),
        '>',
        tuple(after.createdAt, after.checkoutId, after.version),
      ),
    );
  }
  return rows.orderBy('created_at').orderBy('checkout_id').orderBy('version').limit(limit);
}

function eventOf(row: Selectable<WebhookEventTable>): StoredEvent {
  return {
    id: row.id,
    merchant: row.merchant,
    checkoutId: row.checkout_id,
    version: row.version,
    type: row.type,
    payload: row.payload,
    status: row.status,
    createdAt: row.created_at,
  };
}
