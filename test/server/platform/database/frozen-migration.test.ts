import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import { openPostgres, REQUEST_LIMITS } from '../../../../server/platform/database/postgres.ts';
import { openDatabaseGate } from '../../../helpers/database-gate.ts';
import { makeStorage } from '../../../helpers/storage.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'one process has a SQLite file';

describe('a node that freezes while it migrates', { skip, timeout: 60_000 }, () => {
  it('lets the next one migrate, which says that it waits and does so in no statement', async (t) => {
    const storage = await makeStorage();
    t.after(() => storage.remove());
    const gate = await openDatabaseGate(storage.databaseUrl ?? '');
    const half = Promise.withResolvers<void>();
    const nodes = { file: '', schemaName: 'bff' } as const;
    const createTables = (between: () => void) => ({
      '001_initial': {
        up: async (db: Kysely<unknown>) => {
          await sql`create table accounts (id text)`.execute(db);
          between();
          await sql`create table entries (id text)`.execute(db);
        },
      },
    });
    const freeze = () => {
      gate.goDark();
      half.resolve();
    };
    const frozen = openDatabase({ ...nodes, url: gate.url, migrations: createTables(freeze) });
    frozen.catch(() => undefined);
    t.after(() => gate.shut());
    await half.promise;

    const asking = Promise.withResolvers<void>();
    let waits = 0;
    const opening = openDatabase({
      ...nodes,
      url: storage.databaseUrl,
      migrations: createTables(() => undefined),
      onMigrationWait: () => {
        waits += 1;
        asking.resolve();
      },
    });
    await asking.promise;
    const other = await openPostgres(storage.databaseUrl ?? '', 'lending', REQUEST_LIMITS);
    t.after(() => other.close());
    const { rows: waiting } = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(other.query);
    assert.deepEqual(waiting, []);

    const database = await opening;
    t.after(() => database.close());
    assert.equal(waits, 1);
    const { rows } = await sql`select 1 from accounts, entries`.execute(database.query);
    assert.deepEqual(rows, []);
  });
});
