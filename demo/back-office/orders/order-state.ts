import type { Charge, ChargeStatus, CheckoutSummary } from '../merchant-api-types.ts';

/** What the orders are listed under. */
export const orderGroups = [
  'customer',
  'lender',
  'to_charge',
  'charged',
  'attention',
  'ended',
] as const;
export type OrderGroup = (typeof orderGroups)[number];

/**
 * Where an order can stand, and the group that it is listed under; null of what stands in no list:
 * somebody looked at a page of the shop, and no more.
 */
export const groupOf = {
  visited: null,
  open: 'customer',
  offers: 'customer',
  chosen: 'customer',
  charge_pending: 'customer',
  applied: 'lender',
  review: 'lender',
  working: 'lender',
  accepted: 'to_charge',
  charge_ended: 'to_charge',
  approved: 'charged',
  settled: 'charged',
  part_refunded: 'charged',
  needs_attention: 'attention',
  charge_failed: 'attention',
  held: 'attention',
  unresolved: 'attention',
  reversed: 'attention',
  refunded: 'ended',
  no_offers: 'ended',
  cancelled: 'ended',
  expired: 'ended',
} as const satisfies Record<string, OrderGroup | null>;
export type OrderState = keyof typeof groupOf;

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

/** True if nothing of it is the shop's any more: it came to nothing, or all of it went back. */
export function isGone({ status }: Charge): boolean {
  return ended.has(status) || status === 'refunded' || status === 'reversed';
}

/** True if a final charge was asked for that has not come to nothing. */
export function hasFinalCharge(charges: readonly Charge[]): boolean {
  return charges.some(
    ({ transaction_description, status }) => transaction_description === 113 && !ended.has(status),
  );
}

const moneyMoved: ReadonlySet<ChargeStatus> = new Set(['approved', 'settled', 'refunded']);

/** What was charged, less what went back. */
export function chargedCents(charges: readonly Charge[]): number {
  return keptCents(charges.filter(({ status }) => moneyMoved.has(status)));
}

/** The same with what is asked for and may yet be charged. */
export function askedCents(charges: readonly Charge[]): number {
  return keptCents(charges.filter(({ status }) => !ended.has(status)));
}

function keptCents(charges: readonly Charge[]): number {
  const cents = charges.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  return cents - refundedCents(charges);
}

function refundedCents(charges: readonly Charge[]): number {
  return charges.reduce((sum, { refunded_amount }) => sum + centsOf(refunded_amount), 0);
}

/** `'-8400.05'` => `-840005` */
export function centsOf(amount: string): number {
  return Number(amount.replace('.', ''));
}
