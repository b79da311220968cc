import { type Kysely, sql } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

const slots = 16;

/** What all chains of evidence come to. The service fills it in at its next start, by its key. */
export async function createEvidenceTotals(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'evidence_totals',
    {
      slot: 'integer',
      chains: 'integer',
      events: 'integer',
      changes: 'integer',
      hash: 'text',
      mac: 'text',
    },
    { primaryKey: ['slot'] },
  );
  for (let slot = 0; slot < slots; slot += 1) {
    await sql`insert into evidence_totals (slot, chains, events, changes, hash, mac)
      values (${slot}, 0, 0, 0, '', '')`.execute(db);
  }
}
