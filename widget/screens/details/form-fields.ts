import type { ApplicantField } from '../../contract/applicant.ts';
import type { DisclosureId } from '../../contract/disclosure.ts';
import type { FormField } from '../../strings/strings.ts';

export type Part = 1 | 2 | 3;

/** What the form says of a field, beside its words, which stand in `strings/`. */
export interface FieldSettings {
  autocomplete: string;
  inputmode?: 'numeric' | 'decimal' | 'tel' | 'email';
  type?: 'text' | 'tel' | 'email';
  prefix?: string;
  isOptional?: boolean;
  /** As wide as the form; others share a line where there is room. */
  isWide?: boolean;
  /** What a person may type in several ways: how it is shown and sent stands in `application-form.ts`. */
  format?: 'date' | 'phone' | 'zip_code' | 'money' | 'ssn';
  /** One of a list, which stands in `later-parts.ts`. */
  control?: 'select' | 'radio';
  /** Few need it, so it is shown on demand, with its neighbours of the same name. */
  onDemand?: OnDemand;
}

/** What can be added to the form. */
type OnDemand = 'names' | 'unit';

const money = { autocomplete: 'off', inputmode: 'decimal', prefix: '$', format: 'money' } as const;

type TypedSettings = Omit<FieldSettings, 'control'>;

/** What is typed or chosen in each part, in the order in which it is asked. */
const partFields = {
  1: {
    first_name: { autocomplete: 'given-name' },
    last_name: { autocomplete: 'family-name' },
    middle_name: { autocomplete: 'additional-name', isOptional: true, onDemand: 'names' },
    suffix: { autocomplete: 'honorific-suffix', isOptional: true, onDemand: 'names' },
    date_of_birth: { autocomplete: 'bday', inputmode: 'numeric', format: 'date' },
    phone: { autocomplete: 'tel', type: 'tel', inputmode: 'tel', format: 'phone' },
    email: { autocomplete: 'email', type: 'email', inputmode: 'email', isWide: true },
  },
  2: {
    address_1: { autocomplete: 'address-line1', isWide: true },
    address_2: {
      autocomplete: 'address-line2',
      isOptional: true,
      isWide: true,
      onDemand: 'unit',
    },
    city: { autocomplete: 'address-level2' },
    state: { autocomplete: 'address-level1', control: 'select' },
    zip_code: { autocomplete: 'postal-code', inputmode: 'numeric', format: 'zip_code' },
    housing_status: { autocomplete: 'off', control: 'radio' },
    monthly_housing_payment: money,
    employment_status: { autocomplete: 'off', control: 'select' },
    employer_name: { autocomplete: 'organization', isOptional: true },
    annual_income: money,
  },
  3: { ssn: { autocomplete: 'off', inputmode: 'numeric', format: 'ssn' } },
} as const satisfies {
  // `drawAboutForm()` redraws inputs, and one group of those on demand.
  1: Partial<Record<ApplicantField, TypedSettings & { onDemand?: 'names' }>>;
  2: Partial<Record<ApplicantField, FieldSettings>>;
  // `consentPart()` draws it by hand.
  3: { ssn: TypedSettings };
};

type HomeFields = (typeof partFields)[2];

/** The fields of part 2 that are chosen from a list. */
export type ChosenField = {
  [Field in keyof HomeFields]: HomeFields[Field] extends { control: string } ? Field : never;
}[keyof HomeFields];

export const formFields: Readonly<Record<ApplicantField, FieldSettings>> = {
  ...partFields[1],
  ...partFields[2],
  ...partFields[3],
};

export const applicantFields = Object.keys(formFields) as readonly ApplicantField[];

/** What is to be ticked in the last part. */
export const boxes = ['esign_consent', 'privacy_notice_ack', 'sms_consent'] as const;

export type Box = (typeof boxes)[number];

/** The text that each box is about. */
export const boxTexts = {
  esign_consent: 'esign_consent',
  privacy_notice_ack: 'privacy_notice',
  sms_consent: 'sms_consent',
} as const satisfies Record<Box, DisclosureId>;

export const parts: readonly Part[] = [1, 2, 3];

export function fieldsOf(part: Part): readonly ApplicantField[] {
  return Object.keys(partFields[part]) as ApplicantField[];
}

/** With the boxes of the last part; the error summary has the same order. */
export function askedIn(part: Part): readonly FormField[] {
  return part === 3 ? [...fieldsOf(3), ...boxes] : fieldsOf(part);
}
