import { EventEmitter } from 'node:events';
import BetterSqlite3 from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect, SqliteQueryCompiler } from 'kysely';
import { type Database, DatabaseInUseError } from './database.ts';
import { GroupCommit } from './group-commit.ts';
import { connectDirectly } from './prepare.ts';
import { SqliteCopies } from './sqlite-copies.ts';
import { SqliteStatements } from './sqlite-statements.ts';

/** 16 MiB: a page that is written again and again is copied into the file once for all of them. */
const checkpointPages = 4_000;

/** Holds the pages that thousands of open checkouts touch; the default of 2 MiB does not. */
const cacheKib = 8 * 1_024;

/** Opens `file` and holds its lock until closed or killed. @throws DatabaseInUseError */
export function openSqlite<Schema>(file: string): Database<Schema> {
  const sqlite = openExclusively(file);
  const database = new SqliteStatements(sqlite);
  const query = new Kysely<Schema>({ dialect: new PlanKeepingDialect({ database }) });
  const events = new EventEmitter();
  const commits = new GroupCommit(sqlite, query, events);
  const copies = new SqliteCopies(sqlite, query);
  connectDirectly(query, {
    isFreeFor: (db) => db.isTransaction || !sqlite.inTransaction,
    execute: <Row>({ sql, parameters }: CompiledQuery<Row>) => {
      const statement = database.prepare(sql);
      if (statement.reader) return { rows: statement.all(parameters) as Row[] };
      return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
    },
  });
  return {
    engine: 'sqlite',
    query,
    events,
    transaction: (work) => commits.run(work),
    statement: (work) => commits.runStatement(work),
    copyTo: (file) => copies.copyTo(file),
    close: async () => {
      await copies.stop();
      await query.destroy();
    },
  };
}

/**
 * SQLite plans a statement anew, at ten times the cost of running it, whenever a parameter changes
 * that it guesses row counts by: one that a column of a join or of a sorted query is compared with,
 * or a limit. It guesses by no expression, and a plus changes no value, whatever its type.
 */
class PlanKeepingCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

class PlanKeepingDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new PlanKeepingCompiler();
  }
}

function openExclusively(file: string): BetterSqlite3.Database {
  const sqlite = new BetterSqlite3(file, { timeout: 0 });
  try {
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma(`wal_autocheckpoint = ${checkpointPages}`);
    sqlite.pragma(`cache_size = -${cacheKib}`);
    // Else what a savepoint would take back is written into a temporary file, page by page.
    sqlite.pragma('temp_store = MEMORY');
    sqlite.pragma('foreign_keys = ON');
    sqlite.exec('BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    sqlite.close();
    if (isBusy(error)) {
      throw new DatabaseInUseError(
        `${file} is in use by another process: stop that one, or set DATA_DIR to another folder`,
        { cause: error },
      );
    }
    throw error;
  }
  return sqlite;
}

function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}
