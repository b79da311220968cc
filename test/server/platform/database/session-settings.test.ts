import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import { openPostgres, REQUEST_LIMITS } from '../../../../server/platform/database/postgres.ts';
import { makeStorage } from '../../../helpers/storage.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'SQLite has no sessions';

describe('the settings of a PostgreSQL session', { skip }, () => {
  it('are needed: an address by which they are lost opens nothing, and makes no schema', async (t) => {
    const storage = await makeStorage();
    t.after(() => storage.remove());
    const url = new URL(storage.databaseUrl ?? '');
    url.searchParams.set('options', '-c work_mem=64MB');
    await assert.rejects(
      openDatabase({ file: '', url: url.href, schemaName: 'bff', migrations: {} }),
      {
        name: 'DatabaseNotOpenedError',
        message: /^DATABASE_URL: .*search_path.*leave `options` out/,
      },
    );
    const other = await openPostgres(storage.databaseUrl ?? '', 'lending', REQUEST_LIMITS);
    t.after(() => other.close());
    const { rows } = await sql`select 1 from pg_namespace where nspname = 'bff'`.execute(
      other.query,
    );
    assert.deepEqual(rows, []);
  });

  it('do not depend on those of the database: a transaction sees what was committed before its statement', async (t) => {
    const storage = await makeStorage();
    t.after(() => storage.remove());
    const url = new URL(storage.databaseUrl ?? '');
    const before = await openPostgres(url.href, 'bff', REQUEST_LIMITS);
    await sql`alter database ${sql.ref(url.pathname.slice(1))}
      set default_transaction_isolation to 'repeatable read'`.execute(before.query);
    await before.close();
    const options = { file: '', url: url.href, schemaName: 'bff', migrations: {} } as const;
    const database = await openDatabase(options);
    t.after(() => database.close());
    const level = await database.transaction((tx) =>
      sql<{ transaction_isolation: string }>`show transaction_isolation`.execute(tx),
    );
    assert.deepEqual(level.rows, [{ transaction_isolation: 'read committed' }]);
  });
});
