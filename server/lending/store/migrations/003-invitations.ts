import type { Kysely } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

export async function createInvitations(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'offer_codes',
    {
      merchant_id: 'text',
      id: 'integer',
      sponsor_id: 'text',
      offer_code_name: 'text',
      description: 'text?',
      product_ids: 'text',
      min_amount_cents: 'integer?',
      max_amount_cents: 'integer?',
      start_date: 'text?',
      end_date: 'text?',
      is_deleted: 'integer',
      created_at: 'integer',
      modified_at: 'integer',
    },
    { primaryKey: ['merchant_id', 'id'], unique: [['merchant_id', 'offer_code_name']] },
  );
  await createTable(
    db,
    'invitations',
    {
      application_id: 'text',
      id: 'text',
      sponsor_id: 'text',
      status: 'text',
      phone: 'text?',
      email: 'text?',
      activate_date: 'text?',
      activates_at: 'integer',
      expires_at: 'integer',
      answered_by: 'text?',
      created_at: 'integer',
      modified_at: 'integer',
    },
    { primaryKey: ['application_id'], unique: [['id']] },
  );
  for (const [column, type] of [
    ['offer_code_terms', 'text'],
    ['invitation_expires_at', 'bigint'],
  ] as const) {
    await db.schema.alterTable('applications').addColumn(column, type).execute();
  }
}
