import { type Kysely, sql } from 'kysely';

/**
 * The charges that are followed for 120 days are read in pages, and older ones not at all. The new index
 * is made before the other is dropped, from which on reads wait, too.
 */
export async function indexFollowed(db: Kysely<unknown>): Promise<void> {
  await sql`create index charges_followed
    on charges (merchant, state, coalesce(settled_at, started_at), id)`.execute(db);
  await db.schema.dropIndex('charges_by_merchant_state').execute();
}
