import { type Kysely, sql } from 'kysely';

/** When a key that is for no checkout is forgotten: the others go with their checkout. */
export async function addKeyEnds(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('merchant_keys').addColumn('forget_at', 'bigint').execute();
  await sql`create index merchant_keys_index_forget_at on merchant_keys (forget_at)
    where forget_at is not null`.execute(db);
}
