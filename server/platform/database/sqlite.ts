import { EventEmitter } from 'node:events';
import BetterSqlite3 from 'better-sqlite3';
import {
  type CompiledQuery,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
  type Transaction,
} from 'kysely';
import {
  DATABASE_FAILED,
  type Database,
  DatabaseFailedError,
  runCommitHooks,
  withLastSteps,
} from './database.ts';
import { connectDirectly } from './prepare.ts';
import { SqliteCopies } from './sqlite-copies.ts';
import {
  checkAfterFailure,
  noteFailure,
  openingFailure,
  statementFailure,
} from './sqlite-failures.ts';

/** 16 MiB: a page that is written again and again is copied into the file once for all of them. */
const checkpointPages = 4_000;

/** Holds the pages that thousands of open checkouts touch; the default of 2 MiB does not. */
const cacheKib = 8 * 1_024;

/**
 * Opens `file` and holds its lock until closed or killed.
 * @throws DatabaseInUseError, DatabaseNotWritableError, DatabaseDamagedError
 */
export function openSqlite<Schema>(file: string): Database<Schema> {
  const sqlite = openExclusively(file);
  const events = new EventEmitter();
  const database = new SqliteStatements(sqlite, { file, events });
  const query = new Kysely<Schema>({ dialect: new OwnDialect({ database }) });
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
 * SQLite plans a statement again, at ten times the cost of running it, whenever a parameter changes
 * that it guesses row counts by: one that a column of a join or of a sorted query is compared with,
 * or a limit. It guesses by no expression, and a plus changes no value, whatever its type.
 */
class PlanKeepingCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** Kysely would run migrations statement by statement, and one that was cut off could not begin again. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class OwnDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }

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
    // What is deleted is gone from the file and from later backups; `FAST` would leave whole pages.
    sqlite.pragma('secure_delete = ON');
    sqlite.exec('BEGIN EXCLUSIVE; COMMIT');
    checkAfterFailure(sqlite, file);
  } catch (error) {
    sqlite.close();
    throw openingFailure(error, file);
  }
  return sqlite;
}

/** Enough for every statement the two services have; beyond it the oldest is prepared again. */
const maxPreparedStatements = 500;

type Statement = BetterSqlite3.Statement<unknown[]>;

/**
 * The statements of one SQLite connection, each prepared once. Of some failures, a full disk among
 * them, SQLite takes back the whole transaction: what is still to come of it then fails as well,
 * until it is rolled back, since each statement would be committed by itself. When the disk fails, so
 * does every statement from then on.
 */
class SqliteStatements implements SqliteDatabase {
  readonly #sqlite: BetterSqlite3.Database;
  readonly #file: string;
  readonly #events: EventEmitter;
  readonly #prepared = new Map<string, SqliteStatement>();
  #takenBackFor: unknown;
  #failure: DatabaseFailedError | undefined;

