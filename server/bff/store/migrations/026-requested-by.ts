import type { Kysely } from 'kysely';

/** On whose behalf an application was made: the merchant's entry may name others by now. */
export async function addRequestedBy(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('requested_by', 'text').execute();
}
