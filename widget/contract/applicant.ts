import * as z from 'zod/mini';
import { type Checked, checkBody } from './check-body.ts';
import type { FieldErrors } from './field-error-code.ts';
import { cents, moneyInputSchema } from './money-input.ts';
import { usStates } from './us-states.ts';

export const housingStatuses = ['own', 'rent', 'other'] as const;

export const employmentStatuses = [
  'employed',
  'self_employed',
  'retired',
  'unemployed',
  'student',
  'other',
] as const;

/** As the lending service takes it: a dot-atom of at most 64 characters, and a domain. */
const mailboxPattern =
  /^(?!\.|.*\.[.@])[\w.!#-'*+/=?^`{-~-]{1,64}@(?!-|.*(-\.|\.-))([A-Za-z\d-]{1,63}\.)+[A-Za-z][A-Za-z\d-]*[A-Za-z\d]$/;

/** In English and Spanish; a rural route's box is an address where one lives. */
const poBoxPattern =
  /\b(P(OST)?\W*O(FFICE)?\W*B(OX|\b)|AP(ARTA)?DO\W*(POSTAL|DE COR|(N\S{0,2}\W+)?\d))/i;

const required = { error: 'required' } as const;
const last = (error: string) => ({ error, abort: true }) as const;

const linePattern = /^\P{Cc}*$/u;

/**
 * Names stand in messages: nothing that mail programs make a link of, such as `evil.example`, and
 * nothing that hides, breaks or turns the text.
 */
const namePattern =
  /^(?!.*[\p{L}\p{M}\d]{2}\S{0,48}\.[\p{L}\p{M}]{2})([^\p{Cc}\p{Cf}\p{Zl}\p{Zp}:/\\@<>{}|]|[\u200c\u200d])*$/u;

/** At most so many characters, after trimming. */
function line(maximum: number, allowed = linePattern) {
  return [
    z.maxLength(maximum, last('too_long')),
    z.regex(allowed, last('invalid_characters')),
  ] as const;
}

function text(maximum: number, allowed?: RegExp) {
  return z
    .string(required)
    .check(z.trim(), z.minLength(1, last('required')), ...line(maximum, allowed));
}

function optionalText(maximum: number, allowed?: RegExp) {
  return z.optional(z.string('invalid').check(z.trim(), ...line(maximum, allowed)));
}

function pattern(expression: RegExp, error: string) {
  return z
    .string(required)
    .check(z.trim(), z.minLength(1, last('required')), z.regex(expression, last(error)));
}

function option<const Options extends readonly string[]>(options: Options) {
  return z.enum(options, {
    error: ({ input }) => (input === undefined || input === '' ? 'required' : 'not_an_option'),
  });
}

const reportedTime = pattern(
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/,
  'not_a_date',
).check(z.refine((time) => isRealDate(time.slice(0, 10)), 'not_a_date'));

const consent = z.literal(true, { error: 'consent_required' });
const version = text(40);

/** Who applies, in the order in which the form asks. */
export const applicantShape = {
  first_name: text(50, namePattern),
  middle_name: optionalText(50, namePattern),
  last_name: text(50, namePattern),
  suffix: optionalText(10, namePattern),
  date_of_birth: pattern(/^\d{4}-\d{2}-\d{2}$/, 'not_a_date').check(
    z.refine(isRealDate, 'not_a_date'),
  ),
  email: text(254).check(z.regex(mailboxPattern, 'not_an_email')),
  phone: pattern(/^\+1[2-9]\d{9}$/, 'not_a_phone'),
  address_1: text(100).check(z.refine((line) => !poBoxPattern.test(line), 'po_box')),
  address_2: optionalText(100),
  city: text(50),
  state: option(usStates),
  zip_code: pattern(/^\d{5}(-\d{4})?$/, 'not_a_zip'),
  housing_status: option(housingStatuses),
  monthly_housing_payment: moneyInputSchema,
  employment_status: option(employmentStatuses),
  employer_name: optionalText(100),
  annual_income: moneyInputSchema.check(z.refine((money) => cents(money) > 0, 'not_positive')),
  ssn: z.pipe(
    pattern(/^(\d{9}|\d{3}-\d{2}-\d{4})$/, 'not_an_ssn'),
    z.transform((digits: string) => digits.replaceAll('-', '')),
  ),
};

/** What was agreed to, and which text was read; the `_at` times are the browser's own. */
export const consentShape = {
  soft_pull_consent: consent,
  soft_pull_consent_version: version,
  soft_pull_consent_text_sha256: pattern(/^[0-9a-f]{64}$/i, 'invalid').check(z.toLowerCase()),
  soft_pull_consent_at: reportedTime,
  esign_consent: consent,
  esign_consent_version: version,
  esign_consent_at: reportedTime,
  privacy_notice_ack: consent,
  privacy_notice_version: version,
  sms_consent: z.optional(z.boolean('invalid')),
  sms_consent_version: optionalText(40),
  sms_consent_at: z.optional(reportedTime),
};

/** The application's body without what `checkApplication` adds: age, and evidence for SMS. */
export const applicationSchema = z.object({ ...applicantShape, ...consentShape });

/** As it is after the check: trimmed, money with two places, SSN as nine digits. */
export type Application = z.output<typeof applicationSchema>;

export type ApplicantField = keyof typeof applicantShape;

const ageOfMajority: Readonly<Record<string, number>> = { AL: 19, NE: 19, MS: 21, PR: 21 };
const ageOfMajorityElsewhere = 18;
const oldestBirthYear = 1900;

const datePattern = /^(\d{4})-(0[1-9]|1[0-2])-(\d{2})$/;

/** True if `YYYY-MM-DD` names a day of the calendar: `'2023-02-29' => false`. */
function isRealDate(date: string): boolean {
  const [, year, month, day] = datePattern.exec(date) ?? [];
  // A day that the month does not have becomes one of another month, of another number.
  return (
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  );
}

/** True if somebody could have been born then and still ask for a loan today. */
function isPlausibleBirthDate(birthDate: string, today: string): boolean {
  return Number(birthDate.slice(0, 4)) >= oldestBirthYear && birthDate <= today;
}

/** True if a person born then is old enough to borrow in that state today; dates are `YYYY-MM-DD`. */
function isOfAge(birthDate: string, state: string, today: string): boolean {
  const years = ageOfMajority[state] ?? ageOfMajorityElsewhere;
  const birthday = `${Number(birthDate.slice(0, 4)) + years}${birthDate.slice(4)}`;
  return birthday <= today;
}

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
