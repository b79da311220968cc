import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { makeStorage, type Storage } from '../storage.ts';
import told from './told.json' with { type: 'json' };

/** What pages, merchants and the sponsor were told by the code that wrote the data. */
export { told };

/** A storage with the tables and rows that the earlier code wrote, as `README.md` says. */
export async function restoreEarlierData(
  part: 'bff' | 'lending',
  { bffPublicUrl }: { bffPublicUrl: string },
): Promise<Storage> {
  const storage = await makeStorage();
  const engine = storage.databaseUrl === undefined ? 'sqlite' : 'postgres';
  const schema = await read(`${part}.${engine}.sql`);
  const tables = await tablesOf(part, bffPublicUrl);
  if (storage.databaseUrl === undefined) {
    fillSqlite(join(storage.folder, `${part}.db`), schema, tables);
  } else {
    await fillPostgres(storage.databaseUrl, schema, part, tables);
  }
  return storage;
}

type Value = string | number | null;

interface Table {
  name: string;
  columns: string[];
  rows: Value[][];
}

/** Of a part's due work, as the earlier code left it. */
export async function earlierDueWork(
  part: 'bff' | 'lending',
): Promise<Record<'kind' | 'key', Value>[]> {
  const tables = await tablesOf(part, told.bffPublicUrl);
  const { columns = [], rows = [] } = tables.find(({ name }) => name === 'due_work') ?? {};
  return rows.map((row) => ({
    kind: row[columns.indexOf('kind')] ?? null,
    key: row[columns.indexOf('key')] ?? null,
  }));
}

/** The file has a line for each table, then one for each of its rows. */
async function tablesOf(part: string, bffPublicUrl: string): Promise<Table[]> {
  const text = (await read(`${part}.rows.jsonl`)).replaceAll(told.bffPublicUrl, bffPublicUrl);
  const tables: Table[] = [];
  for (const line of text.trimEnd().split('\n')) {
    const parsed = JSON.parse(line) as Value[] | { table: string; columns: string[] };
    if (Array.isArray(parsed)) tables.at(-1)?.rows.push(parsed);
    else tables.push({ name: parsed.table, columns: parsed.columns, rows: [] });
  }
  return tables;
}

function read(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, name), 'utf8');
}

function fillSqlite(file: string, schema: string, tables: readonly Table[]): void {
  const database = new BetterSqlite3(file);
  database.exec(schema);
  for (const { name, columns, rows } of tables) {
    const marks = columns.map(() => '?').join(', ');
    const insert = database.prepare(`insert into "${name}" (${named(columns)}) values (${marks})`);
    for (const row of rows) insert.run(row);
  }
  database.close();
}

async function fillPostgres(
  url: string,
  schema: string,
  schemaName: string,
  tables: readonly Table[],
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(schema);
    for (const { name, columns, rows } of tables) {
      const marks = columns.map((_, index) => `$${index + 1}`).join(', ');
      const insert = `insert into ${schemaName}."${name}" (${named(columns)}) values (${marks})`;
      for (const row of rows) await client.query(insert, row);
    }
  } finally {
    await client.end();
  }
}

function named(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
