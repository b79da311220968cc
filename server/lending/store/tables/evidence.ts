import type { Kysely } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

export async function createEvidence(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'documents',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text',
      position: 'integer',
      type: 'text',
      version: 'text',
      locale: 'text',
      sha256: 'text',
      content: 'text',
      created_at: 'integer',
    },
    { primaryKey: ['id'], indexes: [['application_id']] },
  );
  await createTable(
    db,
    'consent_events',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text',
      subject_hash: 'text',
      position: 'integer',
      consent_type: 'text',
      text_id: 'text?',
      text_version: 'text?',
      text_sha256: 'text?',
      locale: 'text',
      action: 'text',
      accepted_at: 'integer',
      client_reported_at: 'text?',
      ip_address: 'text?',
      user_agent: 'text?',
      session_id: 'text?',
      origin: 'text?',
      widget_version: 'text?',
      document_sha256: 'text',
      collected_by: 'text',
      prev_hash: 'text',
      row_hash: 'text',
    },
    { primaryKey: ['id'], unique: [['application_id', 'position']] },
  );
  await createTable(
    db,
    'idempotency_keys',
    {
      sponsor_id: 'text',
      operation: 'text',
      key: 'text',
      fingerprint: 'text',
      response: 'text?',
      created_at: 'integer',
    },
    { primaryKey: ['sponsor_id', 'operation', 'key'] },
  );
}
