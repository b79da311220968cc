import type { Kysely } from 'kysely';

/** What happened to a checkout, for its merchant; of what was stored before, only what comes. */
export async function addTimeline(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('timeline', 'text').execute();
}
