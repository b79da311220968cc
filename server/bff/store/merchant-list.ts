import type { Connection } from '../../platform/database/database.ts';
import type { CheckoutSummary } from '../domain/checkout-view.ts';
import type { CheckoutStatus } from '../merchant-api/statuses.ts';
import { chargesByCheckout } from './charges.ts';
import { refundsByCheckout } from './refunds.ts';
import type { BffSchema } from './schema.ts';

/** Where a checkout stands in the lists of its merchant. */
export interface ListPlace {
  readonly id: string;
  readonly createdAt: number;
}

export interface MerchantListQuery {
  readonly merchant: string;
  readonly orderId: string | undefined;
  readonly status: CheckoutStatus | undefined;
  readonly soldBy: string | undefined;
  /** Made then or later (epoch milliseconds). */
  readonly from: number | undefined;
  /** Made earlier. */
  readonly before: number | undefined;
  readonly after: ListPlace | undefined;
  readonly limit: number;
}

/** The place of the merchant's own checkout; another one's has none. */
export async function findPlace(
  db: Connection<BffSchema>,
  merchant: string,
  id: string,
): Promise<ListPlace | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .select('created_at')
    .where('id', '=', id)
    .where('merchant', '=', merchant)
    .executeTakeFirst();
  return row && { id, createdAt: row.created_at };
}

/** The merchant's checkouts, the newest first. */
export async function listMerchantCheckouts(
  db: Connection<BffSchema>,
  query: MerchantListQuery,
): Promise<CheckoutSummary[]> {
  const rows = await selectMerchantCheckouts(db, query).execute();
  const ids = rows.map(({ id }) => id);
  const charges = await chargesByCheckout(db, ids);
  const refunds = await refundsByCheckout(db, [...charges.keys()]);
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    amountCents: row.order_amount_cents ?? row.amount_cents,
    status: row.status,
    soldBy: row.sold_by,
    offerCode: row.offer_code,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    charges: charges.get(row.id) ?? [],
    refunds: refunds.get(row.id) ?? [],
  }));
}

/** In the order of the indexes that it is read by. */
export function selectMerchantCheckouts(
  db: Connection<BffSchema>,
  { merchant, orderId, status, soldBy, from, before, after, limit }: MerchantListQuery,
) {
  let rows = db
    .selectFrom('checkouts')
    .select(['id', 'order_id', 'order_amount_cents', 'amount_cents', 'status', 'created_at'])
    .select(['sold_by', 'offer_code', 'expires_at'])
    .where('merchant', '=', merchant);
  if (orderId !== undefined) rows = rows.where('order_id', '=', orderId);
  if (status !== undefined) rows = rows.where('status', '=', status);
  if (soldBy !== undefined) rows = rows.where('sold_by', '=', soldBy);
  if (from !== undefined) rows = rows.where('created_at', '>=', from);
  if (before !== undefined) rows = rows.where('created_at', '<', before);
  if (after !== undefined) {
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(after.createdAt, after.id)),
    );
  }
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
}
