import type { Kysely } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

export async function createSandbox(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'sandbox_sponsors',
    {
      sponsor_id: 'text',
      clock_offset_ms: 'integer',
      deliveries_held: 'integer',
    },
    { primaryKey: ['sponsor_id'] },
  );
  await createTable(
    db,
    'counters',
    {
      name: 'text',
      value: 'integer',
    },
    { primaryKey: ['name'] },
  );
}
