import type { Context, ErrorHandler } from 'hono';
import { DATABASE_RETRY_AFTER_SECONDS, isUndone } from '../platform/database/database.ts';
import { HttpInputError } from '../platform/http/http-input-error.ts';
import type { BffContext } from './context.ts';
import { IllegalTransitionError } from './domain/checkout-machine.ts';
import { BffError, problemOf } from './errors.ts';
import type { BffEnv } from './http-env.ts';
import { subjectOf } from './observe-requests.ts';
import { StaleCheckoutError } from './operations/write-checkout.ts';

/** The one mapper of errors to answers. What is not meant for a caller is only logged. */
export function answerError({ log }: Pick<BffContext, 'log'>): ErrorHandler<BffEnv> {
  return (error, c) => {
    const known = asBffError(error);
    const { correlationId: correlation_id } = c.var;
    const what = { correlation_id, ...subjectOf(c), method: c.req.method, error };
    if (isUndone(error)) log.warn({ event: 'database_unavailable', ...what });
    if (known.code === 'internal') log.error({ event: 'request_failed', ...what });
    return answerProblem(c, known);
  };
}

/** Answers with the problem of an error. */
export function answerProblem(c: Context<BffEnv>, error: BffError): Response {
  if (error.retryAfterSeconds !== undefined) {
    c.header('retry-after', String(error.retryAfterSeconds));
  }
  const problem = problemOf(error, c.var.correlationId);
  return c.json(problem, problem.status, { 'content-type': 'application/problem+json' });
}

function asBffError(error: unknown): BffError {
  if (error instanceof BffError) return error;
  if (error instanceof HttpInputError) return new BffError(codeOfInput(error), { cause: error });
  if (isUndone(error)) {
    const retryAfterSeconds = DATABASE_RETRY_AFTER_SECONDS;
    return new BffError('lender_unavailable', { retryAfterSeconds, cause: error });
  }
  const hasMovedOn = error instanceof IllegalTransitionError || error instanceof StaleCheckoutError;
  return new BffError(hasMovedOn ? 'wrong_step' : 'internal', { cause: error });
}

function codeOfInput({ problem }: HttpInputError): BffError['code'] {
  if (problem === 'too_large') return 'payload_too_large';
  return problem === 'unsupported_media_type' ? 'unsupported_media_type' : 'invalid_request';
}
