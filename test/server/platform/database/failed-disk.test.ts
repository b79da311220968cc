import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import BetterSqlite3 from 'better-sqlite3';
import {
  DATABASE_FAILED,
  type Database,
  DatabaseFailedError,
} from '../../../../server/platform/database/database.ts';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import {
  openingFailure,
  statementFailure,
} from '../../../../server/platform/database/sqlite-failures.ts';
import { createLetters, type LettersSchema } from '../../../helpers/letters-table.ts';
import { makeStorage } from '../../../helpers/storage.ts';

const pageBytes = 4_096;
const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL sees to its own disk' : false;

/** By code: what a statement fails of, and what a start fails of. */
const table: readonly [code: string, ofStatement: string, ofStart: string][] = [
  ['SQLITE_FULL', 'DatabaseUnavailableError', 'DatabaseNotWritableError'],
  ['SQLITE_IOERR', 'DatabaseFailedError', 'DatabaseNotWritableError'],
  ['SQLITE_IOERR_FSYNC', 'DatabaseFailedError', 'DatabaseNotWritableError'],
  ['SQLITE_IOERR_WRITE', 'DatabaseFailedError', 'DatabaseNotWritableError'],
  ['SQLITE_IOERR_READ', 'DatabaseFailedError', 'DatabaseNotWritableError'],
  ['SQLITE_CORRUPT', 'DatabaseFailedError', 'DatabaseDamagedError'],
  ['SQLITE_CORRUPT_INDEX', 'DatabaseFailedError', 'DatabaseDamagedError'],
  ['SQLITE_NOTADB', 'DatabaseFailedError', 'DatabaseDamagedError'],
  ['SQLITE_READONLY', 'SqliteError', 'DatabaseNotWritableError'],
  ['SQLITE_CANTOPEN', 'SqliteError', 'DatabaseNotWritableError'],
  ['SQLITE_BUSY', 'SqliteError', 'DatabaseInUseError'],
  ['SQLITE_CONSTRAINT_UNIQUE', 'SqliteError', 'Error'],
];

describe('an error of SQLite', () => {
  for (const [code, ofStatement, ofStart] of table) {
    it(`${code} is ${ofStatement}, at the start ${ofStart}`, () => {
      const error = new BetterSqlite3.SqliteError('it is so', code);
      const nameOf = (failure: unknown) => (failure as Error).name;
      assert.equal(nameOf(statementFailure(error, 'bff.db')), ofStatement);
      const ofMigration = new Error('not up to date', { cause: error });
      assert.equal(nameOf(openingFailure(ofMigration, 'bff.db')), ofStart);
    });
  }
});

describe('SQLite on a disk that fails', { skip }, () => {
  const opened = async (t: TestContext) => {
    const storage = await makeStorage();
    t.after(() => storage.remove());
    const file = join(storage.folder, 'bff.db');
    const openAgain = () =>
      openDatabase<LettersSchema>({
        file,
        schemaName: 'bff',
        migrations: { '001': createLetters },
      });
    return { file, openAgain };
  };
  const insert = (database: Database<LettersSchema>, id: string) =>
    database.transaction((tx) =>
      tx
        .insertInto('letters')
        .values({ id, text: 'x'.repeat(pageBytes) })
        .execute(),
    );
  /** Overwrites all but the first page, which is read at the start, of a database that is closed. */
  const damage = async (file: string) => {
    const handle = await open(file, 'r+');
    const { size } = await handle.stat();
    await handle.write(Buffer.alloc(size - pageBytes, 0xff), 0, size - pageBytes, pageBytes);
    await handle.close();
  };

  it('tells it at once and once, and then does nothing more', async (t) => {
    const { file, openAgain } = await opened(t);
    const first = await openAgain();
    await insert(first, 'kept');
    await first.close();
    const database = await openAgain();
    t.after(() => database.close());
    const failures: unknown[] = [];
    database.events.on(DATABASE_FAILED, (error) => failures.push(error));
    await damage(file);
    const neighbours = [insert(database, 'one'), insert(database, 'two')];
    for (const result of await Promise.allSettled(neighbours)) {
      assert.ok(result.status === 'rejected');
      assert.ok(result.reason instanceof DatabaseFailedError, String(result.reason));
    }
    await assert.rejects(database.query.selectFrom('letters').selectAll().execute(), {
      name: 'DatabaseFailedError',
    });
    assert.equal(failures.length, 1);
    assert.ok(existsSync(`${file}-failed`));
  });

  it('is checked at the next start, which goes on if nothing is wrong', async (t) => {
    const { file, openAgain } = await opened(t);
    const first = await openAgain();
    await insert(first, 'kept');
    await first.close();
    await writeFile(`${file}-failed`, '');
    const database = await openAgain();
    t.after(() => database.close());
    const rows = await database.query.selectFrom('letters').select('id').execute();
    assert.deepEqual(rows, [{ id: 'kept' }]);
    assert.ok(!existsSync(`${file}-failed`));
  });

  it('is checked at the next start, which refuses what is damaged and says what to do', async (t) => {
    const { file, openAgain } = await opened(t);
    const first = await openAgain();
    for (const id of ['one', 'two', 'three']) await insert(first, id);
    await first.close();
    const handle = await open(file, 'r+');
    const { size } = await handle.stat();
    await handle.write(Buffer.alloc(pageBytes, 0xff), 0, pageBytes, size - pageBytes);
    await handle.close();
    // Without a failure before it the start reads no more than it needs.
    await (await openAgain()).close();
    await writeFile(`${file}-failed`, '');
    await assert.rejects(openAgain(), (error: Error) => {
      assert.equal(error.name, 'DatabaseDamagedError');
      assert.match(error.message, /^\S+bff\.db is damaged: .+ restore a backup$/);
      return true;
    });
    assert.ok(existsSync(`${file}-failed`));
  });
});
