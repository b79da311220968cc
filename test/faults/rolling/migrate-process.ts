// Forked by migration-points.ts: brings tables up to date, and kills itself before the n-th statement of
// that; with no n it says how many there were.
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { bffMigrations } from '../../../server/bff/store/migrations.ts';
import { lendingMigrations } from '../../../server/lending/store/migrations.ts';
import { openDatabase } from '../../../server/platform/database/open-database.ts';

export interface MigrateSettings {
  part: 'bff' | 'lending';
  file: string;
  url: string | undefined;
  /** From 1; undefined: it lives. */
  dieAt: number | undefined;
}

const { part, file, url, dieAt } = JSON.parse(process.argv[2] ?? '') as MigrateSettings;

let statements = 0;
function count(): void {
  statements += 1;
  if (statements === dieAt) process.kill(process.pid, 'SIGKILL');
}

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  count();
  return Reflect.apply(query, this, given);
} as typeof query;

const { prepare } = BetterSqlite3.prototype;
BetterSqlite3.prototype.prepare = function counted(this: BetterSqlite3.Database, sql: string) {
  const statement = prepare.call(this, sql) as BetterSqlite3.Statement<unknown[]>;
  for (const name of ['run', 'all'] as const) {
    const execute = statement[name];
    statement[name] = (...values: unknown[]) => {
      count();
      return Reflect.apply(execute, statement, values) as never;
    };
  }
  return statement;
} as typeof prepare;

const migrations = part === 'bff' ? bffMigrations : lendingMigrations;
const database = await openDatabase({ file, url, schemaName: part, migrations });
await database.close();
process.send?.(statements);
