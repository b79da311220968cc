import type { ApplicantField } from '../../contract/applicant.ts';
import {
  formatTypedPhone,
  parsePhone,
  formatTypedSsn,
  parseDigits,
  formatTypedZipCode,
} from '../../format/digits.ts';
import { formatTypedDate, parseTypedDate } from '../../format/date.ts';
import { formatTypedMoney, parseMoney } from '../../format/money.ts';
import { applicantFields, type FieldSettings, formFields } from './form-fields.ts';

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

export function showTyped(field: ApplicantField, typed: string): string {
  const { format } = formFields[field];
  return format === undefined ? typed : formats[format].show(typed);
}

/** What was typed, field by field, as the application's body has it. */
export function parseTyped(values: Readonly<Record<ApplicantField, string>>) {
  const parsed = applicantFields.map((field) => {
    const { format } = formFields[field];
    return [field, format === undefined ? values[field] : formats[format].parse(values[field])];
  });
  return Object.fromEntries(parsed) as Record<ApplicantField, string>;
}
