import type { Transaction } from 'kysely';
import { type Engine, insertedRows, rowLock } from '../../platform/database/database.ts';
import type { BffSchema } from './schema.ts';

export interface OrderTokenUse {
  publishableKey: string;
  jti: string;
  checkoutId: string;
  orderId: string;
  /** Its `iat`, seconds since the epoch. */
  issuedAt: number;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/**
 * Whether a token of the same order was brought that was signed later: then this one sets nothing.
 * Tokens are remembered for as long as the checkout that they were brought to, which outlives them.
 */
export async function isOlderOrder(
  tx: Transaction<BffSchema>,
  publishableKey: string,
  { order }: { order: { id: string; issuedAt: number } },
): Promise<boolean> {
  const newer = await tx
    .selectFrom('order_tokens')
    .select('jti')
    .where('merchant', '=', publishableKey)
    .where('order_id', '=', order.id)
    .where('issued_at', '>', order.issuedAt)
    .limit(1)
    .executeTakeFirst();
  return newer !== undefined;
}

/**
 * Records that a token was brought to a checkout.
 * @returns the checkout it was brought to before; undefined when it is new
 */
export async function useOrderToken(
  tx: Transaction<BffSchema>,
  engine: Engine,
  { publishableKey, jti, checkoutId, orderId, issuedAt, expiresAt }: OrderTokenUse,
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('order_tokens')
    .values({
      merchant: publishableKey,
      jti,
      checkout_id: checkoutId,
      order_id: orderId,
      issued_at: issuedAt,
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
