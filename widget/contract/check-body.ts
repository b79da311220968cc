import * as z from 'zod/mini';
import { type FieldErrors, isFieldErrorCode } from './field-error-code.ts';

export type Checked<Value> = { ok: true; value: Value } | { ok: false; errors: FieldErrors };

/**
 * Reads a body by its schema; a member that is `null` counts as absent.
 * @returns the value, or the codes of what is wrong, by field (`''` for the body itself)
 */
export function checkBody<Schema extends z.core.$ZodType>(
  schema: Schema,
  body: unknown,
): Checked<z.output<Schema>> {
  const result = z.safeParse(schema, withoutNulls(body));
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, errors: fieldErrors(result.error.issues) };
}

function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  if (!Object.values(body).includes(null)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const code = isFieldErrorCode(issue.message) ? issue.message : 'invalid';
    const field = issue.path.join('.');
    errors[field] = [...new Set([...(errors[field] ?? []), code])];
  }
  return errors;
}
