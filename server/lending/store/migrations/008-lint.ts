import type { Kysely } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

export async function createLint(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'lint_findings',
    {
      sponsor_id: 'text',
      operation: 'text',
      kind: 'text',
      field: 'text',
      detail: 'text?',
      count: 'integer',
      first_at: 'integer',
      last_at: 'integer',
    },
    { primaryKey: ['sponsor_id', 'operation', 'kind', 'field'] },
  );
}
