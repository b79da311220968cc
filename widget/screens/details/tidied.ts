import type { ApplicantField } from '../../contract/applicant.ts';
import { formatTypedPhone } from '../../format/phone.ts';
import { formatTypedSsn } from '../../format/ssn.ts';
import { formatTypedDate } from '../../format/typed-date.ts';
import { formatTypedMoney } from '../../format/typed-money.ts';
import { formatTypedZipCode } from '../../format/zip-code.ts';

const usualForms: Partial<Record<ApplicantField, (typed: string) => string>> = {
  date_of_birth: formatTypedDate,
  phone: formatTypedPhone,
  zip_code: formatTypedZipCode,
  monthly_housing_payment: formatTypedMoney,
  annual_income: formatTypedMoney,
  ssn: formatTypedSsn,
};

/** How what was typed reads once the person has left the field. */
export function tidied(field: ApplicantField, typed: string): string {
  return usualForms[field]?.(typed) ?? typed;
}
