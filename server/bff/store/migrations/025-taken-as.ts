import type { Kysely } from 'kysely';

/** By which names a lender has an application that it has not decided yet. */
export async function addTakenAs(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('taken_as', 'text').execute();
}
