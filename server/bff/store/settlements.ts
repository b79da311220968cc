import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { Checkout } from '../domain/checkout.ts';
import type { Settlement } from '../domain/settlement.ts';
import type { BffSchema } from './schema.ts';

/** Writes what has moved; what was written before stays as it is. */
export async function addSettlement(
  tx: Transaction<BffSchema>,
  { id: checkoutId, publishableKey }: Pick<Checkout, 'id' | 'publishableKey'>,
  { id, kind, chargeId, refundId, orderId, amountCents, split, seenAt }: Settlement,
): Promise<void> {
  await tx
    .insertInto('settlements')
    .values({
      id,
      merchant: publishableKey,
      kind,
      checkout_id: checkoutId,
      charge_id: chargeId,
      refund_id: refundId,
      order_id: orderId,
      amount_cents: amountCents,
      ...split,
      seen_at: seenAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Where a settlement stands in the list of its merchant. */
export interface SettlementPlace {
  readonly id: string;
  readonly seenAt: number;
}

/** The place of the merchant's own settlement; another one's has none. */
export async function findSettlementPlace(
  db: Connection<BffSchema>,
  merchant: string,
  id: string,
): Promise<SettlementPlace | undefined> {
  const row = await db
    .selectFrom('settlements')
    .select('seen_at')
    .where('id', '=', id)
    .where('merchant', '=', merchant)
    .executeTakeFirst();
  return row && { id, seenAt: row.seen_at };
}

export interface SettlementsQuery {
  readonly merchant: string;
  /** Seen then or later (epoch milliseconds). */
  readonly from: number | undefined;
  /** Seen earlier. */
  readonly before: number | undefined;
  readonly after: SettlementPlace | undefined;
  readonly limit: number;
}

export type SettlementRow = Awaited<ReturnType<typeof listSettlements>>[number];

/** A merchant's settlements, the oldest first, with how their charges and refunds stand now. */
export function listSettlements(db: Connection<BffSchema>, query: SettlementsQuery) {
  return selectSettlements(db, query).execute();
}

/** In the order of the index that it is read by. */
export function selectSettlements(
  db: Connection<BffSchema>,
  { merchant, from, before, after, limit }: SettlementsQuery,
) {
  let rows = db
    .selectFrom('settlements')
    .innerJoin('charges', 'charges.id', 'settlements.charge_id')
    .leftJoin('refunds', 'refunds.id', 'settlements.refund_id')
    .selectAll('settlements')
    .select([
      'charges.transaction_description',
      'charges.state as charge_state',
      'charges.started_at as charged_at',
      'charges.payment_request_uuid',
      'refunds.state as refund_state',
      'refunds.started_at as refunded_at',
      'refunds.refund_uuid',
    ])
    .where('settlements.merchant', '=', merchant);
  if (from !== undefined) rows = rows.where('settlements.seen_at', '>=', from);
  if (before !== undefined) rows = rows.where('settlements.seen_at', '<', before);
  if (after !== undefined) {
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('settlements.seen_at', 'settlements.id'), '>', tuple(after.seenAt, after.id)),
    );
  }
  return rows.orderBy('settlements.seen_at').orderBy('settlements.id').limit(limit);
}
