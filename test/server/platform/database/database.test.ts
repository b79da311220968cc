import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  afterCommit,
  beforeCommit,
  type Connection,
  type Database,
  DatabaseInUseError,
  insertedRows,
  rowLock,
} from '../../../../server/platform/database/database.ts';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import { prepare } from '../../../../server/platform/database/prepare.ts';
import { openPostgresFaults } from '../../../helpers/postgres-faults.ts';
import { makeStorage, type Storage } from '../../../helpers/storage.ts';

interface Schema {
  accounts: { id: string; cents: number };
}

const createAccounts: Migration = {
  up: (db) =>
    db.schema
      .createTable('accounts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('cents', 'bigint', (column) => column.notNull())
      .execute(),
};

describe('a database', () => {
  let storage: Storage;
  let database: Database<Schema>;
  const open = () =>
    openDatabase<Schema>({
      file: join(storage.folder, 'bff.db'),
      url: storage.databaseUrl,
      schemaName: 'bff',
      migrations: { '001': createAccounts },
    });

  before(async () => {
    storage = await makeStorage();
    database = await open();
    await database.query.insertInto('accounts').values({ id: 'a', cents: 0 }).execute();
  });

  after(async () => {
    await database.close();
    await storage.remove();
  });

  it('cuts off the statements of requests, but no migration and no maintenance command', async (t) => {
    if (database.engine === 'sqlite') return t.skip('SQLite has no such limit');
    const limitOf = async (db: Kysely<unknown>) => {
      const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
      return rows[0]?.statement_timeout;
    };
    const seen: (string | undefined)[] = [];
    const look: Migration = { up: async (db) => void seen.push(await limitOf(db)) };
    const options = { file: '', url: storage.databaseUrl, schemaName: 'lending' as const };
    const opened = await openDatabase({ ...options, migrations: { '001': look } });
    const maintenance = await openDatabase({
      ...options,
      migrations: { '001': look },
      hasNoTimeout: true,
    });
    seen.push(await limitOf(opened.query), await limitOf(maintenance.query));
    await Promise.all([opened.close(), maintenance.close()]);
    assert.deepEqual(seen, ['0', '2s', '0']);
  });

  it('keeps nothing of a transaction that throws, and all of its neighbours [asvs:all-or-nothing]', async () => {
    const results = await Promise.allSettled(
      ['kept-1', 'lost', 'kept-2'].map((id) =>
        database.transaction(async (tx) => {
          await tx.insertInto('accounts').values({ id, cents: 1 }).execute();
          if (id === 'lost') throw new Error('taken back');
        }),
      ),
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    const rows = await database.query
      .selectFrom('accounts')
      .select('id')
      .where('cents', '=', 1)
      .orderBy('id')
      .execute();
    assert.deepEqual(rows, [{ id: 'kept-1' }, { id: 'kept-2' }]);
  });

  it('keeps nothing of a single statement that fails, and all of its neighbours', async () => {
    const insert = (...ids: string[]) =>
      database.statement(async (tx) => {
        const rows = ids.map((id) => ({ id, cents: 2 }));
        await tx.insertInto('accounts').values(rows).execute();
      });
    const results = await Promise.allSettled([
      insert('alone-1'),
      insert('half-1', 'half-2', 'a'),
      insert('alone-2'),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    const found = database.query.selectFrom('accounts').select('id').where('cents', '=', 2);
    assert.deepEqual(await found.orderBy('id').execute(), [{ id: 'alone-1' }, { id: 'alone-2' }]);
  });

  it('throws what an insert failed of, whatever was asked after it, and keeps nothing', async () => {
    const insert = { id: 'refused', cents: 1 };
    for (const isAskedMore of [true, false]) {
      const failing = database.transaction(async (tx) => {
        await tx.insertInto('accounts').values(insert).execute();
        await tx.insertInto('accounts').values(insert).execute();
        if (isAskedMore) await tx.selectFrom('accounts').selectAll().execute();
      });
      await assert.rejects(failing, /unique|UNIQUE/);
    }
    const found = database.query.selectFrom('accounts').selectAll().where('id', '=', 'refused');
    assert.deepEqual(await found.execute(), []);
    await database.transaction((tx) => tx.insertInto('accounts').values(insert).execute());
    assert.deepEqual(await found.execute(), [insert]);
  });

  it('runs commit hooks after the commit and drops those of a rollback', async () => {
    const told: string[] = [];
    await database.transaction(async (tx) => afterCommit(tx, () => told.push('committed')));
    await assert.rejects(
      database.transaction(async (tx) => {
        afterCommit(tx, () => told.push('rolled back'));
        throw new Error('no');
      }),
    );
    assert.deepEqual(told, ['committed']);
  });

  it('runs commit hooks after a single statement and drops those of one that fails', async () => {
    const told: string[] = [];
    const write = (id: string) =>
      database.statement(async (tx) => {
        afterCommit(tx, () => told.push(id));
        await tx.insertInto('accounts').values({ id, cents: 1 }).execute();
        told.push('written');
      });
    await write('told of');
    await assert.rejects(write('told of'));
    assert.deepEqual(told, ['written', 'told of']);
  });

  it('runs last steps after the work and within its transaction', async () => {
    const done: string[] = [];
    await database.transaction(async (tx) => {
      beforeCommit(tx, async () => void done.push('step'));
      afterCommit(tx, () => done.push('committed'));
      done.push('work');
    });
    assert.deepEqual(done, ['work', 'step', 'committed']);
    const taken = database.transaction(async (tx) => {
      await tx.insertInto('accounts').values({ id: 'of a failed step', cents: 1 }).execute();
      beforeCommit(tx, () => Promise.reject(new Error('the step failed')));
    });
    await assert.rejects(taken, /the step failed/);
    const row = await database.query
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', 'of a failed step')
      .executeTakeFirst();
    assert.equal(row, undefined);
  });

  it('adds up concurrent changes of a locked row', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.transaction(async (tx) => {
          const { cents } = await tx
            .selectFrom('accounts')
            .select('cents')
            .where('id', '=', 'a')
            .$call(rowLock(database))
            .executeTakeFirstOrThrow();
          await tx
            .updateTable('accounts')
            .set({ cents: cents + 1 })
            .where('id', '=', 'a')
            .execute();
        }),
      ),
    );
    const row = await database.query
      .selectFrom('accounts')
      .select('cents')
      .where('id', '=', 'a')
      .executeTakeFirstOrThrow();
    assert.equal(row.cents, 20);
  });

  it('stores and finds a text that looks like a number as the text it is [asvs:bound-values]', async () => {
    const texts = ['007', '+7', '-0', '7.0', '7e0', '7'];
    const rows = texts.map((id) => ({ id, cents: Number.MAX_SAFE_INTEGER }));
    await database.query.insertInto('accounts').values(rows).execute();
    for (const row of rows) {
      const found = database.query.selectFrom('accounts').selectAll().where('id', '=', row.id);
      assert.deepEqual(await found.orderBy('cents').limit(2).execute(), [row]);
    }
  });

  it('says by its row count that a row was there already', async () => {
    const insert = () =>
      database.query
        .insertInto('accounts')
        .values({ id: 'once', cents: 5 })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow();
    assert.equal(insertedRows(await insert()), 1);
    assert.equal(insertedRows(await insert()), 0);
  });

  it('refuses tables that are newer than the program', async () => {
    const other = await makeStorage();
    const file = join(other.folder, 'bff.db');
    const options = { file, url: other.databaseUrl, schemaName: 'bff' as const };
    const newer = await openDatabase({
      ...options,
      migrations: { '001': createAccounts, '002': { up: async () => undefined } },
    });
    await newer.close();
    await assert.rejects(openDatabase({ ...options, migrations: { '001': createAccounts } }), {
      name: 'DatabaseTooNewError',
      message: /^the tables of bff are newer than this program, which does not know 002: /,
    });
    await other.remove();
  });

  it('goes on where a newer version adds a column', async (t) => {
    if (!storage.databaseUrl) return t.skip('SQLite takes one process');
    const other = await makeStorage();
    t.after(() => other.remove());
    const options = { file: '', url: other.databaseUrl, schemaName: 'bff' as const };
    const before = { '001': createAccounts };
    const older = await openDatabase<Schema>({ ...options, migrations: before });
    t.after(() => older.close());
    // Its plan is kept: of another statement none would be stale.
    const find = prepare((db: Connection<Schema>, args: { id: string }) =>
      db.selectFrom('accounts').selectAll().where('id', '=', args.id),
    );
    const read = async (db: Connection<Schema>) => (await find(db, { id: 'ada' })).rows;
    const readTwice = async () => [await read(older.query), await older.transaction(read)];
    assert.deepEqual(await readTwice(), [[], []]);
    const addColumn: Migration = {
      up: (db) => db.schema.alterTable('accounts').addColumn('added', 'text').execute(),
    };
    const newer = await openDatabase({ ...options, migrations: { ...before, '002': addColumn } });
    await newer.close();
    assert.deepEqual(await readTwice(), [[], []]);
    const another: Migration = {
      up: (db) => db.schema.alterTable('accounts').addColumn('another', 'text').execute(),
    };
    const newest = await openDatabase({
      ...options,
      migrations: { ...before, '002': addColumn, '003': another },
    });
    await newest.close();
    assert.deepEqual(await older.transaction(read), []);
  });

  it('opens while another node makes its schema', async (t) => {
    const other = await makeStorage();
    t.after(() => other.remove());
    const url = other.databaseUrl;
    if (!url) return t.skip('SQLite takes one process');
    const [node, watch] = [await openPostgresFaults(url), await openPostgresFaults(url)];
    await node.run('begin');
    await node.run('create schema bff');
    const opening = openDatabase({ file: '', url, schemaName: 'bff', migrations: {} });
    await watch.waiting(1);
    await node.run('commit');
    await Promise.all([node.close(), watch.close()]);
    const opened = await opening;
    await opened.close();
  });

  it('takes back all of a migration that was cut off, so that it can begin again', async (t) => {
    const other = await makeStorage();
    t.after(() => other.remove());
    const options = {
      file: join(other.folder, 'bff.db'),
      url: other.databaseUrl,
      schemaName: 'bff',
    } as const;
    const cutOff: Migration = {
      up: async (db) => {
        await createAccounts.up(db);
        throw new Error('cut off');
      },
    };
    await assert.rejects(openDatabase({ ...options, migrations: { '001': cutOff } }));
    const opened = await openDatabase<Schema>({
      ...options,
      migrations: { '001': createAccounts },
    });
    assert.deepEqual(await opened.query.selectFrom('accounts').selectAll().execute(), []);
    await opened.close();
  });

  it('says in one line that SQLite cannot write its file', async (t) => {
    if (storage.databaseUrl) return t.skip('PostgreSQL sees to its own disk');
    const options = { file: storage.folder, schemaName: 'bff', migrations: {} } as const;
    await assert.rejects(openDatabase(options), {
      name: 'DatabaseNotWritableError',
      message: `${storage.folder} cannot be written: unable to open database file (SQLITE_CANTOPEN). Nothing was changed: see to the disk, then start again`,
    });
  });

  it('refuses a second process on the same SQLite file, naming the file', async (t) => {
    if (storage.databaseUrl) return t.skip('PostgreSQL takes many processes');
    const file = join(storage.folder, 'bff.db');
    const child = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { openSqlite } from ${JSON.stringify(import.meta.resolve('../../../../server/platform/database/sqlite.ts'))};
       try { openSqlite(${JSON.stringify(file)}); } catch (error) { process.stdout.write(error.name + ': ' + error.message); }`,
    ]);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await once(child, 'close');
    assert.match(output, new RegExp(`^${DatabaseInUseError.name}: .*bff\\.db is in use`));
  });
});
