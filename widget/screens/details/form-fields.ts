import type { ApplicantField } from '../../contract/applicant.ts';
import type { FieldErrors } from '../../contract/field-error-code.ts';
import type { FormField } from '../../strings/strings.ts';
import { aboutFields } from './about-inputs.ts';
import { boxes } from './boxes.ts';
import type { Part } from './application-draft.ts';

const homeFields = [
  'address_1',
  'address_2',
  'city',
  'state',
  'zip_code',
  'housing_status',
  'monthly_housing_payment',
  'employment_status',
  'employer_name',
  'annual_income',
] as const;

/** What is typed or chosen, in the order in which it is asked. */
export const applicantFields: readonly ApplicantField[] = [...aboutFields, ...homeFields, 'ssn'];

/** The fields in the order in which they are asked, which is also that of the error summary. */
export const partFields: Readonly<Record<Part, readonly FormField[]>> = {
  1: aboutFields,
  2: homeFields,
  3: ['ssn', ...boxes],
};

export const parts: readonly Part[] = [1, 2, 3];

/** The part to show for what is wrong; `null` when nothing is that the form asks for. */
export function firstPartWithErrors(errors: FieldErrors): Part | null {
  const isWrong = (part: Part) => partFields[part].some((field) => errors[field] !== undefined);
  return parts.find(isWrong) ?? null;
}
