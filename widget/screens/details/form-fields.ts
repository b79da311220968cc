import type { ApplicantField } from '../../contract/applicant.ts';
import type { FieldErrors } from '../../contract/field-error-code.ts';
import type { FormField } from '../../strings/strings.ts';
import { boxes } from './boxes.ts';

export type Part = 1 | 2 | 3;

/** What the form says of a field, beside its words, which stand in `strings/`. */
export interface FieldSettings {
  part: Part;
  autocomplete: string;
  inputmode?: 'numeric' | 'decimal' | 'tel' | 'email';
  type?: 'text' | 'tel' | 'email';
  prefix?: string;
  isOptional?: boolean;
  size?: 'half';
  /** What a person may type in several ways: how it is shown and sent stands in `typed-formats.ts`. */
  format?: 'date' | 'phone' | 'zip_code' | 'money' | 'ssn';
  /** One of a list, which stands in `home-part.ts`. */
  control?: 'select' | 'radio';
}

const money = {
  part: 2,
  autocomplete: 'off',
  inputmode: 'decimal',
  prefix: '$',
  size: 'half',
  format: 'money',
} as const;

/** What is typed or chosen, in the order in which it is asked. */
export const formFields: Readonly<Record<ApplicantField, FieldSettings>> = {
  first_name: { part: 1, autocomplete: 'given-name', size: 'half' },
  middle_name: { part: 1, autocomplete: 'additional-name', isOptional: true, size: 'half' },
  last_name: { part: 1, autocomplete: 'family-name', size: 'half' },
  suffix: { part: 1, autocomplete: 'honorific-suffix', isOptional: true, size: 'half' },
  date_of_birth: {
    part: 1,
    autocomplete: 'bday',
    inputmode: 'numeric',
    size: 'half',
    format: 'date',
  },
  phone: {
    part: 1,
    autocomplete: 'tel',
    type: 'tel',
    inputmode: 'tel',
    size: 'half',
    format: 'phone',
  },
  email: { part: 1, autocomplete: 'email', type: 'email', inputmode: 'email' },
  address_1: { part: 2, autocomplete: 'address-line1' },
  address_2: { part: 2, autocomplete: 'address-line2', isOptional: true, size: 'half' },
  city: { part: 2, autocomplete: 'address-level2', size: 'half' },
  state: { part: 2, autocomplete: 'address-level1', control: 'select', size: 'half' },
  zip_code: {
    part: 2,
    autocomplete: 'postal-code',
    inputmode: 'numeric',
    size: 'half',
    format: 'zip_code',
  },
  housing_status: { part: 2, autocomplete: 'off', control: 'radio' },
  monthly_housing_payment: money,
  employment_status: { part: 2, autocomplete: 'off', control: 'select', size: 'half' },
  employer_name: { part: 2, autocomplete: 'organization', isOptional: true, size: 'half' },
  annual_income: money,
  ssn: { part: 3, autocomplete: 'off', inputmode: 'numeric', size: 'half', format: 'ssn' },
};

export const applicantFields = Object.keys(formFields) as readonly ApplicantField[];

export const parts: readonly Part[] = [1, 2, 3];

export function fieldsOf(part: Part): readonly ApplicantField[] {
  return applicantFields.filter((field) => formFields[field].part === part);
}

/** With the boxes of the last part; the error summary has the same order. */
export function askedIn(part: Part): readonly FormField[] {
  return part === 3 ? [...fieldsOf(3), ...boxes] : fieldsOf(part);
}

/** The part to show for what is wrong; `null` when nothing is that the form asks for. */
export function firstPartWithErrors(errors: FieldErrors): Part | null {
  const isWrong = (part: Part) => askedIn(part).some((field) => errors[field] !== undefined);
  return parts.find(isWrong) ?? null;
}
