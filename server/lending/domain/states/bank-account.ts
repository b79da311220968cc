import type { StateMachine } from './state-machine.ts';

export type BankAccountStatus =
  | 'New'
  | 'Pending'
  | 'Verified'
  | 'VerificationFailed'
  | 'Errored'
  | 'Replaced';

export type BankAccountEvent =
  | 'deposits_sent'
  | 'amounts_matched'
  | 'attempt_failed'
  | 'attempts_exceeded'
  | 'deposits_expired'
  | 'deposit_returned'
  | 'initiated_again'
  | 'initiations_exceeded'
  | 'payout_returned'
  | 'replaced';

/** server/lending/DECISIONS.md, Bank accounts. */
export const bankAccountMachine: StateMachine<BankAccountStatus, BankAccountEvent> = {
  subject: 'bank account',
  initial: ['New'],
  moves: {
    New: { deposits_sent: 'Pending', replaced: 'Replaced' },
    Pending: {
      amounts_matched: 'Verified',
      attempt_failed: 'Pending',
      attempts_exceeded: 'VerificationFailed',
      deposits_expired: 'VerificationFailed',
      deposit_returned: 'VerificationFailed',
      replaced: 'Replaced',
    },
    VerificationFailed: {
      initiated_again: 'Pending',
      initiations_exceeded: 'Errored',
      replaced: 'Replaced',
    },
    Verified: { payout_returned: 'Errored', replaced: 'Replaced' },
    Errored: { replaced: 'Replaced' },
    Replaced: {},
  },
};
