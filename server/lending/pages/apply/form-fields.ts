import {
  type InvitationSubmission,
  invitationSubmission,
} from '../../../lending-api/invitations.ts';
import type { TextId } from '../../../lending-api/texts/text-ids.ts';
import { stateNames } from '../../../lending-api/us-states.ts';
import { isOfAge } from '../../domain/age-of-majority.ts';
import { digitsOf } from '../../domain/formats.ts';
import type { Draft } from '../../operations/invitations/application-draft.ts';
import type { FieldError } from '../parts.ts';
import type { ApplyStrings } from '../strings/en.ts';

/** A field of the application as its form names it. */
export type ApplyField = Exclude<
  keyof InvitationSubmission,
  `${string}_version` | 'soft_pull_consent' | 'soft_pull_consent_text_sha256'
>;

type Choice = readonly [value: string, label: string];

export type AgreedText = keyof ApplyStrings['textTitles'];

/** What the form says of a field, beside its words, which stand in `strings/`. */
export interface FieldSettings {
  readonly autocomplete: string;
  readonly inputmode?: 'numeric' | 'decimal' | 'email' | 'tel';
  readonly isOptional?: boolean;
  /** As wide as half the form; others are as wide as all of it. */
  readonly isHalf?: boolean;
  /** People write numbers and dates in their own way: what they typed is sent in this one. */
  readonly format?: 'date' | 'money' | 'phone' | 'ssn' | 'tick' | 'zip_code';
  /** One is chosen from a list. Others are typed, or are the box of a text. */
  readonly control?: 'select' | 'radio';
  readonly choices?: (text: ApplyStrings) => readonly Choice[];
  /** A short text that stands below a typed field. */
  readonly notice?: TextId;
  /** The text that the box agrees to. Its version is sent as `<id>_version`. */
  readonly agreesTo?: AgreedText;
}

const money = {
  autocomplete: 'off',
  inputmode: 'decimal',
  isHalf: true,
  format: 'money',
} as const;

/** What each page of the form asks for, in its order. */
const stepFields = {
  contact: {
    requested_amount: money,
    purchase_description: { autocomplete: 'off', isOptional: true },
    first_name: { autocomplete: 'given-name' },
    middle_name: { autocomplete: 'additional-name', isOptional: true },
    last_name: { autocomplete: 'family-name' },
    suffix: { autocomplete: 'honorific-suffix', isOptional: true, isHalf: true },
    email: { autocomplete: 'email', inputmode: 'email' },
    phone: { autocomplete: 'tel', inputmode: 'tel', isHalf: true, format: 'phone' },
  },
  consents: {
    esign_consent: { autocomplete: 'off', format: 'tick', agreesTo: 'esign_consent' },
    privacy_notice_ack: { autocomplete: 'off', format: 'tick', agreesTo: 'privacy_notice' },
    sms_consent: {
      autocomplete: 'off',
      format: 'tick',
      agreesTo: 'sms_consent',
      isOptional: true,
    },
  },
  home: {
    date_of_birth: { autocomplete: 'bday', inputmode: 'numeric', isHalf: true, format: 'date' },
    address_1: { autocomplete: 'address-line1' },
    address_2: { autocomplete: 'address-line2', isOptional: true },
    city: { autocomplete: 'address-level2' },
    state: {
      autocomplete: 'address-level1',
      control: 'select',
      choices: () => Object.entries(stateNames),
    },
    zip_code: {
      autocomplete: 'postal-code',
      inputmode: 'numeric',
      isHalf: true,
      format: 'zip_code',
    },
  },
  income: {
    housing_status: {
      autocomplete: 'off',
      control: 'radio',
      choices: ({ housing }) => Object.entries(housing),
    },
    monthly_housing_payment: money,
    employment_status: {
      autocomplete: 'off',
      control: 'select',
      choices: ({ employment }) => Object.entries(employment),
    },
    employer_name: { autocomplete: 'organization', isOptional: true },
    annual_income: { ...money, notice: 'alimony_notice' },
    ssn: {
      autocomplete: 'off',
      inputmode: 'numeric',
      isHalf: true,
      format: 'ssn',
      notice: 'ssn_purpose',
    },
  },
} as const satisfies Record<string, Partial<Record<ApplyField, FieldSettings>>>;

export type FormStep = keyof typeof stepFields;

export const formFields: Readonly<Record<ApplyField, FieldSettings>> = {
  ...stepFields.contact,
  ...stepFields.consents,
  ...stepFields.home,
  ...stepFields.income,
};

export const applyFields = Object.keys(formFields) as readonly ApplyField[];

export const formSteps = Object.keys(stepFields) as readonly FormStep[];

/** The pages of the form, then the authorization. */
export const applySteps = [...formSteps, 'authorize'] as const;

export type ApplyStep = (typeof applySteps)[number];

export function fieldsOf(step: FormStep): readonly ApplyField[] {
  return Object.keys(stepFields[step]) as ApplyField[];
}

/** The names under which the texts' versions are sent, of the boxes among the fields. */
export function versionsOf(fields: readonly ApplyField[]): string[] {
  return fields.flatMap((field) => {
    const text = formFields[field].agreesTo;
    return text === undefined ? [] : [`${text}_version`];
  });
}

/** The form's page that asks for a field; the first one for a name that no page asks for. */
export function stepOf(field: string): FormStep {
  const isAskedIn = (step: FormStep) => (fieldsOf(step) as readonly string[]).includes(field);
  return formSteps.find(isAskedIn) ?? 'contact';
}

/** The step after one of the form's pages. */
export function stepAfter(step: FormStep): ApplyStep {
  return applySteps[applySteps.indexOf(step) + 1] ?? 'authorize';
}

/** The step before one of them; undefined before the first. */
export function stepBefore(step: ApplyStep): ApplyStep | undefined {
  return applySteps[applySteps.indexOf(step) - 1];
}

/** Which answers a person's own rules are checked by. */
export interface Rules {
  /** The day on which the age counts, `YYYY-MM-DD`. */
  today: string;
  acceptsSsn(ssn: string): boolean;
}

/** A date such as `4/12/85` or `041285`: which century is meant is not ours to guess. */
const shortYearPattern = /^(\d{1,2}[/.\s-]+\d{1,2}[/.\s-]+|\d{4})\d{2}$/;

/** A typed answer as the API wants it. */
export function wireValue(field: ApplyField, typed: string): string {
  switch (formFields[field].format) {
    case 'phone':
      return phoneOf(typed);
    case 'date':
      return dateOf(typed);
    case 'zip_code':
      return zipCodeOf(typed);
    case 'ssn':
      return digitsOf(typed);
    case 'money':
      return moneyOf(typed);
    case 'tick':
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
  return fieldsOf(step).flatMap((field) => {
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
  if (typed === '') return formFields[field].isOptional ? null : missing;
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

/** `'$84,000.' => '84000'`; what is no amount comes back as no amount. */
function moneyOf(typed: string): string {
  const text = typed.replaceAll(/[\s$]/g, '').replace(/^([\d,]+)\.$/, '$1');
  // A comma before cents, as in Spanish, is no amount: without it there would be a hundred times as much.
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
}

/** `'(555) 555-0123' => '+15555550123'`; what is no American number comes back as it was. */
function phoneOf(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  // Behind a plus, ten digits begin with another country's code.
  if (digits.length === 10 && !typed.includes('+')) return `+1${digits}`;
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
