import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import { openPostgres, REQUEST_LIMITS } from '../../../../server/platform/database/postgres.ts';
import { makeStorage } from '../../../helpers/storage.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'SQLite has no other session';

it('a migration says in one line that another session holds its tables', { skip }, async (t) => {
  const storage = await makeStorage();
  t.after(() => storage.remove());
  const create = async (db: Kysely<unknown>) => {
    await sql`create table accounts (id text)`.execute(db);
    await sql`create index accounts_by_id on accounts (id)`.execute(db);
  };
  const drop = (db: Kysely<unknown>) => db.schema.dropIndex('accounts_by_id').execute();
  const migrations = { '001_initial': { up: create }, '002_fewer': { up: drop } };
  const place = { file: '', url: storage.databaseUrl, schemaName: 'bff' } as const;
  const before = { '001_initial': { up: create } };
  await (await openDatabase({ ...place, migrations: before })).close();

  const dump = await openPostgres(storage.databaseUrl ?? '', 'bff', REQUEST_LIMITS);
  t.after(() => dump.close());
  await dump.query.transaction().execute(async (tx) => {
    await sql`lock table accounts in access share mode`.execute(tx);
    await assert.rejects(openDatabase({ ...place, migrations, lockedWithinMs: 0 }), {
      name: 'TablesHeldError',
      message: /^the tables of bff could not be brought up to date: other sessions .*[^\n]$/,
    });
  });
  await (await openDatabase({ ...place, migrations })).close();
});
