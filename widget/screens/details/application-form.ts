import type { ApplicantField, checkApplication } from '../../contract/applicant.ts';
import type { FieldErrorCode, FieldErrors } from '../../contract/field-error-code.ts';
import { type Prefill, prefillFields } from '../../contract/prefill.ts';
import {
  formatTypedDate,
  hasShortYear,
  localDay,
  parseTypedDate,
  wireTime,
} from '../../format/date.ts';
import {
  formatTypedPhone,
  formatTypedSsn,
  formatTypedZipCode,
  parseDigits,
  parsePhone,
} from '../../format/digits.ts';
import { formatTypedMoney, parseMoney } from '../../format/money.ts';
import type { FormField } from '../../strings/strings.ts';
import type { DisclosureTexts } from '../screen-context.ts';
import {
  applicantFields,
  askedIn,
  type Box,
  boxes,
  boxTexts,
  type FieldSettings,
  formFields,
  type Part,
  parts,
} from './form-fields.ts';

/** Which text was agreed to, and when. */
interface Tick {
  version: string;
  sha256: string;
  at: string;
}

type Values = Record<ApplicantField, string>;

/**
 * What has been typed so far, in memory only. It outlives the screen, so that an answer without a
 * decision finds everything still there, and is thrown away once there is one.
 */
export interface ApplicationDraft {
  part: Part;
  values: Values;
  /** What the consumer has typed or chosen, be it to clear it again, or has gone on with. */
  touched: Set<FormField>;
  ticks: Record<Box, Tick | null>;
}

export function emptyDraft(): ApplicationDraft {
  return {
    part: 1,
    values: Object.fromEntries(applicantFields.map((field) => [field, ''])) as Values,
    touched: new Set(),
    ticks: { esign_consent: null, privacy_notice_ack: null, sms_consent: null },
  };
}

/** Puts in what the page knows of the consumer, and never over what the consumer has touched. */
export function prefillDraft(draft: ApplicationDraft, prefill: Prefill): void {
  for (const field of prefillFields) {
    const value = prefill[field];
    if (value?.trim() && !draft.touched.has(field)) {
      // A line break would be dropped by the field, and unseen stand in the way.
      draft.values[field] = showTyped(field, value.replaceAll(/\p{Cc}+/gu, ' '));
    }
  }
}

/** An employer is asked of those who have one. */
export function isAsked(field: FormField, values: Values): boolean {
  return field !== 'employer_name' || values.employment_status === 'employed';
}

/** A tick counts for the text that was read; a newer text or another language needs a new one. */
export function isTicked(draft: ApplicationDraft, box: Box, texts: DisclosureTexts): boolean {
  const text = texts.get(boxTexts[box]);
  return text !== undefined && draft.ticks[box]?.sha256 === text.sha256;
}

type Check = typeof checkApplication;

/** The form without its looks: what is typed, what is wrong with it, which part is open. */
export class ApplicationForm {
  readonly draft: ApplicationDraft;
  errors: FieldErrors = {};
  readonly #texts: () => DisclosureTexts;
  readonly #now: () => number;
  #check: Check | null = null;

  constructor(draft: ApplicationDraft, texts: () => DisclosureTexts, now: () => number) {
    this.draft = draft;
    this.#texts = texts;
    this.#now = now;
  }

  /** Wrong fields of the open part, in the order in which they are asked. */
  wrongFields(): FormField[] {
    return this.#wrongIn(this.draft.part, this.errors);
  }

