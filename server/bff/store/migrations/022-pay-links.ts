import type { Kysely } from 'kysely';

/** By what the first input came of a checkout that the merchant's server made, and what it was given out under. */
export async function addPayLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('taken_up_by', 'text').execute();
  await db.schema
    .alterTable('checkouts')
    .addColumn('issued_generation', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
}
