import type { Charge, ChargeKind, Checkout, CheckoutStatus } from '../merchant-api.ts';
import { centsOf } from './order-state.ts';

/**
 * Why something cannot be done with an order, as a sentence; null where it can. What the lender alone
 * knows, the BFF says when it is tried.
 */
export type Obstacle = string | null;

export const chargeNames: Readonly<Record<ChargeKind, string>> = {
  109: 'First charge',
  111: 'Project charge',
  113: 'Final charge',
};

const notAccepted: Readonly<Record<Exclude<CheckoutStatus, 'accepted'>, string>> = {
  open: 'The customer has not applied yet.',
  applied: 'The lender has not decided yet.',
  review: 'A person at the lender is still deciding.',
  offers: 'The customer has not chosen an offer yet.',
  chosen: 'The customer has not accepted the lender’s terms yet.',
  no_offers: 'The lender made no offer.',
  cancelled: 'The order is cancelled.',
  expired: 'The order has expired.',
  needs_attention: 'Only the lender can say how this application stands: call them.',
};

/** Whether a charge of this kind can be asked for. */
export function chargeObstacle(checkout: Checkout, kind: ChargeKind): Obstacle {
  const { status, cancellation, charges } = checkout;
  if (status !== 'accepted') return notAccepted[status];
  if (cancellation === 'working') return 'The order is being cancelled.';
  if (kind !== 109) return null;
  const first = charges.findLast(({ transaction_description }) => transaction_description === kind);
  return first === undefined ? null : again[first.status];
}

/** Whether a first charge may follow one that stands like this. */
const again: Readonly<Record<Charge['status'], Obstacle>> = {
  working: 'The first charge is on its way to the lender.',
  pending: 'The first charge waits for the customer.',
  approved: 'The first charge is approved.',
  settled: 'The first charge is paid out.',
  held: 'The lender holds the first charge.',
  refunded: 'The first charge was refunded: make a new sale.',
  reversed: 'The money of the first charge was taken back: call the lender.',
  unresolved: 'It is not known whether the lender has the first charge.',
  rejected: null,
  expired: null,
  canceled: null,
  failed: null,
};

/** Whether anything of a charge can go back. */
export function refundObstacle(charge: Charge): Obstacle {
  switch (charge.status) {
    case 'approved':
    case 'settled':
      break;
    case 'held':
      return 'The lender holds this charge: it can be refunded once it has settled.';
    case 'refunded':
      return 'All of it was refunded.';
    case 'reversed':
      return 'Its money was taken back.';
    case 'working':
      return 'It is on its way to the lender.';
    case 'unresolved':
      return 'It is not known whether the lender has the charge. Ask them, then resolve it by the API.';
    default:
      return 'It has moved no money.';
  }
  if (centsOf(charge.pending_refund_amount) > 0) return 'Another refund of it is under way.';
  return refundableCents(charge) > 0 ? null : 'All of it was refunded.';
}

export function refundableCents(charge: Charge): number {
  return centsOf(charge.amount) - centsOf(charge.refunded_amount);
}

/** Before it has settled, a charge goes back as a whole. */
export function mayRefundPart(charge: Charge): boolean {
  return charge.status === 'settled';
}

/** Whether the customer can get a link, or another one. */
export function linkObstacle({ expires_at, status }: Checkout): Obstacle {
  if (expires_at === null) return 'The order was begun in the shop: make a new sale for a link.';
  if (status === 'accepted') return 'The customer has accepted: you can charge.';
  return null;
}

const spent: readonly Charge['status'][] = ['approved', 'settled', 'held'];
const unclear: readonly Charge['status'][] = ['working', 'unresolved'];

export function cancelObstacle({ status, cancellation, charges }: Checkout): Obstacle {
  if (cancellation === 'working') return 'The lender has been asked, and has not answered yet.';
  if (status === 'cancelled') return 'The order is cancelled.';
  if (status === 'expired' || status === 'no_offers') return notAccepted[status];
  if (status === 'applied') return 'The lender is deciding: wait for its decision.';
  if (charges.some((charge) => unclear.includes(charge.status))) {
    return 'It is not known yet whether the lender has a charge.';
  }
  const isSpent = charges.some((charge) => spent.includes(charge.status));
  return isSpent ? 'It has been charged: refund the charges instead.' : null;
}

export function limitObstacle(checkout: Checkout): Obstacle {
  const { status, charges, cancellation } = checkout;
  if (status !== 'accepted') return notAccepted[status];
  if (cancellation === 'working') return 'The order is being cancelled.';
  if (charges.some((charge) => unclear.includes(charge.status))) {
    return 'It is not known yet whether the lender has a charge.';
  }
  const isSpent = charges.some((charge) => spent.includes(charge.status));
  return isSpent ? 'It can be raised only before the first charge.' : null;
}
