import { type Kysely, sql } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

/** Where chains of evidence ended that were deleted, and the work to end those of who is shredded. */
export async function createEvidenceEnds(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'evidence_ends',
    {
      application_id: 'text',
      sponsor_id: 'text',
      position: 'integer',
      row_hash: 'text',
      mac: 'text',
      ended_at: 'integer',
    },
    { primaryKey: ['application_id'] },
  );
  await sql`insert into due_work (kind, key, scope, lane, payload, due_at, attempts, version, leased_until)
    select 'evidence_end', application_id, sponsor_id, '', 'null', shredded_at, 0, 1, 0 from shredded_applicants`.execute(
    db,
  );
}
