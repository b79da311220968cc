import type { Kysely, Transaction } from 'kysely';
import { type Engine, insertedRows, rowLock } from '../../platform/database/database.ts';
import type { Order } from '../domain/checkout.ts';
import type { BffSchema } from './schema.ts';

export interface OrderTokenUse {
  publishableKey: string;
  jti: string;
  checkoutId: string;
  order: Order;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** True if a token of the same order was brought that was signed later: then this one sets nothing. */
export async function isOlderOrder(
  query: Kysely<BffSchema>,
  publishableKey: string,
  order: Order,
): Promise<boolean> {
  return (await newerAmount(query, publishableKey, order)) !== undefined;
}

/** True if the order has another amount by a token that was signed later, whichever checkout has it. */
export async function isOutdatedAmount(
  tx: Transaction<BffSchema>,
  publishableKey: string,
  order: Order,
): Promise<boolean> {
  const newer = await newerAmount(tx, publishableKey, order);
  return newer !== undefined && newer.amount_cents !== order.amountCents;
}

function newerAmount(
  query: Kysely<BffSchema>,
  publishableKey: string,
  { id, issuedAt }: Order,
): Promise<{ amount_cents: number | null } | undefined> {
  return query
    .selectFrom('order_tokens')
    .select('amount_cents')
    .where('merchant', '=', publishableKey)
    .where('order_id', '=', id)
    .where('issued_at', '>', issuedAt)
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Records that a token was brought to a checkout.
 * @returns the checkout it was brought to before; undefined when it is new
 */
export async function useOrderToken(
  tx: Transaction<BffSchema>,
  engine: Engine,
  { publishableKey, jti, checkoutId, order, expiresAt }: OrderTokenUse,
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('order_tokens')
    .values({
      merchant: publishableKey,
      jti,
      checkout_id: checkoutId,
      order_id: order.id,
      issued_at: order.issuedAt,
      amount_cents: order.amountCents,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (insertedRows(inserted) === 1) return undefined;
  const row = await tx
    .selectFrom('order_tokens')
    .select('checkout_id')
    .where('merchant', '=', publishableKey)
    .where('jti', '=', jti)
    .$call(rowLock({ engine }))
    .executeTakeFirstOrThrow();
  return row.checkout_id;
}

/** The checkout that a token was brought to. */
export async function ownerOfOrderToken(
  query: Kysely<BffSchema>,
  publishableKey: string,
  jti: string,
): Promise<string | undefined> {
  const row = await query
    .selectFrom('order_tokens')
    .select('checkout_id')
    .where('merchant', '=', publishableKey)
    .where('jti', '=', jti)
    .executeTakeFirst();
  return row?.checkout_id;
}

export async function moveOrderToken(
  tx: Transaction<BffSchema>,
  { publishableKey, jti, checkoutId }: OrderTokenUse,
): Promise<void> {
  await tx
    .updateTable('order_tokens')
    .set({ checkout_id: checkoutId })
    .where('merchant', '=', publishableKey)
    .where('jti', '=', jti)
    .execute();
}
