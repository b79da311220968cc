import { type Kysely, sql } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

/** Links that are only e-mailed, the wrong answers of a whole life, and the codes of a step-up. */
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
  await createTable(
    db,
    'step_up_codes',
    {
      application_id: 'text',
      generation: 'integer',
      sponsor_id: 'text',
      channel: 'text',
      failed_tries: 'integer',
      sent_at: 'integer',
      used_at: 'integer?',
    },
    { primaryKey: ['application_id', 'generation'] },
  );
}
