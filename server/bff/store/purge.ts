import type { Transaction } from 'kysely';
import type { BffSchema } from './schema.ts';

/** Deletes a checkout's tokens, and the order tokens and idempotency keys that led to it. */
export async function deleteAccess(tx: Transaction<BffSchema>, checkoutId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('checkout_id', '=', checkoutId).execute();
  await tx.deleteFrom('order_tokens').where('checkout_id', '=', checkoutId).execute();
  await tx.deleteFrom('merchant_keys').where('checkout_id', '=', checkoutId).execute();
}

/** Deletes all that is known of a checkout. */
export async function deleteCheckout(
  tx: Transaction<BffSchema>,
  checkoutId: string,
): Promise<void> {
  await deleteAccess(tx, checkoutId);
  await tx.deleteFrom('charges').where('checkout_id', '=', checkoutId).execute();
  await tx.deleteFrom('checkouts').where('id', '=', checkoutId).execute();
}
