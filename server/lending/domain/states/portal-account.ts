import type { PortalAccountStatus } from '../../../lending-api/statuses.ts';
import type { StateMachine } from './state-machine.ts';

export type PortalAccountEvent = 'invited' | 'set_up' | 'locked' | 'unlocked';

/** server/lending/DECISIONS.md, Payment Portal. */
export const portalAccountMachine: StateMachine<PortalAccountStatus, PortalAccountEvent> = {
  subject: 'portal account',
  initial: ['NotInvited'],
  moves: {
    NotInvited: { invited: 'Invited' },
    Invited: { invited: 'Invited', set_up: 'Active' },
    Active: { locked: 'Locked' },
    Locked: { unlocked: 'Active' },
  },
};

/** True if the consumer has an account to sign in to. */
export function hasPortalAccount({
  portal_account_status: status,
}: {
  portal_account_status: PortalAccountStatus;
}): boolean {
  return status === 'Active' || status === 'Locked';
}
