import { type Kysely, sql } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

/** What was shredded, and the work that sees to it for what there is already. */
export async function createRetention(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'shredded_applicants',
    {
      application_id: 'text',
      sponsor_id: 'text',
      ssn_last4_index: 'text',
      shredded_at: 'integer',
    },
    { primaryKey: ['application_id'] },
  );
  for (const [kind, key] of [
    ['retention_sweep', 'id'],
    ['seal_stored_texts', 'sponsor_id'],
  ] as const) {
    await sql`insert into due_work (kind, key, scope, lane, payload, due_at, attempts, version, leased_until)
      select distinct ${sql.lit(kind)}, ${sql.ref(key)}, sponsor_id, '', 'null', 0, 0, 1, 0 from merchants`.execute(
      db,
    );
  }
}
