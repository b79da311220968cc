import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  createRootKey,
  type EncryptionKeys,
  isRootKeyMarked,
  markRootKey,
  openRootKey,
  readRootKey,
  WrongKeyError,
} from '../../../../server/platform/crypto/root-key.ts';
import type { Database } from '../../../../server/platform/database/database.ts';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import { makeStorage, type Storage } from '../../../helpers/storage.ts';

interface Schema {
  checkouts: { id: string };
  root_keys: { owner: string; wrapped: string };
}

const first = new Uint8Array(32).fill(1);
const second = new Uint8Array(32).fill(2);

describe('the root key of a database', () => {
  let storage: Storage;
  let database: Database<Schema>;
  before(async () => {
    storage = await makeStorage();
    database = await openDatabase<Schema>({
      file: join(storage.folder, 'bff.db'),
      url: storage.databaseUrl,
      schemaName: 'bff',
      migrations: {
        '001_checkouts': {
          up: (db) => db.schema.createTable('checkouts').addColumn('id', 'text').execute(),
        },
        '002_root_key': { up: createRootKey },
      },
    });
  });
  after(async () => {
    await database.close();
    await storage.remove();
  });
  beforeEach(async () => {
    await database.query.deleteFrom('root_keys').execute();
    await database.query.deleteFrom('checkouts').execute();
  });

  const options = (current: Uint8Array, ...previous: Uint8Array[]) => {
    const keys: EncryptionKeys = { current, previous };
    return { keys, owner: 'bff', firstTable: 'checkouts' } as const;
  };
  const open = (...keys: [Uint8Array, ...Uint8Array[]]) => openRootKey(database, options(...keys));
  const mark = 'evidence_totals';
  const setMark = (...keys: [Uint8Array, ...Uint8Array[]]) =>
    database.transaction((tx) => markRootKey(tx, database, { ...options(...keys), mark }));
  const isMarked = () => isRootKeyMarked(database.query, { owner: 'bff', mark });
  const wrapped = async () => {
    const row = database.query.selectFrom('root_keys').select('wrapped');
    return (await row.executeTakeFirstOrThrow()).wrapped;
  };
  const putWrapped = (text: string) =>
    database.query.updateTable('root_keys').set({ wrapped: text }).execute();
  const insertCheckout = () =>
    database.query.insertInto('checkouts').values({ id: 'c1' }).execute();
  const hex = (key: Uint8Array) => Buffer.from(key).toString('hex');

  it('is made once, for all that start together, and is not the encryption key', async () => {
    const opened = await Promise.all([open(first), open(first), open(first)]);
    const keys = new Set(opened.map(({ rootKey }) => hex(rootKey)));
    assert.equal(keys.size, 1);
    assert.ok(!keys.has(hex(first)));
    const rows = await database.query.selectFrom('root_keys').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(Buffer.from(first).toString('base64url')));
  });

  it('stays when another encryption key takes over; the one before opens it no more', async () => {
    const { rootKey } = await open(first);
    assert.deepEqual(await open(second, first), { rootKey, isRewrapped: true });
    assert.deepEqual(await open(second, first), { rootKey, isRewrapped: false });
    assert.deepEqual(await open(second), { rootKey, isRewrapped: false });
    await assert.rejects(open(first), WrongKeyError);
  });

  it('is refused to a key that is not the one, by the name of the variable', async () => {
    await open(first);
    await assert.rejects(open(second), { name: 'WrongKeyError', message: /^ENCRYPTION_KEY/ });
    assert.ok(await open(first));
  });

  it('is not opened for another database', async () => {
    await open(first);
    await database.query.updateTable('root_keys').set({ owner: 'lending' }).execute();
    const moved = { ...options(first), owner: 'lending' } as const;
    await assert.rejects(openRootKey(database, moved), WrongKeyError);
  });

  it('is the encryption key where data was sealed by that already', async () => {
    await insertCheckout();
    assert.deepEqual(hex((await open(first)).rootKey), hex(first));
    assert.deepEqual(hex((await open(second, first)).rootKey), hex(first));
  });

  it('is not guessed where such data meets two keys', async () => {
    await insertCheckout();
    await assert.rejects(open(second, first), WrongKeyError);
    assert.deepEqual(await database.query.selectFrom('root_keys').selectAll().execute(), []);
  });

  it('is read by a command as it stands, and nothing is written', async () => {
    assert.deepEqual(await readRootKey(database.query, options(first)), first);
    const { rootKey } = await open(first);
    const before = await database.query.selectFrom('root_keys').selectAll().execute();
    assert.deepEqual(await readRootKey(database.query, options(second, first)), rootKey);
    assert.deepEqual(await database.query.selectFrom('root_keys').selectAll().execute(), before);
  });

  it('is marked once, by one of all that try, and stays the same key', async () => {
    const { rootKey } = await open(first);
    assert.equal(await isMarked(), false);
    const marked = await Promise.all([setMark(first), setMark(first), setMark(first)]);
    assert.equal(marked.filter(Boolean).length, 1);
    assert.equal(await isMarked(), true);
    assert.deepEqual(await open(first), { rootKey, isRewrapped: false });
    assert.deepEqual(await readRootKey(database.query, options(first)), rootKey);
  });

  it('keeps its mark under another encryption key', async () => {
    const { rootKey } = await open(first);
    await setMark(first);
    assert.deepEqual(await open(second, first), { rootKey, isRewrapped: true });
    assert.equal(await isMarked(), true);
    assert.deepEqual(await open(second), { rootKey, isRewrapped: false });
  });

  it('does not open when its mark was taken away, or given to it without the key', async () => {
    await open(first);
    const before = await wrapped();
    await putWrapped(`${before}.${mark}`);
    await assert.rejects(open(first), WrongKeyError);
    await putWrapped(before);
    await setMark(first);
    await putWrapped((await wrapped()).replace(`.${mark}`, ''));
    await assert.rejects(open(first), WrongKeyError);
  });

  it('is not marked where there is none', async () => {
    await assert.rejects(setMark(first), /no root key/);
    assert.equal(await isMarked(), false);
  });
});
