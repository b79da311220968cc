import BetterSqlite3 from 'better-sqlite3';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { DatabaseUnavailableError } from './database-unavailable.ts';

/** Enough for every statement the two services have; beyond it the oldest is prepared again. */
const maxPreparedStatements = 500;

type Statement = BetterSqlite3.Statement<unknown[]>;

/**
 * The statements of one SQLite connection, each prepared once. Of some failures, a full disk among
 * them, SQLite takes back the whole transaction: what is still to come of it then fails as well,
 * until it is rolled back, since each statement would be committed by itself.
 */
export class SqliteStatements implements SqliteDatabase {
  readonly #sqlite: BetterSqlite3.Database;
  readonly #prepared = new Map<string, SqliteStatement>();
  #takenBackFor: unknown;

  constructor(sqlite: BetterSqlite3.Database) {
    this.#sqlite = sqlite;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement: Statement = this.#sqlite.prepare(sql);
    const checked = sql === 'rollback' ? this.#rollback(statement) : this.#checked(sql, statement);
    this.#prepared.set(sql, checked);
    if (this.#prepared.size > maxPreparedStatements) {
      for (const oldest of this.#prepared.keys()) {
        this.#prepared.delete(oldest);
        break;
      }
    }
    return checked;
  }

  close(): void {
    this.#sqlite.close();
  }

  #checked(sql: string, statement: Statement): SqliteStatement {
    return {
      reader: statement.reader,
      all: (parameters) => this.#execute(() => statement.all(parameters)),
      run: (parameters) => this.#execute(() => statement.run(parameters)),
      // Nothing else could run the statement while its rows are being read.
      iterate: (parameters) => this.#sqlite.prepare<unknown[]>(sql).iterate(parameters),
    };
  }

  #execute<T>(execute: () => T): T {
    if (this.#takenBackFor !== undefined) throw this.#takenBackFor;
    const wasInTransaction = this.#sqlite.inTransaction;
    try {
      return execute();
    } catch (error) {
      const failure = statementFailure(error);
      if (wasInTransaction && !this.#sqlite.inTransaction) this.#takenBackFor = failure;
      throw failure;
    }
  }

  /** Of what SQLite has taken back already it takes note only. */
  #rollback(statement: Statement): SqliteStatement {
    return {
      ...this.#checked('rollback', statement),
      run: () => {
        if (this.#takenBackFor === undefined) return statement.run();
        this.#takenBackFor = undefined;
        return { changes: 0, lastInsertRowid: 0 };
      },
    };
  }
}

/** A full disk is taken for a database that cannot do it now: nothing of the transaction is kept. */
function statementFailure(error: unknown): unknown {
  const isFull = error instanceof BetterSqlite3.SqliteError && error.code === 'SQLITE_FULL';
  if (!isFull) return error;
  return new DatabaseUnavailableError('SQLite has no room on the disk', 'nothing_done', error);
}
