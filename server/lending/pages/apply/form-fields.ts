import {
  type InvitationSubmission,
  invitationSubmission,
} from '../../../lending-api/invitations.ts';
import { isOfAge } from '../../domain/age-of-majority.ts';
import type { Draft } from '../../operations/invitations/application-draft.ts';
import { digitsOf } from '../request.ts';
import type { ApplyStrings } from '../strings/en.ts';
import type { FieldError } from '../parts.ts';

/** A field of the application as its form names it. */
export type ApplyField = Exclude<
  keyof InvitationSubmission,
  `${string}_version` | 'soft_pull_consent' | 'soft_pull_consent_text_sha256'
>;

export type FormStep = 'contact' | 'consents' | 'home' | 'income';

/** What each page of the form asks for, in its order. */
export const fieldsOfStep: Readonly<Record<FormStep, readonly ApplyField[]>> = {
  contact: [
    'requested_amount',
    'purchase_description',
    'first_name',
    'middle_name',
    'last_name',
    'suffix',
    'email',
    'phone',
  ],
  consents: ['esign_consent', 'privacy_notice_ack', 'sms_consent'],
  home: ['date_of_birth', 'address_1', 'address_2', 'city', 'state', 'zip_code'],
  income: [
    'housing_status',
    'monthly_housing_payment',
    'employment_status',
    'employer_name',
    'annual_income',
    'ssn',
  ],
};

export const formSteps = ['contact', 'consents', 'home', 'income'] as const satisfies FormStep[];

/** The pages of the form, then the authorization. */
export const applySteps = [...formSteps, 'authorize'] as const;

export type ApplyStep = (typeof applySteps)[number];

/** The form's page that asks for a field; the first one for a name that no page asks for. */
export function stepOf(field: string): FormStep {
  return (
    formSteps.find((step) => (fieldsOfStep[step] as readonly string[]).includes(field)) ?? 'contact'
  );
}

/** The step after one of the form's pages. */
export function stepAfter(step: FormStep): ApplyStep {
  return applySteps[applySteps.indexOf(step) + 1] ?? 'authorize';
}

/** Which answers a person's own rules are checked by. */
export interface Rules {
  /** The day on which the age counts, `YYYY-MM-DD`. */
  today: string;
  acceptsSsn(ssn: string): boolean;
}

const optional: ReadonlySet<ApplyField> = new Set([
  'purchase_description',
  'middle_name',
  'suffix',
  'address_2',
  'employer_name',
  'sms_consent',
]);

/** A date such as `4/12/85` or `041285`: which century is meant is not ours to guess. */
const shortYearPattern = /^(\d{1,2}[/.\s-]+\d{1,2}[/.\s-]+|\d{4})\d{2}$/;

/** A typed answer as the API wants it: people write numbers and dates in their own way. */
export function wireValue(field: ApplyField, typed: string): string {
  switch (field) {
    case 'phone':
      return phoneOf(typed);
    case 'date_of_birth':
      return dateOf(typed);
    case 'zip_code':
      return zipCodeOf(typed);
    case 'ssn':
      return digitsOf(typed);
    case 'requested_amount':
    case 'monthly_housing_payment':
    case 'annual_income':
      return typed.replaceAll(/[\s$,]/g, '').replace(/^(\d+)\.$/, '$1');
    case 'esign_consent':
    case 'privacy_notice_ack':
    case 'sms_consent':
      return String(typed === 'yes');
    default:
      return typed.trim();
  }
}

/** What is wrong with a page's answers, in its order. */
export function errorsOf(
  step: FormStep,
  draft: Draft,
  rules: Rules,
  text: ApplyStrings,
): FieldError[] {
  return fieldsOfStep[step].flatMap((field) => {
    const message = problemOf(field, draft, rules, text);
    return message === null ? [] : [{ field, message }];
  });
}

/** The first of the form's pages that is not answered well; null when all are. */
export function firstOpenStep(draft: Draft, rules: Rules, text: ApplyStrings): FormStep | null {
  return formSteps.find((step) => errorsOf(step, draft, rules, text).length > 0) ?? null;
}

function problemOf(
  field: ApplyField,
  draft: Draft,
  rules: Rules,
  text: ApplyStrings,
): string | null {
  const typed = draft[field] ?? '';
  const { missing } = text.fields[field];
  if (typed === '') return optional.has(field) ? null : missing;
  const value = wireValue(field, typed);
  if (!invitationSubmission.shape[field].safeParse(value).success) {
    const isShortYear = field === 'date_of_birth' && shortYearPattern.test(value);
    return isShortYear ? text.shortYear : invalidText(field, text);
  }
  if (field === 'ssn' && !rules.acceptsSsn(value)) return text.ssnRefused;
  // The state is asked for on the same page, after the date.
  const isTooYoung = field === 'date_of_birth' && !isOfAge(value, draft.state ?? '', rules.today);
  return isTooYoung ? text.underAge : null;
}

function invalidText(field: ApplyField, { invalid }: ApplyStrings): string {
  return Object.hasOwn(invalid, field) ? invalid[field as keyof typeof invalid] : invalid.other;
}

function phoneOf(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  if (digits.length === 10) return `+1${digits}`;
  return digits.length === 11 ? `+${digits}` : typed;
}

/** `'80203 1234' => '80203-1234'`; what is no ZIP code comes back trimmed. */
function zipCodeOf(typed: string): string {
  const [zip, first = '', last] = /^(\d{5})(\d{4})?$/.exec(digitsOf(typed)) ?? [];
  if (zip === undefined) return typed.trim();
  return last === undefined ? zip : `${first}-${last}`;
}

/** `'4/28/1986' => '1986-04-28'`, `'04281986' => '1986-04-28'` */
function dateOf(typed: string): string {
  const text = typed.trim();
  const [, month = '', day = '', year] =
    /^(\d{1,2})[/.\s-]+(\d{1,2})[/.\s-]+(\d{4})$/.exec(text) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(text) ??
    [];
  if (year === undefined) return text;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
