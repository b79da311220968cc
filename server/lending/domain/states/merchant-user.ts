import type { MerchantUserStatus } from '../../../lending-api/merchant-users.ts';
import type { StateMachine } from './state-machine.ts';

export type MerchantUserEvent = 'verified' | 'deactivated' | 'reactivated';

/**
 * server/lending/DECISIONS.md, Merchants and users: only the Admin of an onboarding is Invited, all
 * others begin Active.
 */
export const merchantUserMachine: StateMachine<MerchantUserStatus, MerchantUserEvent> = {
  subject: 'merchant user',
  initial: ['Invited', 'Active'],
  moves: {
    Invited: { verified: 'Active' },
    Active: { deactivated: 'Deactivated' },
    Deactivated: { reactivated: 'Active' },
  },
};
