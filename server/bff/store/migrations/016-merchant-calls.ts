import type { Kysely } from 'kysely';

/** What a merchant's server does with a checkout. */
export async function addMerchantCalls(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('cancellation', 'text').execute();
  await db.schema.alterTable('checkouts').addColumn('limit_increase', 'text').execute();
  await db.schema.alterTable('charges').addColumn('authorization', 'text').execute();
}
