import type { ApplicantField } from '../../contract/applicant.ts';
import type { FieldErrors } from '../../contract/field-error-code.ts';
import { formatTypedDate } from '../../format/date.ts';
import { formatTypedMoney } from '../../format/money.ts';
import { formatTypedPhone } from '../../format/phone.ts';
import { formatTypedSsn } from '../../format/ssn.ts';
import type { FormField } from '../../strings/strings.ts';
import type { Part } from './application-draft.ts';

/** The fields in the order in which they are asked, which is also that of the error summary. */
export const partFields: Readonly<Record<Part, readonly FormField[]>> = {
  1: ['first_name', 'middle_name', 'last_name', 'suffix', 'date_of_birth', 'phone', 'email'],
  2: [
    ...(['address_1', 'address_2', 'city', 'state', 'zip_code', 'housing_status'] as const),
    ...([
      'monthly_housing_payment',
      'employment_status',
      'employer_name',
      'annual_income',
    ] as const),
  ],
  3: ['ssn', 'esign_consent', 'privacy_notice_ack', 'sms_consent'],
};

export const parts: readonly Part[] = [1, 2, 3];

/** The part to show for what is wrong; `null` when nothing is that the form asks for. */
export function firstPartWithErrors(errors: FieldErrors): Part | null {
  const isWrong = (part: Part) => partFields[part].some((field) => errors[field] !== undefined);
  return parts.find(isWrong) ?? null;
}

export interface InputSettings {
  autocomplete: string;
  inputmode?: 'numeric' | 'decimal' | 'tel' | 'email';
  type?: 'text' | 'tel' | 'email';
  prefix?: string;
  /** How the text reads once the person has left the field. */
  tidy?: (typed: string) => string;
  isOptional?: boolean;
  size?: 'half' | 'third';
}

type TextField = Exclude<ApplicantField, 'state' | 'housing_status' | 'employment_status' | 'ssn'>;

export const inputs: Readonly<Record<TextField, InputSettings>> = {
  first_name: { autocomplete: 'given-name', size: 'half' },
  middle_name: { autocomplete: 'additional-name', isOptional: true, size: 'half' },
  last_name: { autocomplete: 'family-name', size: 'half' },
  suffix: { autocomplete: 'honorific-suffix', isOptional: true, size: 'half' },
  date_of_birth: {
    autocomplete: 'bday',
    inputmode: 'numeric',
    tidy: formatTypedDate,
    size: 'half',
  },
  email: { autocomplete: 'email', type: 'email', inputmode: 'email' },
  phone: {
    autocomplete: 'tel',
    type: 'tel',
    inputmode: 'tel',
    tidy: formatTypedPhone,
    size: 'half',
  },
  address_1: { autocomplete: 'address-line1' },
  address_2: { autocomplete: 'address-line2', isOptional: true, size: 'half' },
  city: { autocomplete: 'address-level2', size: 'half' },
  zip_code: { autocomplete: 'postal-code', inputmode: 'numeric', size: 'half' },
  monthly_housing_payment: {
    autocomplete: 'off',
    inputmode: 'decimal',
    prefix: '$',
    tidy: formatTypedMoney,
    size: 'half',
  },
  employer_name: { autocomplete: 'organization', isOptional: true, size: 'half' },
  annual_income: {
    autocomplete: 'off',
    inputmode: 'decimal',
    prefix: '$',
    tidy: formatTypedMoney,
    size: 'half',
  },
};

export const tidySsn = formatTypedSsn;
