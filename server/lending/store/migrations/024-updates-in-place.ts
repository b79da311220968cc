import { type Kysely, SqliteAdapter, sql } from 'kysely';

/**
 * On PostgreSQL an index on the status makes each change of it write every index of the application
 * again. That a person has one application under way at a merchant holds without it: whoever begins
 * one has the lock of the person. A change writes no index only where its page has room.
 */
export async function updateInPlace(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return;
  await db.schema.dropIndex('applications_one_started').execute();
  await sql`alter table applications set (fillfactor = 50)`.execute(db);
}
