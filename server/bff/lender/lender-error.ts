/**
 * `refused`: the lender said no. `unavailable`: it could not be asked, or says that it decided
 * nothing. After both, nothing happened. `unknown`: it may or may not have acted.
 */
export type LenderFailure = 'refused' | 'unavailable' | 'unknown';

/** Why a lender refused, where its answer says so. */
export type RefusalReason = 'bank_missing' | 'portal_missing' | 'consumer_unreachable';

interface LenderErrorDetails {
  failure: LenderFailure;
  status?: number | undefined;
  fields?: readonly string[];
  reason?: RefusalReason | undefined;
  unreadable?: 'no_json' | 'lacking';
  isPage?: boolean;
  isTooLong?: boolean;
}

/** Why a call brought no answer. What the lender wrote is not in it, only which fields it named. */
export class LenderError extends Error {
  override readonly name = 'LenderError';
  /** The call, by the API's name. */
  readonly operation: string;
  readonly failure: LenderFailure;
  readonly status: number | undefined;
  /** Those that the lender refused, or the one that its answer lacks. */
  readonly fields: readonly string[];
  readonly reason: RefusalReason | undefined;
  /** Of a 2xx: it was no JSON, or it lacked what it must hold. */
  readonly unreadable: 'no_json' | 'lacking' | undefined;
  /** Of a refusal: its body is no JSON. A proxy may have written it. */
  readonly isPage: boolean;
  /** True for a 2xx whose body is over the limit. */
  readonly isTooLong: boolean;

  constructor(operation: string, message: string, details: LenderErrorDetails) {
    super(`${operation}: ${message}`);
    const { failure, status, fields = [], reason, unreadable } = details;
    this.operation = operation;
    this.failure = failure;
    this.status = status;
    this.fields = fields;
    this.reason = reason;
    this.unreadable = unreadable;
    this.isPage = details.isPage ?? false;
    this.isTooLong = details.isTooLong ?? false;
  }
}

/** For a list that a lender may not have: undefined if it refuses. @throws LenderError */
export async function unlessRefused<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** True if the lender has answered, and so that it says nothing: another call may be answered well. */
export function isFailedAnswer(error: unknown): error is LenderError {
  if (!(error instanceof LenderError)) return false;
  if (error.status === 503) return true;
  const hasAnswered = error.status !== undefined || error.unreadable !== undefined;
  return error.failure === 'unknown' && hasAnswered;
}

/** True if the lender refused, with this status if one is given. */
export function isRefusal(error: unknown, status?: number): error is LenderError {
  if (!(error instanceof LenderError) || error.failure !== 'refused') return false;
  return status === undefined || error.status === status;
}
