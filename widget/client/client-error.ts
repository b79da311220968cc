import { ownCorrelationId } from '../contract/correlation-id.ts';
import { errorCodes } from '../contract/error-code.ts';
import { type FieldErrors, isFieldErrorCode } from '../contract/field-error-code.ts';
import type { FlowErrorCode } from '../contract/flow-message.ts';
import type { Problem, Reached } from '../contract/problem.ts';

export interface ClientErrorOptions {
  code: FlowErrorCode;
  retryable: boolean;
  /** The BFF's; without one, the widget makes its own. */
  correlationId?: string;
  /** What is wrong with what was sent, by field. */
  fields?: FieldErrors;
  /** With `code_used`. */
  reached?: Reached | undefined;
  cause?: unknown;
}

/** A call to the BFF that gave no value. */
export class ClientError extends Error {
  readonly code: FlowErrorCode;
  readonly retryable: boolean;
  readonly correlationId: string;
  readonly fields: FieldErrors;
  readonly reached: Reached | undefined;

  constructor(message: string, options: ClientErrorOptions) {
    super(message, { cause: options.cause });
    this.name = 'ClientError';
    this.code = options.code;
    this.retryable = options.retryable;
    this.correlationId = options.correlationId ?? ownCorrelationId();
    this.fields = options.fields ?? {};
    this.reached = options.reached;
  }
}

/** Nothing came back, so nobody knows whether the call was carried out. */
export function networkError(call: string, cause: unknown): ClientError {
  return new ClientError(`No answer: ${call}`, { code: 'network', retryable: true, cause });
}

/** Reads a problem; an answer that is none (a proxy's page) counts as `internal`. */
export function errorFromAnswer(call: string, status: number, body: unknown): ClientError {
  const message = `Refused with ${status}: ${call}`;
  if (!isProblem(body)) {
    return new ClientError(message, { code: 'internal', retryable: true });
  }
  const { code, retryable, correlation_id, errors = {}, reached } = body;
  return new ClientError(message, {
    code,
    retryable,
    correlationId: correlation_id,
    fields: readFieldErrors(errors),
    reached,
  });
}

function readFieldErrors(errors: Record<string, string[]>): FieldErrors {
  const entries = Object.entries(errors).map(([field, codes]) => {
    const known = codes.filter(isFieldErrorCode);
    return [field, known.length > 0 ? known : ['not_accepted' as const]] as const;
  });
  return Object.fromEntries(entries);
}

/** Told without the contract's schemas, which may be what could not be had. */
function isProblem(value: unknown): value is Problem {
  if (!isObject(value) || !hasCode(value)) return false;
  const { retryable, correlation_id: id, errors = {} } = value;
  const isAboutFields = isObject(errors) && Object.values(errors).every(Array.isArray);
  return typeof retryable === 'boolean' && typeof id === 'string' && isAboutFields;
}

/** True if a code that the widget knows is in it. */
export function hasCode(value: unknown): boolean {
  return isObject(value) && errorCodes.some((code) => code === value.code);
}

type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}
