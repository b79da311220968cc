import type { FieldErrorCode } from '../../widget/contract/field-error-code.ts';
import type { OrderRefusal } from '../../widget/contract/order-refusal.ts';
import type { Problem, Reached } from '../../widget/contract/problem.ts';
import { type ApiErrorCode, type Blocker, blockerDetails } from './merchant-api/answers.ts';

interface CodeRule {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 501 | 502 | 503;
  title: string;
  /** Whether the same call, sent again later, may succeed. */
  retryable?: true;
  /** When, where the error itself does not know. */
  retryAfterSeconds?: number;
}

/** The one mapping of codes to HTTP. */
const rules: Record<ApiErrorCode, CodeRule> = {
  invalid_request: { status: 400, title: 'The request is not valid.' },
  invalid_applicant: { status: 422, title: 'Some fields of the application are not valid.' },
  unsupported_media_type: { status: 415, title: 'Send application/json, not compressed.' },
  payload_too_large: { status: 413, title: 'The body is too large.' },
  not_found: { status: 404, title: 'There is nothing here.' },
  method_not_allowed: { status: 405, title: 'This address does not take that method.' },
  unauthorized: { status: 401, title: 'The credentials are missing or not valid.' },
  token_expired: { status: 401, title: 'The session has ended; resume the checkout.' },
  origin_not_allowed: { status: 403, title: 'The merchant has not listed this origin.' },
  unknown_merchant: { status: 404, title: 'No merchant has this key.' },
  order_invalid: { status: 422, title: 'The order token is not valid.' },
  order_required: { status: 409, title: 'A verified order is needed first.' },
  wrong_step: { status: 409, title: 'The checkout is at another step.' },
  already_decided: { status: 409, title: 'The lender has already decided this checkout.' },
  offer_unavailable: { status: 409, title: 'This offer cannot be chosen any more.' },
  portal_required: { status: 409, title: 'The Payment Portal account must be set up first.' },
  charge_blocked: { status: 409, title: 'This order cannot be charged now.' },
  amount_out_of_range: { status: 422, title: 'The amount is outside what may be asked for.' },
  rate_limited: {
    status: 429,
    title: 'Too many requests; try again later.',
    retryable: true,
    retryAfterSeconds: 15,
  },
  lender_unavailable: {
    status: 503,
    title: 'The lender cannot be reached; nothing was decided.',
    retryable: true,
    retryAfterSeconds: 15,
  },
  lender_refused: { status: 502, title: 'The lender refused the request.' },
  offer_code_refused: { status: 422, title: 'The lender does not take the offer code.' },
  consumer_unreachable: {
    status: 409,
    title: 'The lender cannot reach the consumer by text message, and has no e-mail address.',
  },
  fees_unknown: {
    status: 409,
    title: 'Neither the merchant’s entry nor a rate sheet says how a charge is shared out.',
  },
  split_unbalanced: { status: 400, title: 'The parts of the fee split do not sum to the charge.' },
  idempotency_conflict: {
    status: 409,
    title: 'This Idempotency-Key was used with another request before.',
  },
  refund_blocked: { status: 409, title: 'This charge cannot be refunded now.' },
  not_supported: { status: 501, title: 'The lender of this merchant cannot do this.' },
  code_used: { status: 410, title: 'The return code was used before.' },
  internal: { status: 500, title: 'Something unexpected happened.', retryable: true },
};

/** What can be wrong with a field; a page's calls ignore fields that are not known. */
export type FieldCode = FieldErrorCode | 'unknown_field';

export interface BffErrorDetails {
  /** Codes of what is wrong, by field. */
  errors?: Readonly<Record<string, readonly FieldCode[]>>;
  retryAfterSeconds?: number;
  /** With `code_used`. */
  reached?: Reached;
  /** With `charge_blocked`, `refund_blocked` and, of a merchant's call, `wrong_step`. */
  blockedBy?: Blocker;
  /** With `order_invalid`. */
  refusal?: OrderRefusal;
  /** What is wrong where no field can be named. */
  detail?: string | undefined;
  cause?: unknown;
}

/** An error for the caller: a code of the closed list and, at most, codes of fields. */
export class BffError extends Error {
  override readonly name = 'BffError';
  readonly code: ApiErrorCode;
  readonly errors: BffErrorDetails['errors'] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly reached: Reached | undefined;
  readonly blockedBy: Blocker | undefined;
  /** For the log, and in the sandbox for the caller. */
  readonly refusal: OrderRefusal | undefined;
  /** A sentence for the caller. */
  readonly detail: string | undefined;

  constructor(
    code: ApiErrorCode,
    { errors, retryAfterSeconds, reached, blockedBy, refusal, detail, cause }: BffErrorDetails = {},
  ) {
    super(rules[code].title, { cause });
    this.code = code;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds ?? rules[code].retryAfterSeconds;
    this.reached = reached;
    this.blockedBy = blockedBy;
    this.refusal = refusal;
    this.detail = detail ?? (blockedBy && blockerDetails[blockedBy]);
  }
}

/** An order token that is refused, and why. */
export function orderInvalid(
  reason: OrderRefusal['reason'],
  claim?: OrderRefusal['claim'],
): BffError {
  return new BffError('order_invalid', { refusal: { reason, ...(claim && { claim }) } });
}

/** A charge that cannot be asked for, or settled so, and what stands in its way. */
export function chargeBlocked(blockedBy: Blocker, cause?: unknown): BffError {
  return new BffError('charge_blocked', { blockedBy, cause });
}

/** The same of a refund. */
export function refundBlocked(blockedBy: Blocker, cause?: unknown): BffError {
  return new BffError('refund_blocked', { blockedBy, cause });
}

/** The same of what cannot be done with a checkout as it stands. */
export function stepBlocked(blockedBy: Blocker, cause?: unknown): BffError {
  return new BffError('wrong_step', { blockedBy, cause });
}

/** A problem as it is sent: what a widget does not read is for the merchant's server. */
type ProblemBody = Omit<Problem, 'status' | 'code' | 'errors'> &
  Pick<BffErrorDetails, 'errors'> & {
    status: CodeRule['status'];
    code: ApiErrorCode;
    blocked_by?: Blocker;
    detail?: string;
  };

/** The RFC 9457 problem of an error, with its HTTP status. */
export function problemOf(
  { code, errors, reached, blockedBy, detail }: BffError,
  correlationId: string,
): ProblemBody {
  const { status, title, retryable = false } = rules[code];
  return {
    type: `urn:soft-pull:problem:${code}`,
    title,
    status,
    code,
    retryable,
    correlation_id: correlationId,
    ...(errors && { errors }),
    ...(reached && { reached }),
    ...(blockedBy && { blocked_by: blockedBy }),
    ...(detail && { detail }),
  };
}
