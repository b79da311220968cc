import type { Call, Method } from './calls.ts';
import type { ExpectedAnswer } from './expectations.ts';
import type { Step } from './scenario-loan.ts';
import type { Person } from './tested-lender.ts';

/** What any lender must answer the BFF. */
export interface Scenario {
  readonly name: string;
  readonly given?: { readonly person?: Person; readonly steps?: readonly Step[] };
  readonly call: Call;
  readonly answer: ExpectedAnswer;
  /** A capability that the steps need, beside the method that is called. */
  readonly needs?: Method;
  /** With a password that the lender does not know. */
  readonly isStranger?: boolean;
}

export const applied = ['soft pull'] as const;
export const accepted = ['soft pull', 'select', 'accept terms'] as const;
export const charged = [...accepted, 'charge'] as const;
export const approved = [...charged, 'approve'] as const;
export const settled = [...approved, { move: 'Transferred' }] as const;
