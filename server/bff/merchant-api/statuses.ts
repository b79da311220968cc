/**
 * `open`: nobody has applied yet. `applied`: the lender decides. `review`: a person at the lender
 * decides or, after the choice, the lender waits for a code from the consumer. `chosen`: an offer was
 * chosen. `accepted`: there is a loan. `needs_attention`: the lender has the application, and its answer
 * cannot be read.
 */
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

/**
 * `working`: the lender has not said yet whether it has the request. `approved`: the consumer has
 * agreed, and it may still fail. `settled`: its money was transferred. `held`: the lender holds its
 * transaction back. `refunded`, `reversed`: its money went back, by a refund or without one.
 * `unresolved`: whether the lender has it cannot be told; until it is resolved, by the lender's
 * lists or by the merchant, the order takes no other initial charge.
 */
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

/** How a consumer has authorised what the merchant approves for them (Sponsor Lending API, approve). */
export const authorizationMethods = [
  'signed_contract',
  'recorded_call',
  'in_person',
  'other',
] as const;
export type AuthorizationMethod = (typeof authorizationMethods)[number];

/**
 * `working`: the lender has not said yet whether it has the refund. `pending`: it has it. `settled`:
 * the money went back. `unresolved`: whether the lender has it cannot be told; until it is resolved,
 * its charge takes no other refund.
 */
export const refundStatuses = ['working', 'pending', 'settled', 'failed', 'unresolved'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Of an event on its way to one endpoint. `failed`: it was given up, and can be sent again. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Of an event, by what is worst at its endpoints. `not_sent`: no endpoint takes its type. */
export const eventStatuses = [...deliveryStatuses, 'not_sent'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** `reversal`: the money went back without a refund. */
export const settlementKinds = ['charge', 'refund', 'reversal'] as const;
export type SettlementKind = (typeof settlementKinds)[number];
