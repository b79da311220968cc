import type { Kysely } from 'kysely';

/** What a merchant's server does with a checkout. */
export async function addMerchantCalls(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('cancellation', 'text').execute();
  await db.schema.alterTable('checkouts').addColumn('limit_increase', 'text').execute();
  await db.schema.alterTable('checkouts').addColumn('sold_by', 'text').execute();
  await db.schema.alterTable('checkouts').addColumn('offer_code', 'text').execute();
  await db.schema.alterTable('checkouts').addColumn('expires_at', 'bigint').execute();
  await db.schema
    .createIndex('checkouts_by_seller')
    .on('checkouts')
    .columns(['merchant', 'sold_by', 'created_at', 'id'])
    .execute();
  // Of two indexes that fit as well SQLite takes the one that was made first.
  await db.schema.dropIndex('checkouts_by_time').execute();
  await db.schema
    .createIndex('checkouts_by_time')
    .on('checkouts')
    .columns(['merchant', 'created_at', 'id'])
    .execute();
  await db.schema.alterTable('charges').addColumn('authorization', 'text').execute();
}
