import type { Kysely } from 'kysely';

/** Which offer code the lender refused, so that a page does not bring it again. */
export async function addOfferCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('refused_offer_code', 'text').execute();
}
