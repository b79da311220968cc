import type { HttpOutcome } from '../platform/outbound/http-outcome.ts';

/**
 * `refused`: the lender said no. `unavailable`: it could not be asked, or decided nothing. After
 * both, nothing happened. `unknown`: it may or may not have acted.
 */
export type LenderFailure = 'refused' | 'unavailable' | 'unknown';

interface LenderErrorDetails {
  status?: number | undefined;
  fields?: readonly string[];
}

/** Why a call brought no answer. What the lender wrote is not in it, only which fields it named. */
export class LenderError extends Error {
  override readonly name = 'LenderError';
  readonly failure: LenderFailure;
  readonly status: number | undefined;
  readonly fields: readonly string[];

  constructor(
    message: string,
    failure: LenderFailure,
    { status, fields = [] }: LenderErrorDetails = {},
  ) {
    super(message);
    this.failure = failure;
    this.status = status;
    this.fields = fields;
  }
}

/** Whether the lender refused, with this status if one is given. */
export function isRefusal(error: unknown, status?: number): error is LenderError {
  if (!(error instanceof LenderError) || error.failure !== 'refused') return false;
  return status === undefined || error.status === status;
}

/**
 * The lender will decide another time, after 401 once its credentials are mended here, after 408
 * since the request did not reach it whole; other refusals say that it has.
 */
const laterStatuses: ReadonlySet<number> = new Set([401, 408, 429, 503]);

export function errorOfOutcome(
  operation: string,
  outcome: Exclude<HttpOutcome, { kind: 'answered' }>,
): LenderError {
  switch (outcome.kind) {
    case 'not_sent':
      return new LenderError(`${operation}: not sent, ${outcome.reason}`, 'unavailable');
    case 'unknown':
      return new LenderError(`${operation}: ${outcome.reason}`, 'unknown', {
        status: outcome.status,
      });
    case 'refused': {
      const { status, body } = outcome;
      const failure = laterStatuses.has(status) ? 'unavailable' : 'refused';
      const fields = fieldsOf(body);
      return new LenderError(`${operation}: refused with ${status}`, failure, { status, fields });
    }
  }
}

function fieldsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || !('errors' in body)) return [];
  const { errors } = body;
  return typeof errors === 'object' && errors !== null ? Object.keys(errors) : [];
}
