import type { Transaction } from 'kysely';
import type { BffSchema } from './schema.ts';
import { deleteWebhooks } from './webhooks.ts';

/**
 * Deletes a checkout's tokens, the order tokens and idempotency keys that led to it, and what its
 * merchant's server was told. A key of a charge or refund stays as long as that: a repeat that comes
 * late must not move money again.
 */
export async function deleteAccess(tx: Transaction<BffSchema>, checkoutId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('checkout_id', '=', checkoutId).execute();
  await leaveOrderTokens(tx, checkoutId);
  await tx.deleteFrom('order_tokens').where('checkout_id', '=', checkoutId).execute();
  await tx
    .deleteFrom('merchant_keys')
    .where('checkout_id', '=', checkoutId)
    .where('charge_id', 'is', null)
    .execute();
  await deleteWebhooks(tx, checkoutId);
}

/** Another checkout of the order may yet be charged: by them it is known which amount is the newest. */
async function leaveOrderTokens(tx: Transaction<BffSchema>, checkoutId: string): Promise<void> {
  const heir = await tx
    .selectFrom('checkouts as gone')
    .innerJoin('checkouts as other', (join) =>
      join
        .onRef('other.merchant', '=', 'gone.merchant')
        .onRef('other.order_id', '=', 'gone.order_id')
        .onRef('other.id', '<>', 'gone.id'),
    )
    .select('other.id')
    .where('gone.id', '=', checkoutId)
    .where('other.ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (heir === undefined) return;
  await tx
    .updateTable('order_tokens')
    .set({ checkout_id: heir.id })
    .where('checkout_id', '=', checkoutId)
    .where('order_id', 'is not', null)
    .execute();
}

/** Deletes all that is known of a checkout. */
export async function deleteCheckout(
  tx: Transaction<BffSchema>,
  checkoutId: string,
): Promise<void> {
  await deleteAccess(tx, checkoutId);
  await tx.deleteFrom('merchant_keys').where('checkout_id', '=', checkoutId).execute();
  await tx.deleteFrom('settlements').where('checkout_id', '=', checkoutId).execute();
  await tx.deleteFrom('refunds').where('checkout_id', '=', checkoutId).execute();
  await tx.deleteFrom('charges').where('checkout_id', '=', checkoutId).execute();
  await tx.deleteFrom('order_openings').where('checkout_id', '=', checkoutId).execute();
  await tx.deleteFrom('shown_offers').where('checkout_id', '=', checkoutId).execute();
  await tx.deleteFrom('checkouts').where('id', '=', checkoutId).execute();
}
