import type { ApplicantField } from './applicant.ts';

/** What a page may put into the form: never the SSN, the date of birth, or what comes in and goes out. */
export const prefillFields = [
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'email',
  'phone',
  'address_1',
  'address_2',
  'city',
  'state',
  'zip_code',
] as const satisfies readonly ApplicantField[];

/** As the consumer would type it; the state by its two letters. */
export type Prefill = Readonly<Partial<Record<(typeof prefillFields)[number], string | null>>>;