  constructor(
    sqlite: BetterSqlite3.Database,
    { file, events }: { file: string; events: EventEmitter },
  ) {
    this.#sqlite = sqlite;
    this.#file = file;
    this.#events = events;
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
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#takenBackFor !== undefined) throw this.#takenBackFor;
    const wasInTransaction = this.#sqlite.inTransaction;
    try {
      return execute();
    } catch (error) {
      const failure = statementFailure(error, this.#file);
      if (failure instanceof DatabaseFailedError) this.#fail(failure);
      if (wasInTransaction && !this.#sqlite.inTransaction) this.#takenBackFor = failure;
      throw failure;
    }
  }

  /** Those who listen may end the process: nothing after this is reached then. */
  #fail(failure: DatabaseFailedError): void {
    this.#failure = failure;
    noteFailure(this.#file);
    this.#events.emit(DATABASE_FAILED, failure);
  }

  /** If SQLite has rolled back by itself, it only notes that. A failed disk is left alone. */
  #rollback(statement: Statement): SqliteStatement {
    return {
      ...this.#checked('rollback', statement),
      run: () => {
        if (this.#failure !== undefined) return { changes: 0, lastInsertRowid: 0 };
        if (this.#takenBackFor === undefined) return statement.run();
        this.#takenBackFor = undefined;
        return { changes: 0, lastInsertRowid: 0 };
      },
    };
  }
}

/** A group is committed once nobody has joined it for so many turns of the event loop. */
const quietTurns = 4;
/** One that others keep joining does not wait longer than this. */
const mostTurns = 16;

type Savepoint = Record<'begin' | 'release' | 'rollback', BetterSqlite3.Statement>;

interface Waiting<Schema> {
  /** A single statement takes back by itself what it has done when it fails. */
  isOneStatement: boolean;
  work: (tx: Transaction<Schema>) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Transactions of one SQLite connection, committed in groups: what arrives while the disk is busy
 * shares the next fsync. Each that has several statements keeps its own savepoint, so one that throws
 * takes back its own statements only; none resolves before the shared commit is on disk.
 */
class GroupCommit<Schema> {
  readonly #sqlite: BetterSqlite3.Database;
  readonly #connection: Kysely<Schema>;
  readonly #events: EventEmitter;
  readonly #savepoint: Savepoint;
  #waiting: Waiting<Schema>[] = [];
  #isRunning = false;

  constructor(sqlite: BetterSqlite3.Database, connection: Kysely<Schema>, events: EventEmitter) {
    this.#sqlite = sqlite;
    this.#connection = connection;
    this.#events = events;
    // On the handle itself: these run twice for every transaction and answer nothing.
    this.#savepoint = {
      begin: sqlite.prepare('savepoint member'),
      release: sqlite.prepare('release member'),
      rollback: sqlite.prepare('rollback to member'),
    };
  }

  run<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.#join(work, false);
  }

  /** The same for work of a single statement. */
  runStatement<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.#join(work, true);
  }

  #join<T>(work: (tx: Transaction<Schema>) => Promise<T>, isOneStatement: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = { resolve: (value: unknown) => resolve(value as T), reject };
      this.#waiting.push({ isOneStatement, work, ...settle });
      void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await this.#gathered();
      await this.#commitGroup(this.#waiting.splice(0));
    }
    this.#isRunning = false;
  }

  /** Waits while others are on their way: the fsync is what a transaction costs. */
  async #gathered(): Promise<void> {
    for (let turns = 0, quiet = 0; turns < mostTurns && quiet < quietTurns; turns += 1) {
      const size = this.#waiting.length;
      await new Promise((resume) => setImmediate(resume));
      quiet = this.#waiting.length > size ? 0 : quiet + 1;
    }
  }

  async #commitGroup(group: Waiting<Schema>[]): Promise<void> {
    const settle: Array<() => void> = [];
    try {
      await this.#connection.transaction().execute(async (tx) => {
        for (const waiting of group) settle.push(await this.#runMember(tx, waiting));
      });
    } catch (error) {
      for (const waiting of group) waiting.reject(error);
      return;
    }
    for (const tell of settle) tell();
  }

  async #runMember(
    tx: Transaction<Schema>,
    { isOneStatement, work, resolve, reject }: Waiting<Schema>,
  ): Promise<() => void> {
    // Every member of the group gets a handle of its own, since commit hooks are kept by handle.
    const own = tx.withoutPlugins();
    try {
      const value = await (isOneStatement
        ? work(own)
        : this.#inSavepoint(() => withLastSteps(own, work)));
      return () => {
        runCommitHooks(own, this.#events);
        resolve(value);
      };
    } catch (error) {
      // Of a full disk SQLite takes back the whole group.
      if (!this.#sqlite.inTransaction) throw error;
      return () => reject(error);
    }
  }

  async #inSavepoint(work: () => Promise<unknown>): Promise<unknown> {
    this.#savepoint.begin.run();
    try {
      return await work();
    } catch (error) {
      if (this.#sqlite.inTransaction) this.#savepoint.rollback.run();
      throw error;
    } finally {
      if (this.#sqlite.inTransaction) this.#savepoint.release.run();
    }
  }
}
