import type { Transaction } from 'kysely';
import type { BffSchema } from './schema.ts';

interface OffersOfCheckout {
  merchant: string;
  checkoutId: string;
  offerUuids: readonly string[];
}

/**
 * Notes which checkout of the merchant was shown these offers first.
 * @returns that checkout, where it is another one
 */
export async function shownBefore(
  tx: Transaction<BffSchema>,
  { merchant, checkoutId, offerUuids }: OffersOfCheckout,
): Promise<string | undefined> {
  if (offerUuids.length === 0) return undefined;
  await tx
    .insertInto('shown_offers')
    .values(offerUuids.map((offer_uuid) => ({ merchant, offer_uuid, checkout_id: checkoutId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const first = await tx
    .selectFrom('shown_offers')
    .select('checkout_id')
    .where('merchant', '=', merchant)
    .where('offer_uuid', 'in', [...offerUuids])
    .where('checkout_id', '<>', checkoutId)
    .executeTakeFirst();
  return first?.checkout_id;
}

/** Notes that the loan of these offers goes by the id of this checkout, whoever was shown them first. */
export async function claimOffers(
  tx: Transaction<BffSchema>,
  { merchant, checkoutId, offerUuids }: OffersOfCheckout,
): Promise<void> {
  await tx
    .updateTable('shown_offers')
    .set({ checkout_id: checkoutId })
    .where('merchant', '=', merchant)
    .where('offer_uuid', 'in', [...offerUuids])
    .execute();
}
