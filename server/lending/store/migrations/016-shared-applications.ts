import type { Kysely } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

export async function createSharedApplications(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'shared_applications',
    { application_id: 'text', user_id: 'text', sponsor_id: 'text', shared_at: 'integer' },
    { primaryKey: ['application_id', 'user_id'] },
  );
}
