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

/** What a step throws that comes after one that was committed: it has not failed as a whole. */
export function afterACommit(error: unknown): unknown {
  if (!(error instanceof DatabaseUnavailableError)) return error;
  return new DatabaseUnavailableError(error.message, 'unknown', error.cause);
}
