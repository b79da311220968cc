import { type Kysely, sql } from 'kysely';

/** Links that are only e-mailed, beside the ordinary one, and the wrong answers of a whole life. */
export async function createIdentity(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('links')
    .addColumn('is_mailed', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.dropIndex('links_one_live').execute();
  await sql`create unique index links_one_live on links (kind, subject_id, is_mailed) where status = 'live'`.execute(
    db,
  );
  await db.schema
    .alterTable('applications')
    .addColumn('identity_failures_total', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  // Only the failures of the last day were kept until now.
  await sql`update applications set identity_failures_total = identity_failures`.execute(db);
}
