import type { Kysely } from 'kysely';

/** How often a message was tried in vain: the runs of its delivery are more. */
export async function countFailedTries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('messages')
    .addColumn('failed_tries', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
