import type { Kysely } from 'kysely';

/** Which applications of its order a page left to begin a checkout: they are no news to it. */
export async function addLeftApplications(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('left_applications', 'text').execute();
}
