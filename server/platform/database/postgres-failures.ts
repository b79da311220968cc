import type { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseNotOpenedError, DatabaseUnavailableError } from './database.ts';

/**
 * SQLSTATE, by its beginning, of what is the server's trouble and not the statement's: connection
 * failures, no room, an end by an operator or by time, transactions that stood in each other's way, and
 * a server that takes no writes.
 */
const ofTheServer = ['08', '53', '57', '40001', '40P01', '55P03', '25P03', '25P04', '25006'];

const lockTimeout = '55P03';

/** The transaction was idle for too long: the server ended it without reading what came next. */
const idleTooLong = '25P03';

/** Transactions that were taken back for others: the next run may pass. */
const takenBack = new Set(['40001', '40P01', lockTimeout]);

/** A value that another has just taken: the next run reads it and refuses by its own rules. */
const alreadyTaken = '23505';

/**
 * A statement was planned before a newer version added a column to its table: it did nothing, and has
 * to be planned again. Its SQLSTATE has other meanings, and its text is in the server's language.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}

const connectionsLost = new WeakSet<DatabaseUnavailableError>();

/** SQLSTATE, by its beginning, of errors by which the server ends a connection. */
const ofAnEnd = ['08', '25P03', '25P04', '57P', '58', 'F0', 'XX'];

/** True if the server ended the connection with it. The severity may be in the server's language. */
export function isFatal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.severity === 'ERROR') return false;
  const isEnglish = error.severity === 'FATAL' || error.severity === 'PANIC';
  return isEnglish || ofAnEnd.some((beginning) => codeOf(error).startsWith(beginning));
}

/**
 * True if the server only reads: a standby, or a primary whose disk is nearly full. The connection
 * would go on as it began, also when the primary is another server by now.
 */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/**
 * What a statement failed of; what is wrong with the statement itself is answered as it is.
 * @param isLost the connection is gone
 * @param mayBeCommitted it was sent as, or with, what would have committed it
 */
export function statementFailure(
  error: unknown,
  { isLost, mayBeCommitted }: { isLost: boolean; mayBeCommitted: boolean },
): unknown {
  if (error instanceof DatabaseUnavailableError) return error;
  if (error instanceof pg.DatabaseError && !isFatal(error)) {
    return isOfTheServer(error) ? unavailable(error, 'nothing_done') : error;
  }
  if (!isLost) return error;
  const isUnknown = mayBeCommitted && codeOf(error) !== idleTooLong;
  const lost = unavailable(error, isUnknown ? 'unknown' : 'nothing_done');
  // Its caller has waited for long enough.
  if (!(error instanceof SilentServerError)) connectionsLost.add(lost);
  return lost;
}

/**
 * What kept a transaction from its beginning. Statements that were sent with it ran outside of one,
 * each for itself, unless the connection is gone.
 */
export function beginFailure(error: unknown): unknown {
  const isRefused = error instanceof pg.DatabaseError && !isFatal(error);
  return isRefused ? unavailable(error, 'unknown') : error;
}

/** What kept a connection from being had. */
export function connectFailure(error: unknown): unknown {
  return unavailable(error, 'nothing_done');
}

/** What kept the database from being opened, as a person can mend it. */
export function openingFailure(error: unknown): unknown {
  if (error instanceof DatabaseNotOpenedError) return error;
  const cause = error instanceof DatabaseUnavailableError ? error.cause : error;
  if (!(cause instanceof Error)) return error;
  const why = isReadOnly(cause)
    ? 'it only reads; name the primary'
    : `${cause.message || codeOf(cause)}; see that it is up, and that host, user, password and database are right`;
  const text = `DATABASE_URL: PostgreSQL cannot be opened: ${why}`;
  return new DatabaseNotOpenedError(text.replaceAll(/\s+/g, ' '), { cause: error });
}

const insufficientPrivilege = '42501';

/** True if the role of the connection may not do what it asked for. */
export function isForbidden(error: unknown): boolean {
  return codeOf(error) === insufficientPrivilege;
}

/** True if a transaction that failed of it may be run again as it is. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailableError)) return codeOf(error) === alreadyTaken;
  if (error.outcome === 'unknown') return false;
  const { cause } = error;
  return connectionsLost.has(error) || isStalePlan(cause) || takenBack.has(codeOf(cause));
}

/** True if another held a lock for longer than a statement may wait for it. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError && codeOf(error.cause) === lockTimeout;
}

function unavailable(cause: unknown, outcome: DatabaseUnavailableError['outcome']) {
  const code = codeOf(cause);
  const text = `PostgreSQL cannot do it now${code === '' ? '' : `: ${code}`}`;
  return new DatabaseUnavailableError(text, outcome, cause);
}

function isOfTheServer(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return isStalePlan(error) || ofTheServer.some((beginning) => codeOf(error).startsWith(beginning));
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** PostgreSQL sent nothing for as long as an answer may take, and its connection was given up. */
export class SilentServerError extends Error {
  override readonly name = 'SilentServerError';
  readonly code = 'ETIMEDOUT';
}

/**
 * Gives up a connection on which nothing comes for `ms` milliseconds while an answer is awaited:
 * the statements that wait fail with a SilentServerError. pg's `query_timeout` is a timer for each
 * statement and does not tell a busy process from a silent server; this is one timer a connection.
 */
export class SilenceWatch {
  readonly #socket: Socket;
  readonly #ms: number;
  readonly #isAnswerAwaited: () => boolean;
  readonly #timer: NodeJS.Timeout;
  #bytesRead = 0;

  constructor(socket: Socket, ms: number, isAnswerAwaited: () => boolean) {
    this.#socket = socket;
    this.#ms = ms;
    this.#isAnswerAwaited = isAnswerAwaited;
    this.#timer = setTimeout(() => this.#check(), ms).unref();
    socket.once('close', () => clearTimeout(this.#timer));
  }

  /** Begins to wait, when a statement is sent while none was awaited. */
  restart(): void {
    this.#bytesRead = this.#socket.bytesRead;
    this.#timer.refresh();
  }

  #check(): void {
    // If this process stood still, the answer has come and is read before this runs.
    setImmediate(() => {
      if (!this.#isAnswerAwaited()) return;
      if (this.#socket.bytesRead > this.#bytesRead) this.restart();
      else
        this.#socket.destroy(new SilentServerError(`PostgreSQL sent nothing for ${this.#ms} ms`));
    });
  }
}
