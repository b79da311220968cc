import type { PaymentRequestStatus } from '../../../lending-api/statuses.ts';
import type { StateMachine } from './state-machine.ts';

export type ChargeRequestEvent = 'approved' | 'rejected' | 'expired' | 'canceled';

/** server/lending/DECISIONS.md, Charge requests. */
export const chargeRequestMachine: StateMachine<PaymentRequestStatus, ChargeRequestEvent> = {
  subject: 'charge request',
  initial: ['Pending'],
  moves: {
    Pending: {
      approved: 'Approved',
      rejected: 'Rejected',
      expired: 'Expired',
      canceled: 'Canceled',
    },
    Approved: {},
    Rejected: {},
    Expired: {},
    Canceled: {},
  },
};
