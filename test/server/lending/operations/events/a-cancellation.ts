import type { EventBody } from '../../../../../server/lending/operations/callbacks.ts';

/** A callback's body, for tests of how it gets to the sponsor. */
export const aCancellation: EventBody = {
  event_type: 'consumer_account_cancel',
  external_application_id: 'application-1',
  loan_id: 'loan-1',
  consumer_application_human_readable_id: '7342055188',
  application_status: 'Cancelled',
  account_status: 'Closed',
  canceled_by: 'admin',
  canceled_at: '2026-03-02T15:00:00Z',
};
