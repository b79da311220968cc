import type { Charge, Refund } from '../merchant-api.ts';

/** What has happened, by the type that timeline and webhooks have for it. */
const eventNames: Readonly<Record<string, string>> = {
  'checkout.open': 'Order made',
  'checkout.applied': 'Customer applied',
  'checkout.review': 'A person at the lender decides',
  'checkout.offers': 'Lender made offers',
  'checkout.no_offers': 'Lender made no offer',
  'checkout.chosen': 'Customer chose an offer',
  'checkout.accepted': 'Customer accepted the terms',
  'checkout.cancelled': 'Order cancelled',
  'checkout.expired': 'Order expired',
  'checkout.needs_attention': 'Lender’s answer cannot be read',
  'charge.pending': 'Customer asked to approve the charge',
  'charge.approved': 'Customer approved the charge',
  'charge.settled': 'Charge paid out',
  'charge.rejected': 'Customer rejected the charge',
  'charge.expired': 'Charge expired without an answer',
  'charge.canceled': 'Charge cancelled',
  'charge.failed': 'Charge failed',
  'charge.held': 'Lender holds the charge',
  'charge.refunded': 'All of the charge was refunded',
  'charge.reversed': 'Money of the charge taken back',
  'charge.unresolved': 'Not known whether the lender has the charge',
  'charge.not_made': 'The charge was not made',
  'refund.pending': 'Lender has the refund',
  'refund.settled': 'Refund paid out',
  'refund.failed': 'Refund failed',
  'refund.unresolved': 'Not known whether the lender has the refund',
  'refund.not_made': 'The refund was not made',
};

/** A type that came with a later version of the API shows as it is. */
export function eventName(type: string): string {
  return eventNames[type] ?? type;
}

export const chargeStatusNames: Readonly<Record<Charge['status'], string>> = {
  working: 'Sent to the lender',
  pending: 'Waiting for approval',
  approved: 'Approved',
  settled: 'Paid out',
  rejected: 'Rejected',
  expired: 'Expired',
  canceled: 'Cancelled',
  failed: 'Failed',
  held: 'Held',
  refunded: 'Refunded',
  reversed: 'Taken back',
  unresolved: 'Not known',
};

export const refundStatusNames: Readonly<Record<Refund['status'], string>> = {
  working: 'Sent to the lender',
  pending: 'On its way',
  settled: 'Paid out',
  failed: 'Failed',
  unresolved: 'Not known',
};
