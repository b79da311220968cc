import { type Kysely, sql } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

/** The receiver's calls, which were counters that nobody deleted, in a table that can be kept small. */
export async function createReceiverCalls(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'receiver_calls',
    {
      name: 'text',
      calls: 'integer',
      last_call: 'integer',
    },
    { primaryKey: ['name'], indexes: [['last_call']] },
  );
  await sql`delete from counters where name like 'receiver:%'`.execute(db);
}
