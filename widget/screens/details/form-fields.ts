import type { FieldErrors } from '../../contract/field-error-code.ts';
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
