// What the statuses of checkouts, charges, refunds and events mean is in the descriptions of their schemas.

export const checkoutStatuses = [
  'open',
  'applied',
  'review',
  'offers',
  'no_offers',
  'chosen',
  'accepted',
  'cancelled',
  'expired',
  'needs_attention',
] as const;
export type CheckoutStatus = (typeof checkoutStatuses)[number];

/**
 * `done`: nothing comes of the checkout any more, unless the lender refuses to cancel what the consumer
 * accepts later.
 */
export const cancellationStatuses = ['working', 'done', 'refused'] as const;
export type CancellationStatus = (typeof cancellationStatuses)[number];

export const chargeStatuses = [
  'working',
  'pending',
  'approved',
  'settled',
  'rejected',
  'expired',
  'canceled',
  'failed',
  'held',
  'refunded',
  'reversed',
  'unresolved',
] as const;
export type ChargeStatus = (typeof chargeStatuses)[number];

/**
 * How a consumer has authorised what the merchant approves for them (Sponsor Lending API, funding and
 * refund endpoints).
 */
export const authorizationMethods = [
  'signed_contract',
  'recorded_call',
  'in_person',
  'other',
] as const;
export type AuthorizationMethod = (typeof authorizationMethods)[number];

export const refundStatuses = ['working', 'pending', 'settled', 'failed', 'unresolved'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Of an event on its way to one endpoint. `failed`: it was given up, and can be sent again. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const eventStatuses = [...deliveryStatuses, 'not_sent'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** `reversal`: the money went back without a refund. */
export const settlementKinds = ['charge', 'refund', 'reversal'] as const;
export type SettlementKind = (typeof settlementKinds)[number];
