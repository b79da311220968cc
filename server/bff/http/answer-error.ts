import type { Context, ErrorHandler, Hono, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import type { OrderRefusal } from '../../../widget/contract/order-refusal.ts';
import { DATABASE_RETRY_AFTER_SECONDS, isUndone } from '../../platform/database/database.ts';
import { allowedMethods } from '../../platform/http/allowed-methods.ts';
import { HttpInputError } from '../../platform/http/http-input-error.ts';
import { IllegalTransitionError } from '../../platform/illegal-transition-error.ts';
import type { BffContext } from '../context.ts';
import { BffError, problemOf } from '../errors.ts';
import { StaleCheckoutError } from '../operations/write-checkout.ts';
import type { BffEnv } from './env.ts';
import { subjectOf } from './observe-requests.ts';

/** The one mapper of errors to answers. What is not meant for a caller is only logged. */
export function answerError({
  log,
  config: { isSandbox },
}: Pick<BffContext, 'log' | 'config'>): ErrorHandler<BffEnv> {
  return (error, c) => {
    const known = asBffError(error);
    const { correlationId: correlation_id } = c.var;
    const asked = { method: c.req.method, route: routePath(c, -1) };
    const what = { correlation_id, ...subjectOf(c), ...asked, error };
    if (isUndone(error)) log.warn({ event: 'database_unavailable', ...what });
    if (known.code === 'internal') log.error({ event: 'request_failed', ...what });
    const { refusal } = known;
    if (refusal) log.info({ event: 'order_refused', correlation_id, ...subjectOf(c), ...refusal });
    return answerProblem(c, known, isSandbox ? refusal : undefined);
  };
}

/** Answers with the problem of an error. */
function answerProblem(c: Context<BffEnv>, error: BffError, refusal?: OrderRefusal): Response {
  if (error.retryAfterSeconds !== undefined) {
    c.header('retry-after', String(error.retryAfterSeconds));
  }
  const problem = { ...problemOf(error, c.var.correlationId), ...refusal };
  return c.json(problem, problem.status, { 'content-type': 'application/problem+json' });
}

function asBffError(error: unknown): BffError {
  if (error instanceof BffError) return error;
  if (error instanceof HttpInputError) return inputError(error);
  if (error instanceof HTTPException && error.status < 500) {
    const isType = error.status === 415;
    return new BffError(isType ? 'unsupported_media_type' : 'invalid_request', { cause: error });
  }
  if (isUndone(error)) {
    const retryAfterSeconds = DATABASE_RETRY_AFTER_SECONDS;
    return new BffError('lender_unavailable', { retryAfterSeconds, cause: error });
  }
  const hasMovedOn = error instanceof IllegalTransitionError || error instanceof StaleCheckoutError;
  return new BffError(hasMovedOn ? 'wrong_step' : 'internal', { cause: error });
}

function inputError(error: HttpInputError): BffError {
  const { problem, message } = error;
  if (problem === 'too_large') return new BffError('payload_too_large', { cause: error });
  if (problem === 'unsupported_media_type') return new BffError(problem, { cause: error });
  const detail = problem === 'malformed' ? 'The body is not JSON.' : message;
  return new BffError('invalid_request', { detail, cause: error });
}

/** 405 with `Allow` where another method is taken, else 404. */
export function answerUnrouted(app: Hono<BffEnv>): NotFoundHandler<BffEnv> {
  return (c) => {
    const methods = allowedMethods(app, c.req.path);
    if (methods.length === 0) return answerProblem(c, new BffError('not_found'));
    c.header('allow', methods.join(', '));
    return answerProblem(c, new BffError('method_not_allowed'));
  };
}
