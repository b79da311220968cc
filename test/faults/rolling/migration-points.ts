import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { restoreEarlierData, told } from '../../helpers/earlier-data/restore.ts';
import { makeStorage, type Storage } from '../../helpers/storage.ts';
import type { MigrateSettings } from './migrate-process.ts';

type MigratedPart = MigrateSettings['part'];

export interface MigrationReport {
  /** That nobody cuts off, of all beginnings. */
  statements: number;
  killed: number;
  failures: string[];
}

/** What there is to begin with: nothing, or the tables and rows of an earlier version. */
const beginnings = [
  { part: 'lending', make: makeStorage },
  { part: 'bff', make: makeStorage },
  { part: 'bff', make: () => restoreEarlierData('bff', told) },
] as const;

/**
 * Kills a process that makes tables, or brings those of an earlier version up to date, before its n-th
 * statement, for every `step`-th n: they are then as before or as after it, and the next process completes
 * them. On PostgreSQL where `TEST_DATABASE_URL` names one.
 */
export async function killMigrations({ step }: { step: number }): Promise<MigrationReport> {
  const report: MigrationReport = { statements: 0, killed: 0, failures: [] };
  for (const { part, make } of beginnings) {
    const whole = await make();
    const before = await describeTables(whole, part);
    const statements = (await migrate(whole, part)) ?? 0;
    const after = await describeTables(whole, part);
    await whole.remove();
    if (before === after) report.failures.push(`${part}: nothing was done`);
    report.statements += statements;
    for (let dieAt = 1; dieAt <= statements; dieAt += step) {
      const storage = await make();
      const completed = await migrate(storage, part, dieAt);
      if (completed === undefined) report.killed += 1;
      const left = await describeTables(storage, part);
      if (left !== before && left !== after) {
        report.failures.push(`${part}, statement ${dieAt}: a part of the migration was kept`);
      }
      await migrate(storage, part);
      if ((await describeTables(storage, part)) !== after) {
        report.failures.push(`${part}, statement ${dieAt}: the next start did not complete it`);
      }
      await storage.remove();
    }
  }
  return report;
}

/** @returns how many statements it took; undefined if it was killed */
async function migrate(
  { folder, databaseUrl }: Storage,
  part: MigratedPart,
  dieAt?: number,
): Promise<number | undefined> {
  const settings: MigrateSettings = {
    part,
    file: join(folder, `${part}.db`),
    url: databaseUrl,
    dieAt,
  };
  const program = join(import.meta.dirname, 'migrate-process.ts');
  const child = fork(program, [JSON.stringify(settings)], { execArgv: [], stdio: 'inherit' });
  let statements: number | undefined;
  child.once('message', (count: number) => {
    statements = count;
  });
  await once(child, 'exit');
  return statements;
}

/** Every migration, table, column and index, and how many rows there are. */
async function describeTables(
  { folder, databaseUrl }: Storage,
  part: MigratedPart,
): Promise<string> {
  if (databaseUrl === undefined) return describeSqlite(join(folder, `${part}.db`));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ table_name: string }>(
      `select table_name, column_name, data_type, column_default, is_nullable
         from information_schema.columns where table_schema = $1 order by 1, 2`,
      [part],
    );
    const { rows: indexes } = await client.query<{ tablename: string }>(
      'select tablename, indexname, indexdef from pg_indexes where schemaname = $1 order by 1, 2',
      [part],
    );
    const names = [...new Set(columns.map(({ table_name }) => table_name))];
    const counts = [];
    for (const name of names) {
      const { rows } = await client.query(`select count(*) from ${part}."${name}"`);
      if (!isMigrators(name) || name === migrationTable) counts.push([name, rows]);
    }
    return describe({
      columns: columns.filter(({ table_name }) => !isMigrators(table_name)),
      indexes: indexes.filter(({ tablename }) => !isMigrators(tablename)),
      counts,
    });
  } finally {
    await client.end();
  }
}

function describeSqlite(file: string): string {
  const sqlite = new BetterSqlite3(file);
  try {
    const tables = sqlite
      .prepare<[], { type: string; name: string; tbl_name: string }>(
        `select type, name, tbl_name, sql from sqlite_master order by name`,
      )
      .all();
    const counts = tables
      .filter(
        ({ type, name }) => type === 'table' && (!isMigrators(name) || name === migrationTable),
      )
      .map(({ name }) => sqlite.prepare(`select '${name}', count(*) from "${name}"`).raw().get());
    return describe({
      columns: tables.filter(({ tbl_name }) => !isMigrators(tbl_name)),
      indexes: [],
      counts,
    });
  } finally {
    sqlite.close();
  }
}

const migrationTable = 'kysely_migration';

/** They are made before the transaction of all migrations begins. */
const isMigrators = (name: string) => name.startsWith(migrationTable);

function describe(found: { columns: unknown[]; indexes: unknown[]; counts: unknown[] }): string {
  const isOfNone = found.columns.length === 0;
  return JSON.stringify(isOfNone ? null : found);
}
