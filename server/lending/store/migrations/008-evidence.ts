import type { Kysely } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

/** What evidence refers to by its digest, and who approved for a consumer. */
export async function createEvidenceRecords(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'evidence_records',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text',
      type: 'text',
      sha256: 'text',
      content: 'text',
      created_at: 'integer',
    },
    { primaryKey: ['id'], indexes: [['application_id']] },
  );
  await db.schema.alterTable('charge_requests').addColumn('approved_by_user', 'text').execute();
}
