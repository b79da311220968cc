import { type Applicants, plainScript } from './applicants.ts';

// Never issued: areas 000, 666 and 900 to 999, group 00, serial 0000.
const ISSUABLE_SSN = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/;

/** Applicants as they are: a number is one person's, and nothing follows a script. */
export const realApplicants: Applicants = {
  acceptsSsn: (ssn) => ISSUABLE_SSN.test(ssn),
  personKey: ({ ssn, date_of_birth }) => JSON.stringify([ssn, date_of_birth]),
  ownLoans: () => 'counted',
  script: () => plainScript,
};
