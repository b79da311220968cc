import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type { Migration } from 'kysely/migration';
import type { Database } from '../../../../server/platform/database/database.ts';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import { CopyError } from '../../../../server/platform/database/sqlite-copies.ts';
import { makeStorage, type Storage } from '../../../helpers/storage.ts';

interface Schema {
  /** Each transaction takes from one account and gives to another: the sum stays 0. */
  accounts: { id: number; cents: number };
  letters: { id: number; text: string };
}

const createTables: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('accounts')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('cents', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('letters')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute();
  },
};

const accountCount = 400;
const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL has tools of its own' : false;

describe('a copy of a SQLite database in use', { skip }, () => {
  let storage: Storage;
  let database: Database<Schema>;
  const at = (name: string) => join(storage.folder, name);

  beforeEach(async () => {
    storage = await makeStorage();
    const migrations = { '001': createTables };
    database = await openDatabase<Schema>({ file: at('bff.db'), schemaName: 'bff', migrations });
    await database.transaction(async (tx) => {
      for (let id = 0; id < accountCount; id += 1) {
        await tx.insertInto('accounts').values({ id, cents: 0 }).execute();
        await tx
          .insertInto('letters')
          .values({ id, text: 'x'.repeat(4_000) })
          .execute();
      }
    });
  });
  afterEach(async () => {
    await database.close();
    await storage.remove();
  });

  /** Transactions that are open for some turns of the event loop, one after the other. */
  function keepWriting() {
    let isOver = false;
    let lastCommitted = 0;
    const write = async () => {
      for (let turn = 1; !isOver; turn += 1) {
        await database.transaction(async (tx) => {
          await tx
            .updateTable('accounts')
            .set((row) => ({ cents: row('cents', '-', turn) }))
            .where('id', '=', turn % accountCount)
            .execute();
          await nextTurn();
          await tx
            .updateTable('accounts')
            .set((row) => ({ cents: row('cents', '+', turn) }))
            .where('id', '=', (turn * 7) % accountCount)
            .execute();
          await nextTurn();
          await tx
            .insertInto('letters')
            .values({ id: accountCount + turn, text: 'y'.repeat(4_000) })
            .execute();
          await nextTurn();
        });
        lastCommitted = accountCount + turn;
      }
    };
    const writing = write();
    return {
      lastCommitted: () => lastCommitted,
      end: async () => {
        isOver = true;
        await writing;
      },
    };
  }

  function read(file: string) {
    const copy = new BetterSqlite3(file);
    const value = (sql: string) => copy.prepare(sql).pluck().get();
    const found = {
      check: copy.pragma('integrity_check', { simple: true }),
      sum: value('select sum(cents) from accounts'),
      accounts: value('select count(*) from accounts'),
      lastLetter: Number(value('select max(id) from letters')),
    };
    copy.close();
    return found;
  }

  it('is whole each of 50 times, and has what was committed before', {
    timeout: 60_000,
  }, async () => {
    const writers = keepWriting();
    const known: number[] = [];
    try {
      for (let run = 0; run < 50; run += 1) {
        known.push(writers.lastCommitted());
        await database.copyTo(at(`copy-${run}.db`));
      }
    } finally {
      await writers.end();
    }
    for (const [run, before] of known.entries()) {
      const { check, sum, accounts, lastLetter } = read(at(`copy-${run}.db`));
      assert.deepEqual({ check, sum, accounts }, { check: 'ok', sum: 0, accounts: accountCount });
      assert.ok(lastLetter >= before, `${lastLetter} of ${before} in run ${run}`);
    }
    assert.ok((known.at(-1) ?? 0) > accountCount, 'nobody wrote meanwhile');
  });

  it('leaves nothing but itself, and the file locked', async () => {
    await database.copyTo(at('copy.db'));
    const files = (await readdir(storage.folder)).filter((name) => name.startsWith('copy'));
    assert.deepEqual(files, ['copy.db']);
    const open = () =>
      openDatabase<Schema>({ file: at('bff.db'), schemaName: 'bff', migrations: {} });
    await assert.rejects(open(), { name: 'DatabaseInUseError' });
  });

  it('does not take the place of a file that is there', async () => {
    await database.copyTo(at('copy.db'));
    await assert.rejects(database.copyTo(at('copy.db')), CopyError);
  });

  it('is broken off when the database is closed, and leaves nothing', async () => {
    const copied = assert.rejects(database.copyTo(at('copy.db')), CopyError);
    await Promise.all([copied, database.close()]);
    assert.equal(existsSync(at('copy.db')), false);
    assert.equal(existsSync(at('copy.db.unfinished')), false);
  });

  it('says why it cannot be written, and can be made after that', async () => {
    await assert.rejects(database.copyTo(at('no-such-folder/copy.db')));
    await database.copyTo(at('copy.db'));
    assert.equal(read(at('copy.db')).check, 'ok');
  });
});
