import { sql, type Transaction } from 'kysely';
import type { Connection, Database } from './database.ts';
import { prepareUnread } from './prepare.ts';

/**
 * Makes transactions that lock the same name wait for each other until they end. SQLite's only
 * writer is alone already.
 */
export async function lockName<Schema>(
  tx: Transaction<Schema>,
  { engine }: Pick<Database<Schema>, 'engine'>,
  name: string,
): Promise<void> {
  if (engine !== 'postgres') return;
  await lockByName(tx, { name });
}

const lockByName = prepareUnread(<Schema>(db: Connection<Schema>, { name }: { name: string }) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`.as('locked')),
);
