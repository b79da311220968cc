import type { InvitationStatus } from '../../../lending-api/statuses.ts';
import type { StateMachine } from './state-machine.ts';

export type InvitationEvent =
  | 'activated'
  | 'delivery_failed'
  | 'opened'
  | 'completed'
  | 'expired'
  | 'cancelled';

/**
 * server/lending/DECISIONS.md, Invitations. The link of an invitation that could not be delivered
 * can still be opened: the sponsor got it in its answer and may hand it over. What was opened need not
 * have been delivered: programs open links, too.
 */
export const invitationMachine: StateMachine<InvitationStatus, InvitationEvent> = {
  subject: 'invitation',
  initial: ['Scheduled', 'Sent'],
  moves: {
    Scheduled: {
      activated: 'Sent',
      delivery_failed: 'DeliveryFailed',
      expired: 'Expired',
      cancelled: 'Cancelled',
    },
    Sent: {
      delivery_failed: 'DeliveryFailed',
      opened: 'Opened',
      expired: 'Expired',
      cancelled: 'Cancelled',
    },
    Opened: {
      delivery_failed: 'DeliveryFailed',
      completed: 'Completed',
      expired: 'Expired',
      cancelled: 'Cancelled',
    },
    DeliveryFailed: { opened: 'Opened', expired: 'Expired', cancelled: 'Cancelled' },
    Completed: {},
    Expired: {},
    Cancelled: {},
  },
};
