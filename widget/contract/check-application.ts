import { isOfAge, isPlausibleBirthDate, isRealDate } from './age.ts';
import { type Application, applicationSchema } from './applicant.ts';
import { type Checked, checkBody } from './check-body.ts';
import type { FieldErrors } from './field-error-code.ts';

export interface CheckApplicationOptions {
  /** The day it is where the check runs, `YYYY-MM-DD`. */
  today: string;
}

/** The one check of an application, in the widget before it is sent and at the BFF when it comes. */
export function checkApplication(
  body: unknown,
  { today }: CheckApplicationOptions,
): Checked<Application> {
  const checked = checkBody(applicationSchema, body);
  const acrossFields = checkAcrossFields(body, today);
  if (Object.keys(acrossFields).length === 0) return checked;
  const errors = checked.ok ? {} : checked.errors;
  return { ok: false, errors: { ...errors, ...acrossFields } };
}

/** Looks at the raw body, so that one wrong field does not hide what is wrong with another. */
function checkAcrossFields(body: unknown, today: string): FieldErrors {
  if (typeof body !== 'object' || body === null) return {};
  const fields = body as Record<string, unknown>;
  return { ...checkAge(fields, today), ...checkSmsEvidence(fields) };
}

function checkAge(fields: Record<string, unknown>, today: string): FieldErrors {
  const date = trimmed(fields.date_of_birth);
  if (!isRealDate(date)) return {};
  if (!isPlausibleBirthDate(date, today)) return { date_of_birth: ['not_plausible'] };
  const mayBorrow = isOfAge(date, trimmed(fields.state), today);
  return mayBorrow ? {} : { date_of_birth: ['under_age'] };
}

/** Agreeing to text messages counts only with the text that was agreed to and the time. */
function checkSmsEvidence(fields: Record<string, unknown>): FieldErrors {
  if (fields.sms_consent !== true) return {};
  const missing = (['sms_consent_version', 'sms_consent_at'] as const).filter(
    (field) => trimmed(fields[field]) === '',
  );
  return Object.fromEntries(missing.map((field) => [field, ['required']]));
}

function trimmed(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
