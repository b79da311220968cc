import { type Kysely, sql } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

/** Where each chain of evidence ends, those there are already with it, and the work to seal these. */
export async function createEvidenceHeads(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'evidence_heads',
    {
      application_id: 'text',
      sponsor_id: 'text',
      position: 'integer',
      row_hash: 'text',
      mac: 'text',
    },
    { primaryKey: ['application_id'] },
  );
  await sql`insert into evidence_heads (application_id, sponsor_id, position, row_hash, mac)
    select application_id, sponsor_id, position, row_hash, '' from consent_events as event
    where not exists (
      select 1 from consent_events as later
      where later.application_id = event.application_id and later.position = event.position + 1
    )`.execute(db);
  await sql`insert into due_work (kind, key, scope, lane, payload, due_at, attempts, version, leased_until)
    select distinct 'seal_evidence_heads', sponsor_id, sponsor_id, '', 'null', 0, 0, 1, 0 from evidence_heads`.execute(
    db,
  );
  // By which it is found whether the owner of a number has texted STOP.
  await sql`create index consent_events_revocations on consent_events (sponsor_id, accepted_at) where consent_type = 'revocation'`.execute(
    db,
  );
}
