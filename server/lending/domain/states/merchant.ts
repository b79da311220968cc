import type { MerchantStatus } from '../../../lending-api/statuses.ts';
import { canMove, type StateMachine, transition } from './state-machine.ts';

export type MerchantEvent =
  | 'admin_verified'
  | 'invitation_expired'
  | 'invitation_renewed'
  | 'onboarding_completed'
  | 'underwriting_approved'
  | 'underwriting_declined'
  | 'suspended'
  | 'released'
  | 'offboarded';

/** server/lending/DECISIONS.md, Merchants and users. */
export const merchantMachine: StateMachine<MerchantStatus, MerchantEvent> = {
  subject: 'merchant',
  initial: ['Invited'],
  moves: {
    Invited: { admin_verified: 'Onboarding', invitation_expired: 'InvitationExpired' },
    Onboarding: {
      onboarding_completed: 'PendingReview',
      invitation_expired: 'InvitationExpired',
    },
    InvitationExpired: { invitation_renewed: 'Invited' },
    PendingReview: { underwriting_approved: 'Active', underwriting_declined: 'Declined' },
    Active: { suspended: 'Suspended', offboarded: 'Closed' },
    Suspended: { released: 'Active', offboarded: 'Closed' },
    Declined: {},
    Closed: {},
  },
};

/**
 * The status at a time (epoch ms): an invitation that ran out has expired, whether or not a timer
 * has seen it (7 days).
 */
export function merchantStatusAt(
  { status, invitation_expires_at }: { status: MerchantStatus; invitation_expires_at: number },
  now: number,
): MerchantStatus {
  const isOver =
    now >= invitation_expires_at && canMove(merchantMachine, status, 'invitation_expired');
  return isOver ? transition(merchantMachine, status, 'invitation_expired') : status;
}
