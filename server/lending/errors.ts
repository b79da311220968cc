/** Why an operation refuses. Closed: each kind has one HTTP status in `routes/answer-errors.ts`. */
export type LendingErrorKind =
  /** The data breaks a rule; 400. */
  | 'invalid'
  /** The record is in a state that does not allow it; 400. */
  | 'wrong_state'
  /** Known user, but role, flag, status of user or merchant do not allow it; 403. */
  | 'forbidden'
  /** Unknown id, or another sponsor's; 404. */
  | 'not_found'
  /** Another call is deciding the same application; 409. */
  | 'in_progress'
  /** No channel reaches the consumer; 424. */
  | 'unreachable_consumer'
  /** Asked too often; the next call may be taken after `retryAfterSeconds`; 429. */
  | 'limited'
  /** Something outside did not answer and nothing was decided; 503. */
  | 'unavailable';

export interface LendingErrorOptions {
  /** Messages by field. */
  errors?: Readonly<Record<string, readonly string[]>>;
  /** Further fields of the body, where the API names some. */
  body?: Readonly<Record<string, unknown>>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An operation refused and changed nothing but what its documentation says. */
export class LendingError extends Error {
  override readonly name = 'LendingError';
  readonly kind: LendingErrorKind;
  readonly errors: LendingErrorOptions['errors'];
  readonly body: LendingErrorOptions['body'];
  readonly retryAfterSeconds: LendingErrorOptions['retryAfterSeconds'];

  /** `detail` goes to the caller as it is: no personal data. */
  constructor(kind: LendingErrorKind, detail: string, options: LendingErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.kind = kind;
    this.errors = options.errors;
    this.body = options.body;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
