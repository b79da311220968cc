import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../../../../server/platform/database/database.ts';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import { fillDisk } from '../../../helpers/full-disk.ts';
import { createLetters, type LettersSchema } from '../../../helpers/letters-table.ts';
import { makeStorage, type Storage } from '../../../helpers/storage.ts';

const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL sees to its own disk' : false;
const moreThanAPage = 'x'.repeat(10_000);

describe('SQLite on a full disk', { skip }, () => {
  let storage: Storage;
  let database: Database<LettersSchema>;

  before(async () => {
    storage = await makeStorage();
    const file = join(storage.folder, 'bff.db');
    const migrations = { '001': createLetters };
    database = await openDatabase<LettersSchema>({ file, schemaName: 'bff', migrations });
  });
  after(async () => {
    await database.close();
    await storage.remove();
  });

  const insert = (db: Database<LettersSchema>['query'], id: string, text = '') =>
    db.insertInto('letters').values({ id, text }).execute();
  const ids = async () => {
    const rows = await database.query.selectFrom('letters').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  };
  const nothingDone = { name: 'DatabaseUnavailableError', outcome: 'nothing_done' };

  it('says that nothing was done, of all that was to be committed together', async () => {
    const makeRoom = await fillDisk(database.query);
    const results = await Promise.allSettled([
      database.transaction((tx) => insert(tx, 'neighbour')),
      database.transaction(async (tx) => {
        await insert(tx, 'before');
        await insert(tx, 'large', moreThanAPage);
      }),
      database.transaction((tx) => insert(tx, 'neighbour, too')),
    ]);
    for (const result of results) {
      assert.ok(result.status === 'rejected');
      assert.partialDeepStrictEqual({ ...result.reason, name: result.reason.name }, nothingDone);
    }
    assert.deepEqual(await ids(), []);
    await makeRoom();
  });

  it('commits nothing that still comes of a transaction that was taken back', async () => {
    const makeRoom = await fillDisk(database.query);
    const transaction = database.transaction(async (tx) => {
      const [large, small] = await Promise.allSettled([
        insert(tx, 'large', moreThanAPage),
        insert(tx, 'small'),
      ]);
      assert.equal(large.status, 'rejected');
      assert.equal(small.status, 'rejected');
    });
    await assert.rejects(transaction);
    assert.deepEqual(await ids(), []);
    await makeRoom();
  });

  it('says so of a statement alone', async () => {
    const makeRoom = await fillDisk(database.query);
    await assert.rejects(insert(database.query, 'large', moreThanAPage), nothingDone);
    await makeRoom();
  });

  it('goes on once there is room again', async () => {
    const makeRoom = await fillDisk(database.query);
    const large = () => database.transaction((tx) => insert(tx, 'large', moreThanAPage));
    await assert.rejects(large(), nothingDone);
    await makeRoom();
    await large();
    assert.deepEqual(await ids(), ['large']);
  });
});
