import type { Kysely } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

export async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'credit_line_increases',
    {
      application_id: 'text',
      sponsor_id: 'text',
      previous_limit_cents: 'integer',
      new_limit_cents: 'integer',
      requested_by: 'text',
      increased_at: 'integer',
    },
    { primaryKey: ['application_id'] },
  );
  await createTable(
    db,
    'account_cancellations',
    {
      application_id: 'text',
      sponsor_id: 'text',
      cancelled_by: 'text',
      reason: 'text?',
      cancelled_at: 'integer',
    },
    { primaryKey: ['application_id'] },
  );
}
