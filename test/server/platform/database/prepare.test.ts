import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Connection, Database } from '../../../../server/platform/database/database.ts';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import {
  picked,
  prepare,
  prepareByColumns,
  prepareInsert,
} from '../../../../server/platform/database/prepare.ts';
import { makeStorage, type Storage } from '../../../helpers/storage.ts';

interface Schema {
  people: { id: string; name: string; age: number | null };
}

const insert = prepare((db: Connection<Schema>, row: Schema['people']) =>
  db.insertInto('people').values({ id: row.id, name: row.name, age: row.age }),
);
const findByName = prepare((db: Connection<Schema>, { name }: { name: string }) =>
  db.selectFrom('people').selectAll().where('name', '=', name).where('id', '<>', 'nobody'),
);
const rename = prepare((db: Connection<Schema>, { id, name }: { id: string; name: string }) =>
  db.updateTable('people').set({ name }).where('id', '=', id),
);

const nobodies = Array.from({ length: 10 }, (_none, at) => `nobody ${at}`);
const agesOf = prepare((db: Connection<Schema>, ids: Record<string, string>) =>
  db
    .selectFrom('people')
    .select('age')
    .where(
      'id',
      'in',
      nobodies.map((name) => ids[name] ?? ''),
    ),
);

const insertPeople = prepareInsert<Schema, 'people'>('people');
type Change = Partial<Schema['people']> & { at: string };
const change = prepareByColumns((columns) =>
  prepare((db: Connection<Schema>, args: Change) =>
    db.updateTable('people').set(picked(args, columns)).where('id', '=', args.at),
  ),
);

describe('prepare()', () => {
  let storage: Storage;
  let database: Database<Schema>;

  before(async () => {
    storage = await makeStorage();
    database = await openDatabase<Schema>({
      file: join(storage.folder, 'bff.db'),
      url: storage.databaseUrl,
      schemaName: 'bff',
      migrations: {
        '001': {
          up: async (db) => {
            await db.schema
              .createTable('people')
              .addColumn('id', 'text', (column) => column.primaryKey())
              .addColumn('name', 'text')
              .addColumn('age', 'bigint')
              .execute();
          },
        },
      },
    });
  });
  after(async () => {
    await database.close();
    await storage.remove();
  });

  it('runs a statement again with other arguments', async () => {
    await insert(database.query, { id: 'a', name: 'Ada', age: 36 });
    await insert(database.query, { id: 'b', name: 'Bo', age: null });
    const find = async (name: string) => (await findByName(database.query, { name })).rows;
    assert.deepEqual(await find('Ada'), [{ id: 'a', name: 'Ada', age: 36 }]);
    assert.deepEqual(await find('Bo'), [{ id: 'b', name: 'Bo', age: null }]);
    assert.deepEqual(await find("'; drop table people; --"), []);
  });

  it('runs a statement that failed when it was first run', async () => {
    const insertNamed = prepare(
      (db: Connection<Schema>, row: Pick<Schema['people'], 'id' | 'name'>) =>
        db.insertInto('people').values({ id: row.id, name: row.name }),
    );
    await assert.rejects(insertNamed(database.query, { id: 'a', name: 'taken' }));
    await insertNamed(database.query, { id: 'n', name: 'free' });
    assert.equal((await findByName(database.query, { name: 'free' })).rows.length, 1);
  });

  it('answers statements that are asked for together, each with its own rows', async () => {
    const found = await database.transaction((tx) => {
      void insertPeople(tx, [{ id: 'f', name: 'Fa', age: 4 }]);
      return Promise.all([
        findByName(tx, { name: 'Fa' }),
        rename(tx, { id: 'f', name: 'Fay' }),
        findByName(tx, { name: 'Fay' }),
      ]);
    });
    assert.deepEqual(found[0].rows, [{ id: 'f', name: 'Fa', age: 4 }]);
    assert.equal(found[1].numAffectedRows, 1n);
    assert.deepEqual(found[2].rows, [{ id: 'f', name: 'Fay', age: 4 }]);
  });

  it('adds one row or several, of the same columns or others', async () => {
    await insertPeople(database.query, []);
    await insertPeople(database.query, [{ id: 'c', name: 'Cy', age: 1 }]);
    await insertPeople(database.query, [
      { id: 'd', name: 'Di', age: 2 },
      { id: 'e', name: 'Di', age: null },
    ]);
    const people = await findByName(database.query, { name: 'Di' });
    assert.deepEqual(people.rows, [
      { id: 'd', name: 'Di', age: 2 },
      { id: 'e', name: 'Di', age: null },
    ]);
  });

  it('changes the columns that are named and no other', async () => {
    await change(['name'])(database.query, { at: 'c', name: 'Cyd' });
    await change(['name', 'age'])(database.query, { at: 'd', name: 'Cyd', age: 3 });
    const people = await findByName(database.query, { name: 'Cyd' });
    assert.deepEqual(people.rows, [
      { id: 'c', name: 'Cyd', age: 1 },
      { id: 'd', name: 'Cyd', age: 3 },
    ]);
  });

  it('is kept by PostgreSQL however long its list is; what is built each time is not', {
    skip: process.env.TEST_DATABASE_URL ? false : 'SQLite has no names for statements',
  }, async () => {
    const kept = await database.transaction(async (tx) => {
      await tx.selectFrom('people').select('age').where('name', 'in', nobodies.slice(1)).execute();
      await agesOf(tx, Object.fromEntries(nobodies.map((name) => [name, name])));
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement like '%"age" from%'
      `.execute(tx);
      return rows.map(({ statement }) => statement.split('$').length - 1);
    });
    assert.deepEqual(kept, [10]);
  });

  it('belongs to the transaction it is given', async () => {
    const rolledBack = database.transaction(async (tx) => {
      const { numAffectedRows } = await rename(tx, { id: 'a', name: 'Eve' });
      assert.equal(numAffectedRows, 1n);
      throw new Error('rolled back');
    });
    await assert.rejects(rolledBack, /rolled back/);
    assert.equal((await findByName(database.query, { name: 'Eve' })).rows.length, 0);
  });

  it('is refused by a transaction that has ended: its connection may be another’s by then', {
    skip: process.env.TEST_DATABASE_URL ? false : 'SQLite has one connection',
  }, async () => {
    const ended = await database.transaction(async (tx) => {
      await findByName(tx, { name: 'Ada' });
      return { tx };
    });
    await assert.rejects(rename(ended.tx, { id: 'a', name: 'Late' }), /already committed/);
    assert.equal((await findByName(database.query, { name: 'Late' })).rows.length, 0);
  });
});
