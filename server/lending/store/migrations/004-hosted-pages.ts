import type { Kysely } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

/** What the service's own pages keep: codes, drafts of applications, letters. */
export async function createHostedPages(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'onboarding_codes',
    {
      merchant_id: 'text',
      generation: 'integer',
      sponsor_id: 'text',
      failed_tries: 'integer',
      sent_at: 'integer',
      used_at: 'integer?',
    },
    { primaryKey: ['merchant_id', 'generation'] },
  );
  await createTable(
    db,
    'application_drafts',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text',
      draft_sealed: 'text',
      expires_at: 'integer',
      created_at: 'integer',
    },
    { primaryKey: ['id'], indexes: [['application_id']] },
  );
  await createTable(
    db,
    'letters',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text',
      kind: 'text',
      recipient_sealed: 'text',
      content: 'text',
      status: 'text',
      created_at: 'integer',
    },
    { primaryKey: ['id'], indexes: [['application_id']] },
  );
}
