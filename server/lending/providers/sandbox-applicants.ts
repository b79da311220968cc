import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { Applicants, PersonIdentity } from './applicants.ts';
import type { Persona } from './persona.ts';
import { personas, unnamedPersonas } from './personas.ts';

// Area 900 with group 01 to 49 was never issued and is no ITIN, so no real number gets in.
const SANDBOX_SSN = /^900(0[1-9]|[1-4]\d)\d{4}$/;

// 900-10-00xx do not stack, so that a demo can be walked again and again (lending decisions, 2.10).
const DEMO_SSN = /^9001000\d{2}$/;

const bySsn = new Map(personas.map(({ ssn, persona }) => [ssn, persona]));

/** The persona of a sandbox number; one that has no name is prime or near-prime by its hash. */
export function personaOf(ssn: string): Persona {
  const isEven = Number.parseInt(sha256Hex(ssn).slice(0, 2), 16) % 2 === 0;
  return bySsn.get(ssn) ?? unnamedPersonas[isEven ? 0 : 1];
}

/** Sandbox applicants: a persona's number stands for many people, told apart by their e-mail. */
export const sandboxApplicants: Applicants = {
  acceptsSsn: (ssn) => SANDBOX_SSN.test(ssn),
  personKey: ({ ssn, date_of_birth, email }: PersonIdentity) =>
    JSON.stringify([ssn, date_of_birth, email.toLowerCase()]),
  ownLoans: (ssn) => (DEMO_SSN.test(ssn) ? 'never_stack' : personaOf(ssn).ownLoans),
  script: (ssn) => personaOf(ssn).script,
};
