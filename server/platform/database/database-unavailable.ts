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

/** Whether a call failed of the database alone and did nothing: it is answered 503. */
export function isUndone(error: unknown): error is DatabaseUnavailableError {
  return error instanceof DatabaseUnavailableError && error.outcome === 'nothing_done';
}

/** What a step throws that comes after one that was committed: it has not failed as a whole. */
export function afterACommit(error: unknown): unknown {
  if (!(error instanceof DatabaseUnavailableError)) return error;
  return new DatabaseUnavailableError(error.message, 'unknown', error.cause);
}
