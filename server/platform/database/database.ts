import type { EventEmitter } from 'node:events';
import { type Kysely, sql, type Transaction } from 'kysely';
import { OperatorError } from '../operator-error.ts';

export type Engine = 'sqlite' | 'postgres';

/** What a store function takes first: the database itself for a read, or the transaction it belongs to. */
export type Connection<Schema> = Kysely<Schema> | Transaction<Schema>;

/**
 * One durable database: SQLite (WAL, synchronous=FULL, one process) or PostgreSQL.
 * A resolved `transaction` is on disk.
 */
export interface Database<Schema> {
  readonly engine: Engine;
  /** Reads, and what is rarely written: SQLite commits each statement to disk by itself. */
  readonly query: Kysely<Schema>;
  /** What commit hooks tell the rest of this process, such as the due-work runner. */
  readonly events: EventEmitter;
  /**
   * Runs `work` in one transaction: all of it is committed, or, when it throws, none of it.
   * `work` may be run again after a deadlock, and others may wait for it: it awaits nothing but
   * its own statements.
   */
  transaction<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /**
   * The same for work of a single statement, which is taken back whole by itself when it fails:
   * PostgreSQL is not told where a transaction begins and ends, SQLite keeps no savepoint. What
   * `work` throws after the statement takes nothing back.
   */
  statement<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /**
   * Writes a whole and consistent copy into `file`, which is not there yet, while the database is in
   * use. Rejects with a CopyError, on PostgreSQL always: it has tools of its own for that.
   */
  copyTo(file: string): Promise<void>;
  close(): Promise<void>;
}

/** The store is held by another process; the message names it. */
export class DatabaseInUseError extends OperatorError {
  override readonly name = 'DatabaseInUseError';
}

/**
 * A write or sync of SQLite failed, or it read what nobody wrote. Nothing of what was not answered yet
 * may be answered: the process has to end, and the next start checks the database. The message names
 * the file; the cause is SQLite's.
 */
export class DatabaseFailedError extends OperatorError {
  override readonly name = 'DatabaseFailedError';
}

/** The event of `Database.events` with a DatabaseFailedError, at once and once. */
export const DATABASE_FAILED = 'database failed';

/** The store is damaged: opening it shows that, or the check after its disk failed. The message says how. */
export class DatabaseDamagedError extends OperatorError {
  override readonly name = 'DatabaseDamagedError';
}

/** The tables were made by a newer program; the message names the schema and the first such migration. */
export class DatabaseTooNewError extends OperatorError {
  override readonly name = 'DatabaseTooNewError';
}

/** Other sessions hold tables that have to be changed; the message names the schema. */
export class TablesHeldError extends OperatorError {
  override readonly name = 'TablesHeldError';
}

/** The disk does not take what opening the store has to write; the message names the file. */
export class DatabaseNotWritableError extends OperatorError {
  override readonly name = 'DatabaseNotWritableError';
}

/**
 * PostgreSQL cannot be opened: it is away, refuses who asks, or only reads. The message names
 * `DATABASE_URL`, and says why.
 */
export class DatabaseNotOpenedError extends OperatorError {
  override readonly name = 'DatabaseNotOpenedError';
}

/**
 * Locks the selected row until the transaction ends, so that a limit read from it still holds when
 * it is used. On SQLite the only writer is alone already.
 *
 * @example tx.selectFrom('applications').selectAll().where('id', '=', id).$call(rowLock(database))
 */
export function rowLock(database: {
  readonly engine: Engine;
}): <Query extends { forUpdate(): Query }>(query: Query) => Query {
  return (query) => (database.engine === 'postgres' ? query.forUpdate() : query);
}

/**
 * The same, shared with whoever locks it so too: the row cannot be changed until they have all ended.
 */
export function sharedRowLock(database: {
  readonly engine: Engine;
}): <Query extends { forShare(): Query }>(query: Query) => Query {
  return (query) => (database.engine === 'postgres' ? query.forShare() : query);
}

/** By it PostgreSQL, and its pool of connections, know a transaction that takes its time. */
export const NO_STATEMENT_TIMEOUT = 'set local statement_timeout = 0';

/**
 * Lets the statements of a transaction take as long as they need: for those that go through all
 * there is. Locks are waited for no longer than otherwise.
 */
export async function beginWithoutTimeout<Schema>(
  tx: Transaction<Schema>,
  database: { readonly engine: Engine },
): Promise<void> {
  if (database.engine === 'postgres') await sql.raw(NO_STATEMENT_TIMEOUT).execute(tx);
}

/** The number of rows that an insert with `on conflict do nothing` added. */
export function insertedRows(result: { numInsertedOrUpdatedRows?: bigint | undefined }): number {
  return Number(result.numInsertedOrUpdatedRows ?? 0n);
}

const lastSteps = new WeakMap<object, Array<() => Promise<void>>>();

/**
 * Runs `step` as the last statements of a `transaction`, after its work and before it is committed:
 * for a row that many transactions share, whose lock is then held no longer than the commit takes.
 * A step that throws takes the transaction back. Never run when the work throws.
 */
export function beforeCommit(tx: object, step: () => Promise<void>): void {
  const steps = lastSteps.get(tx);
  if (steps) steps.push(step);
  else lastSteps.set(tx, [step]);
}

/** The work of a transaction with the steps that it left for the end. */
export async function withLastSteps<Tx extends object, T>(
  tx: Tx,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const value = await work(tx);
  for (const step of lastSteps.get(tx) ?? []) await step();
  return value;
}

type CommitHook = (events: EventEmitter) => void;

const commitHooks = new WeakMap<object, CommitHook[]>();

/**
 * Runs `hook` once the transaction is durable; never when it is rolled back. A hook does not throw:
 * nobody could take back what is on disk.
 */
export function afterCommit(tx: object, hook: CommitHook): void {
  const hooks = commitHooks.get(tx);
  if (hooks) hooks.push(hook);
  else commitHooks.set(tx, [hook]);
}

export function runCommitHooks(tx: object, events: EventEmitter): void {
  const hooks = commitHooks.get(tx) ?? [];
  // Else they would be kept until V8's next full collection.
  commitHooks.delete(tx);
  for (const hook of hooks) hook(events);
}

/**
 * `nothing_done`: it was taken back whole and may be asked for again. `unknown`: the connection went
 * while it was being committed, or after a part of it was.
 */
export type UnavailableOutcome = 'nothing_done' | 'unknown';

/** The database cannot do it now, for no fault of what it was asked; the cause is the driver's. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly outcome: UnavailableOutcome;

  constructor(message: string, outcome: UnavailableOutcome, cause: unknown) {
    super(message, { cause });
    this.outcome = outcome;
  }
}

/** After how long a call that the database could not serve is worth making again. */
export const DATABASE_RETRY_AFTER_SECONDS = 1;

/** True if a call failed of the database alone and did nothing: it is answered 503. */
export function isUndone(error: unknown): error is DatabaseUnavailableError {
  return error instanceof DatabaseUnavailableError && error.outcome === 'nothing_done';
}

/** Does what comes after a commit: where the database fails it, it is not said that nothing was done. */
export async function afterACommit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    throw new DatabaseUnavailableError(error.message, 'unknown', error.cause);
  }
}
