import type { Kysely } from 'kysely';

/** What a merchant's open checkouts need once it is gone from the file that listed it. */
export async function createMerchantsSeen(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('merchants_seen')
    .addColumn('publishable_key', 'text', (column) => column.primaryKey())
    .addColumn('entry', 'text', (column) => column.notNull())
    .execute();
}
