import type {
  Charge,
  ChargeKind,
  ChargeStatus,
  Checkout,
  CheckoutStatus,
  Loan,
  Refund,
} from '../merchant-api-types.ts';
import { centsOf } from './order-state.ts';

type NotAccepted = Exclude<CheckoutStatus, 'accepted'>;

/** Why something cannot be done with an order, by the name that its sentence has in every language. */
export type ObstacleId =
  | NotAccepted
  | 'cancelling'
  | `first_${Exclude<ChargeStatus, 'rejected' | 'expired' | 'canceled' | 'failed'>}`
  | 'charge_held'
  | 'charge_refunded'
  | 'charge_reversed'
  | 'charge_working'
  | 'charge_unresolved'
  | 'charge_unpaid'
  | 'refund_pending'
  | 'portal_required'
  | 'nothing_available'
  | 'begun_in_shop'
  | 'loan_cancelled'
  | 'accepted'
  | 'cancellation_working'
  | 'deciding'
  | 'charge_unclear'
  | 'spent'
  | 'limit_spent'
  | 'known';

/** Null where it can be done, as far as the order was read; the BFF says the rest when it is tried. */
export type Obstacle = ObstacleId | null;

/** Whether a charge of this kind can be asked for. */
export function chargeObstacle(checkout: Checkout, kind: ChargeKind): Obstacle {
  const { status, cancellation, charges, loan } = checkout;
  if (status !== 'accepted') return status;
  if (cancellation === 'working') return 'cancelling';
  const before = kind === 109 ? firstObstacle(charges) : null;
  return before ?? loanObstacle(loan);
}

function firstObstacle(charges: readonly Charge[]): Obstacle {
  const first = charges.findLast(({ transaction_description }) => transaction_description === 109);
  return first === undefined ? null : again[first.status];
}

/** What the lender does not say stands in no way. */
function loanObstacle(loan: Loan | null): Obstacle {
  const { portal_account_status = null, available_spend = null } = loan ?? {};
  if (portal_account_status !== null && portal_account_status !== 'Active') {
    return 'portal_required';
  }
  return available_spend !== null && centsOf(available_spend) === 0 ? 'nothing_available' : null;
}

/** Whether a first charge may follow one that stands like this. */
const again: Readonly<Record<Charge['status'], Obstacle>> = {
  working: 'first_working',
  pending: 'first_pending',
  approved: 'first_approved',
  settled: 'first_settled',
  held: 'first_held',
  refunded: 'first_refunded',
  reversed: 'first_reversed',
  unresolved: 'first_unresolved',
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
      return 'charge_held';
    case 'refunded':
      return 'charge_refunded';
    case 'reversed':
      return 'charge_reversed';
    case 'working':
      return 'charge_working';
    case 'unresolved':
      return 'charge_unresolved';
    default:
      return 'charge_unpaid';
  }
  if (centsOf(charge.pending_refund_amount) > 0) return 'refund_pending';
  return refundableCents(charge) > 0 ? null : 'charge_refunded';
}

/** Whether the merchant's word about a charge or a refund is wanted. */
export function resolveObstacle({ status }: Pick<Charge | Refund, 'status'>): Obstacle {
  return status === 'unresolved' ? null : 'known';
}

export function refundableCents(charge: Charge): number {
  return centsOf(charge.amount) - centsOf(charge.refunded_amount);
}

/** Before it has settled, a charge goes back as a whole. */
export function mayRefundPart(charge: Charge): boolean {
  return charge.status === 'settled';
}

/** True if somebody has applied; an application that came to nothing is none. */
export function hasApplied({ timeline }: Checkout): boolean {
  const types = ['checkout.open', 'checkout.applied'];
  return timeline.findLast(({ type }) => types.includes(type))?.type === 'checkout.applied';
}

/** Whether the customer can get a link, or another one. */
export function linkObstacle({ expires_at, status, timeline }: Checkout): Obstacle {
  if (expires_at === null) return 'begun_in_shop';
  if (status === 'accepted') return 'accepted';
  const wasAccepted = timeline.some(({ type }) => type === 'checkout.accepted');
  return status === 'cancelled' && wasAccepted ? 'loan_cancelled' : null;
}

const spent: readonly Charge['status'][] = ['approved', 'settled', 'held'];
const unclear: readonly Charge['status'][] = ['working', 'unresolved'];

export function cancelObstacle({ status, cancellation, charges }: Checkout): Obstacle {
  if (cancellation === 'working') return 'cancellation_working';
  if (status === 'cancelled' || status === 'expired' || status === 'no_offers') return status;
  if (status === 'applied') return 'deciding';
  if (charges.some((charge) => unclear.includes(charge.status))) {
    return 'charge_unclear';
  }
  const isSpent = charges.some((charge) => spent.includes(charge.status));
  return isSpent ? 'spent' : null;
}

export function limitObstacle(checkout: Checkout): Obstacle {
  const { status, charges, cancellation } = checkout;
  if (status !== 'accepted') return status;
  if (cancellation === 'working') return 'cancelling';
  if (charges.some((charge) => unclear.includes(charge.status))) {
    return 'charge_unclear';
  }
  const isSpent = charges.some((charge) => spent.includes(charge.status));
  return isSpent ? 'limit_spent' : null;
}
