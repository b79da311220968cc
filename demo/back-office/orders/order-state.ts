import type { Charge, ChargeStatus, CheckoutSummary } from '../merchant-api.ts';

/** What the orders are listed under. */
export const orderGroups = {
  customer: 'Waiting for customer',
  lender: 'With the lender',
  to_charge: 'Ready to charge',
  charged: 'Charged',
  attention: 'Needs attention',
  ended: 'Ended',
} as const;
export type OrderGroup = keyof typeof orderGroups;

interface StateFacts {
  readonly name: string;
  /** Null of what stands in no list: somebody looked at a page of the shop, and no more. */
  readonly group: OrderGroup | null;
}

/** Where an order stands, in one word or two. */
export const orderStates = {
  visited: { name: 'Page opened', group: null },
  open: { name: 'Not begun', group: 'customer' },
  offers: { name: 'Offers shown', group: 'customer' },
  chosen: { name: 'Offer chosen', group: 'customer' },
  charge_pending: { name: 'Approval asked', group: 'customer' },
  applied: { name: 'Applied', group: 'lender' },
  review: { name: 'In review', group: 'lender' },
  working: { name: 'Charge sent', group: 'lender' },
  accepted: { name: 'Accepted', group: 'to_charge' },
  charge_ended: { name: 'Charge not approved', group: 'to_charge' },
  approved: { name: 'Charge approved', group: 'charged' },
  settled: { name: 'Paid out', group: 'charged' },
  part_refunded: { name: 'Refunded in part', group: 'charged' },
  needs_attention: { name: 'Ask the lender', group: 'attention' },
  charge_failed: { name: 'Charge failed', group: 'attention' },
  held: { name: 'Charge held', group: 'attention' },
  unresolved: { name: 'Charge unclear', group: 'attention' },
  reversed: { name: 'Money taken back', group: 'attention' },
  refunded: { name: 'Refunded', group: 'ended' },
  no_offers: { name: 'No offers', group: 'ended' },
  cancelled: { name: 'Cancelled', group: 'ended' },
  expired: { name: 'Expired', group: 'ended' },
} as const satisfies Record<string, StateFacts>;
export type OrderState = keyof typeof orderStates;

/** The state that a charge gives its order; of several charges the first in this list counts. */
const byCharge = [
  ['unresolved', 'unresolved'],
  ['reversed', 'reversed'],
  ['held', 'held'],
  ['failed', 'charge_failed'],
  ['pending', 'charge_pending'],
  ['working', 'working'],
  ['approved', 'approved'],
  ['settled', 'settled'],
  ['refunded', 'refunded'],
  ['rejected', 'charge_ended'],
  ['expired', 'charge_ended'],
  ['canceled', 'charge_ended'],
] as const satisfies readonly (readonly [ChargeStatus, OrderState])[];

/** Where an order stands: by its charges where it has some, else by its checkout. */
export function stateOf(
  checkout: Pick<CheckoutSummary, 'status' | 'expires_at' | 'charges'>,
): OrderState {
  const { status, expires_at, charges } = checkout;
  if (status === 'open' && expires_at === null) return 'visited';
  if (status !== 'accepted') return status;
  const current = charges.filter((charge) => !isFollowed(charge, charges));
  const found = byCharge.find(([each]) => current.some((charge) => charge.status === each));
  const state = found?.[1] ?? 'accepted';
  return state === 'settled' && refundedCents(charges) > 0 ? 'part_refunded' : state;
}

const ended: ReadonlySet<ChargeStatus> = new Set(['failed', 'rejected', 'expired', 'canceled']);

/** A charge that came to nothing counts no more once another of its kind was asked for. */
function isFollowed(charge: Charge, charges: readonly Charge[]): boolean {
  const later = charges.slice(charges.indexOf(charge) + 1);
  const kind = charge.transaction_description;
  return ended.has(charge.status) && later.some((each) => each.transaction_description === kind);
}

const moneyMoved: ReadonlySet<ChargeStatus> = new Set(['approved', 'settled', 'refunded']);

/** What was charged, less what went back. */
export function chargedCents(charges: readonly Charge[]): number {
  const moved = charges.filter(({ status }) => moneyMoved.has(status));
  const cents = moved.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  return cents - refundedCents(moved);
}

function refundedCents(charges: readonly Charge[]): number {
  return charges.reduce((sum, { refunded_amount }) => sum + centsOf(refunded_amount), 0);
}

/** `'-8400.05'` => `-840005` */
export function centsOf(amount: string): number {
  return Number(amount.replace('.', ''));
}
