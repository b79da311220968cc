import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import type { DetailResponse } from '../../lending-api/answers.ts';
import { DATABASE_RETRY_AFTER_SECONDS, isUndone } from '../../platform/database/database.ts';
import { HttpInputError } from '../../platform/http/http-input-error.ts';
import { IllegalTransitionError } from '../../platform/illegal-transition-error.ts';
import type { Logger } from '../../platform/logging.ts';
import { LendingError, type LendingErrorKind } from '../errors.ts';

const statusOf: Record<LendingErrorKind, ContentfulStatusCode> = {
  invalid: 400,
  wrong_state: 400,
  forbidden: 403,
  not_found: 404,
  in_progress: 409,
  unreachable_consumer: 424,
  limited: 429,
  unavailable: 503,
};

/** Every error of the API becomes a DetailResponse here; what was not foreseen says nothing of itself. */
export function answerErrors(log: Logger): ErrorHandler {
  return function answerError(error, c) {
    if (error instanceof LendingError) return answerLendingError(error, c);
    if (error instanceof IllegalTransitionError) {
      return c.json(detail(`This is not possible in status ${error.from}.`), 400);
    }
    if (error instanceof HttpInputError) return c.json(detail(error.message), error.status);
    if (error instanceof HTTPException && error.status < 500) {
      return c.json(detail(error.message), error.status);
    }
    const what = { method: c.req.method, route: routePath(c, -1), error };
    if (isUndone(error)) {
      log.warn({ event: 'database_unavailable', ...what });
      c.header('Retry-After', String(DATABASE_RETRY_AFTER_SECONDS));
      return c.json(detail('Unavailable at the moment; nothing was done.'), 503);
    }
    log.error({ event: 'request_failed', ...what });
    return c.json(detail('Something unexpected happened.'), 500);
  };
}

function answerLendingError(error: LendingError, c: Context): Response {
  const { kind, message, errors, body, retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  return c.json({ ...body, detail: message, ...(errors && { errors }) }, statusOf[kind]);
}

function detail(text: string): DetailResponse {
  return { detail: text };
}

type Validated =
  | { success: true; target: string }
  | { success: false; target: string; error: z.ZodError; data?: unknown };

/** Answers a request that does not fit its schema; an id that cannot exist is an unknown one. */
export function answerInvalid(result: Validated, c: Context): Response | undefined {
  if (result.success) return undefined;
  if (result.target === 'param') return c.json(detail('Not found.'), 404);
  const errors = fieldErrors(result.error, (issue) => sentence(issue, result.data));
  return c.json({ detail: 'Some fields are missing or not valid.', errors }, 400);
}

/** The messages of every field that is not valid, by its name; `body` is the body itself. */
export function fieldErrors(
  { issues }: z.ZodError,
  messageOf: (issue: z.core.$ZodIssue) => string,
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    const field = issue.path.length === 0 ? 'body' : issue.path.join('.');
    errors[field] = [...(errors[field] ?? []), messageOf(issue)];
  }
  return errors;
}

function sentence(issue: z.core.$ZodIssue, data: unknown): string {
  const sent = issue.path.reduce(fieldOf, data);
  return sent === undefined || sent === null ? 'This field is required.' : issue.message;
}

function fieldOf(value: unknown, key: PropertyKey): unknown {
  // Where a list is wanted, a lone object is taken for a list of one.
  if (typeof key === 'number' && !Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