  type(name: string, value: string): void {
    if (!this.#isField(name)) return;
    this.draft.values[name] = value;
    this.draft.touched.add(name);
    this.#recheck(name);
  }

  tick(name: string, isChecked: boolean): void {
    const box = boxes.find((one) => one === name);
    if (box === undefined) return;
    const text = this.#texts().get(boxTexts[box]);
    this.draft.ticks[box] = null;
    if (isChecked && text !== undefined) {
      const { version, sha256 } = text;
      this.draft.ticks[box] = { version, sha256, at: wireTime(this.#now()) };
    }
    this.#recheck(box);
  }

  /** After leaving a field: what was typed takes its usual form. */
  format(name: string): void {
    if (!this.#isField(name)) return;
    this.draft.values[name] = showTyped(name, this.draft.values[name]);
  }

  /** The application's body, as far as it has been typed; the authorization is given by sending it. */
  get body(): Record<string, unknown> {
    const { values, ticks } = this.draft;
    const texts = this.#texts();
    const authorization = texts.get('soft_pull_authorization');
    const agreed = (box: Box) => (isTicked(this.draft, box, texts) ? ticks[box] : null);
    const body = {
      ...parseTyped(values),
      soft_pull_consent: authorization !== undefined,
      soft_pull_consent_version: authorization?.version,
      soft_pull_consent_text_sha256: authorization?.sha256,
      soft_pull_consent_at: wireTime(this.#now()),
      esign_consent: agreed('esign_consent') !== null,
      esign_consent_version: agreed('esign_consent')?.version,
      esign_consent_at: agreed('esign_consent')?.at,
      privacy_notice_ack: agreed('privacy_notice_ack') !== null,
      privacy_notice_version: agreed('privacy_notice_ack')?.version,
      sms_consent: agreed('sms_consent') !== null,
      sms_consent_version: agreed('sms_consent')?.version,
      sms_consent_at: agreed('sms_consent')?.at,
    };
    const given = Object.entries(body).filter(([, value]) => value !== undefined && value !== '');
    return Object.fromEntries(given);
  }

  /**
   * True if all parts up to this one are in order; if not, the first that is not is opened.
   * @param check the contract's, which comes with what follows the form
   */
  passes(last: Part, check: Check): boolean {
    this.#check = check;
    const found = this.#findErrors(check);
    const asked = parts.filter((part) => part <= last).flatMap(askedIn);
    // What the lender refused in a later part stays marked.
    for (const field of asked) this.#mark(field, found[field]);
    if (this.#openWrong(last, this.errors)) return false;
    // What was read and passed is the consumer's: a page changes it no more.
    for (const field of asked) this.draft.touched.add(field);
    return true;
  }

  /** @returns whether there are any that the form can show; else those that it shows stay */
  showErrors(errors: FieldErrors): boolean {
    const canShow = this.#openWrong(3, errors);
    if (canShow) this.errors = errors;
    return canShow;
  }

  /** Opens the first part up to the last one that has any. */
  #openWrong(last: Part, errors: FieldErrors): boolean {
    const part = parts.find((each) => each <= last && this.#wrongIn(each, errors).length > 0);
    if (part !== undefined) this.draft.part = part;
    return part !== undefined;
  }

  #wrongIn(part: Part, errors: FieldErrors): FormField[] {
    return askedIn(part).filter((field) => errors[field] && isAsked(field, this.draft.values));
  }

  /** Checks a wrong field again at each change. Others are not checked while they are typed. */
  #recheck(field: FormField): void {
    if (this.errors[field] === undefined) return;
    this.#mark(field, this.#check === null ? undefined : this.#findErrors(this.#check)[field]);
  }

  #mark(field: FormField, codes: FieldErrorCode[] | undefined): void {
    const { [field]: _, ...others } = this.errors;
    this.errors = codes === undefined ? others : { ...others, [field]: codes };
  }

  #findErrors(check: Check): FieldErrors {
    const { body } = this;
    // The state is asked for later: one that was chosen by mistake must stay within reach.
    if (this.draft.part === 1) body.state = '';
    const checked = check(body, { today: localDay(this.#now()) });
    if (checked.ok) return {};
    return hasShortYear(this.draft.values.date_of_birth)
      ? { ...checked.errors, date_of_birth: ['short_year'] }
      : checked.errors;
  }

  #isField(name: string): name is ApplicantField {
    return Object.hasOwn(this.draft.values, name);
  }
}

interface TypedFormat {
  /** As it reads once the person has left the field. */
  show: (typed: string) => string;
  /** As the application's body has it. */
  parse: (typed: string) => string;
}

const formats: Readonly<Record<NonNullable<FieldSettings['format']>, TypedFormat>> = {
  date: { show: formatTypedDate, parse: parseTypedDate },
  phone: { show: formatTypedPhone, parse: parsePhone },
  zip_code: { show: formatTypedZipCode, parse: formatTypedZipCode },
  money: { show: formatTypedMoney, parse: parseMoney },
  ssn: { show: formatTypedSsn, parse: parseDigits },
};

function showTyped(field: ApplicantField, typed: string): string {
  const { format } = formFields[field];
  return format === undefined ? typed : formats[format].show(typed);
}

/** What was typed, field by field, as the application's body has it. */
function parseTyped(values: Values): Partial<Values> {
  const asked = applicantFields.filter((field) => isAsked(field, values));
  const parsed = asked.map((field) => {
    const { format } = formFields[field];
    return [field, format === undefined ? values[field] : formats[format].parse(values[field])];
  });
  return Object.fromEntries(parsed);
}
