import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { bffMigrations } from '../../server/bff/store/migrations.ts';
import { lendingMigrations } from '../../server/lending/store/migrations.ts';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import { makeStorage } from '../helpers/storage.ts';
import { bffColumns, classesOf, dataClasses, lendingColumns } from './column-classes.ts';
import { bffKept, lendingKept } from './kept-until.ts';
import { codes, read, table } from './read-readme.ts';

const databases = [
  { schemaName: 'bff', migrations: bffMigrations, classes: classesOf(bffColumns) },
  { schemaName: 'lending', migrations: lendingMigrations, classes: classesOf(lendingColumns) },
] as const;

/** Every column that the migrations make, as `table.column`. */
async function columnsOf(
  t: TestContext,
  { schemaName, migrations }: Pick<(typeof databases)[number], 'schemaName' | 'migrations'>,
): Promise<string[]> {
  const storage = await makeStorage();
  t.after(() => storage.remove());
  const { databaseUrl, folder } = storage;
  const file = `${folder}/${schemaName}.db`;
  const database = await openDatabase({ file, url: databaseUrl, schemaName, migrations });
  try {
    const tables = await database.query.introspection.getTables();
    return tables
      .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
      .filter((column) => !computed.includes(column));
  } finally {
    await database.close();
  }
}

/** From other columns, which have a class; PostgreSQL lists them, SQLite does not. */
const computed = ['applications.chargeable_until'];

describe('the classes of data', () => {
  for (const { schemaName, migrations, classes } of databases) {
    it(`has one for each column of ${schemaName} [asvs:data-classes]`, async (t) => {
      const columns = await columnsOf(t, { schemaName, migrations });
      const listed = classes.map(([column]) => column);
      const without = columns.filter((column) => !listed.includes(column));
      assert.deepEqual(
        without,
        [],
        `${without.join(', ')}: no class of data. Choose one in server/SECURITY.md, “Classes of data”, ` +
          'and name the column under it in test/docs/column-classes.ts',
      );
      const gone = listed.filter((column) => !columns.includes(column));
      assert.deepEqual(gone, [], `${gone.join(', ')}: not in the database; take it off the list`);
      assert.equal(new Set(listed).size, listed.length, 'no column has two classes');
    });
  }

  it('are none of a person in the BFF', () => {
    const ofPersons = classesOf(bffColumns).filter(([, dataClass]) => dataClass === 'personal');
    assert.deepEqual(ofPersons, []);
  });

  it('are those that server/SECURITY.md explains', () => {
    const rows = table('Class', read('server/SECURITY.md'));
    assert.deepEqual(
      rows.map(([name]) => codes(name)[0]),
      [...dataClasses],
    );
  });
});

describe('how long data is kept', () => {
  const rows = table('Data', read('server/SECURITY.md')).map(([name = '']) => name);
  const lists = { bff: bffKept, lending: lendingKept } as const;

  for (const { schemaName, migrations } of databases) {
    it(`is said of each table of ${schemaName}`, async (t) => {
      const columns = await columnsOf(t, { schemaName, migrations });
      const tables = new Set(columns.map((column) => column.split('.')[0] ?? ''));
      const own = [...tables].filter((name) => !name.startsWith('migrations')).sort();
      assert.deepEqual(Object.keys(lists[schemaName]).sort(), own);
    });
  }

  it('is said by rows of server/SECURITY.md, each of which is of a table', () => {
    const named = Object.values(lists).flatMap((list) => Object.values(list).flat());
    const unknown = named.filter((start) => !rows.some((row) => row.startsWith(start)));
    assert.deepEqual(unknown, []);
    const idle = rows.filter((row) => !named.some((start) => row.startsWith(start)));
    assert.deepEqual(idle, ['backups']);
  });

  it('is said of nobody only where no column is personal', () => {
    const classes = [...classesOf(bffColumns), ...classesOf(lendingColumns)];
    const personal = classes.filter(([, dataClass]) => /personal|link|financial/.test(dataClass));
    const tables = new Set(personal.map(([column]) => column.split('.')[0]));
    const ofNobody = Object.values(lists)
      .flatMap((list) => Object.entries(list))
      .filter(([, kept]) => kept.some((start) => start.startsWith('work that is due')))
      .map(([name]) => name);
    assert.deepEqual(
      ofNobody.filter((name) => tables.has(name)),
      [],
    );
  });
});
