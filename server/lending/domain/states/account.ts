import type { AccountStatus } from '../../../lending-api/statuses.ts';
import type { StateMachine } from './state-machine.ts';

export type AccountEvent = 'suspended' | 'released' | 'cancelled' | 'paid_off';

/**
 * server/lending/DECISIONS.md, Applications and accounts: the account begins when the terms are
 * accepted.
 */
export const accountMachine: StateMachine<AccountStatus, AccountEvent> = {
  subject: 'account',
  initial: ['Active'],
  moves: {
    Active: { suspended: 'Suspended', cancelled: 'Closed', paid_off: 'Closed' },
    Suspended: { released: 'Active' },
    Closed: {},
  },
};
