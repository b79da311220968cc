import type { ApplicationStatus } from '../../../lending-api/statuses.ts';
import type { StateMachine } from './state-machine.ts';

export type ApplicationEvent =
  | 'consumer_started'
  | 'invitation_expired'
  | 'withdrawn'
  | 'answered_by_earlier'
  | 'approved'
  | 'declined'
  | 'review_needed'
  | 'review_passed'
  | 'review_failed'
  | 'review_expired'
  | 'offer_selected'
  | 'offers_repriced'
  | 'step_up_asked'
  | 'step_up_passed'
  | 'step_up_failed'
  | 'terms_accepted'
  | 'terms_refused'
  | 'offers_expired'
  | 'cancelled'
  | 'credit_line_increased'
  | 'suspended'
  | 'released';

/**
 * server/lending/DECISIONS.md, Applications and accounts; another amount prices the offers again
 * (Soft pull). What was only invited or started ends with its invitation, or when an earlier
 * application takes its place.
 */
export const applicationMachine: StateMachine<ApplicationStatus, ApplicationEvent> = {
  subject: 'application',
  initial: ['Invited', 'Started'],
  moves: {
    Invited: {
      consumer_started: 'Started',
      invitation_expired: 'Expired',
      withdrawn: 'Cancelled',
    },
    Started: {
      approved: 'Approved: Offers Available',
      declined: 'Declined',
      review_needed: 'Pending: Verification',
      invitation_expired: 'Expired',
      withdrawn: 'Cancelled',
      answered_by_earlier: 'Cancelled',
    },
    'Pending: Verification': {
      review_passed: 'Approved: Offers Available',
      review_failed: 'Declined',
      review_expired: 'Expired',
      step_up_passed: 'Approved: Offer Selected',
      step_up_failed: 'Declined',
    },
    'Approved: Offers Available': {
      offer_selected: 'Approved: Offer Selected',
      offers_repriced: 'Approved: Offers Available',
      terms_refused: 'Cancelled',
      offers_expired: 'Expired',
    },
    'Approved: Offer Selected': {
      offer_selected: 'Approved: Offer Selected',
      offers_repriced: 'Approved: Offers Available',
      step_up_asked: 'Pending: Verification',
      terms_accepted: 'Approved: Accepted',
      terms_refused: 'Cancelled',
      offers_expired: 'Expired',
    },
    'Approved: Accepted': {
      cancelled: 'Cancelled',
      credit_line_increased: 'Approved: Accepted',
      suspended: 'Suspended',
    },
    Suspended: { released: 'Approved: Accepted' },
    Declined: {},
    Cancelled: {},
    Expired: {},
  },
};

/** Where an application ends. One that was accepted goes on until its account is closed. */
export const endedStatuses: ReadonlySet<ApplicationStatus> = new Set([
  'Declined',
  'Cancelled',
  'Expired',
]);
