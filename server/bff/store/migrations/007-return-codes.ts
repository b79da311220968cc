import type { Kysely } from 'kysely';

/** Digests of the codes in return URLs, and what a session may do that was opened by one. */
export async function addReturnCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('return_codes', 'text').execute();
  await db.schema
    .alterTable('sessions')
    .addColumn('rights', 'text', (column) => column.notNull().defaultTo('all'))
    .execute();
}
