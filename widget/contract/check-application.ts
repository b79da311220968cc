import { isOfAge, isPlausibleBirthDate, isRealDate } from './age.ts';
import { type Application, applicationSchema } from './applicant.ts';
import { type Checked, checkBody } from './check-body.ts';
import type { FieldErrorCode } from './field-error-code.ts';

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
  const ageError = checkAge(body, today);
  if (ageError === undefined) return checked;
  const errors = checked.ok ? {} : checked.errors;
  return { ok: false, errors: { ...errors, date_of_birth: [ageError] } };
}

/** Looks at the raw body, so that a wrong field elsewhere does not hide a wrong age. */
function checkAge(body: unknown, today: string): FieldErrorCode | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { date_of_birth: birth, state } = body as Record<string, unknown>;
  const date = typeof birth === 'string' ? birth.trim() : '';
  if (!isRealDate(date)) return undefined;
  if (!isPlausibleBirthDate(date, today)) return 'not_plausible';
  return isOfAge(date, typeof state === 'string' ? state : '', today) ? undefined : 'under_age';
}
