import { type Kysely, SqliteAdapter, sql } from 'kysely';

/**
 * Finds the calls that a process which died had begun without going through every checkout there
 * is. Each index holds what is under way and nothing else. Only SQLite is asked for them; on
 * PostgreSQL an index on the state would make every update of it touch the others, too.
 */
export async function indexOpenCalls(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return;
  const started = sql.lit('started');
  await db.schema
    .createIndex('checkouts_with_open_soft_pull')
    .on('checkouts')
    .column('id')
    .where(sql.ref('soft_pull_state'), '=', started)
    .execute();
  await db.schema
    .createIndex('charges_with_open_call')
    .on('charges')
    .column('checkout_id')
    .where(sql.ref('state'), '=', started)
    .execute();
}
