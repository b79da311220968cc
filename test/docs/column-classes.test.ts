import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { bffMigrations } from '../../server/bff/store/migrations.ts';
import { lendingMigrations } from '../../server/lending/store/migrations.ts';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import { makeStorage } from '../helpers/storage.ts';
import { bffColumns, classesOf, dataClasses, lendingColumns } from './column-classes.ts';
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
