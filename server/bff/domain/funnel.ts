import type { Cents } from '../../platform/money.ts';
import type { EventType } from '../merchant-api/events.ts';
import { type ChargeState, isGone } from './charge.ts';
import { allCharges, type Checkout } from './checkout.ts';
import { refundsOf } from './refunding.ts';
import { restGoneBack, type Settlement } from './settlement.ts';

/** How many checkouts came how far, and what was charged, settled and given back. */
export interface FunnelSums {
  opened: number;
  applied: number;
  offers: number;
  none: number;
  chosen: number;
  accepted: number;
  charged: number;
  charged_cents: Cents;
  settled: number;
  settled_cents: Cents;
  refunded: number;
  refunded_cents: Cents;
}

export const noSums: FunnelSums = {
  opened: 0,
  applied: 0,
  offers: 0,
  none: 0,
  chosen: 0,
  accepted: 0,
  charged: 0,
  charged_cents: 0,
  settled: 0,
  settled_cents: 0,
  refunded: 0,
  refunded_cents: 0,
};

export const opened: FunnelSums = { ...noSums, opened: 1 };

/** Whoever has come to one of these has passed those before it, seen or not. */
const stages = ['applied', 'offers', 'chosen', 'accepted'] as const;

/**
 * What a change of a checkout adds; undefined if nothing. A checkout is counted once at each stage,
 * however often it comes back to it.
 */
export function sumsBetween(
  before: Checkout,
  after: Checkout,
  settlements: readonly Settlement[],
): FunnelSums | undefined {
  if (before.timeline === after.timeline && settlements.length === 0) return undefined;
  const sums = { ...noSums };
  for (const stage of stages.slice(reached(before), reached(after))) sums[stage] = 1;
  const isNew = (type: EventType) => has(after, type) && !has(before, type);
  if (isNew('checkout.no_offers')) sums.none = 1;
  addCharged(sums, before, after);
  addSettled(sums, settlements);
  addRefunded(sums, before, after);
  return Object.values(sums).some((sum) => sum !== 0) ? sums : undefined;
}

/** How many of the stages it has passed. */
function reached(checkout: Checkout): number {
  return stages.findLastIndex((stage) => has(checkout, `checkout.${stage}`)) + 1;
}

function has({ timeline }: Checkout, type: EventType): boolean {
  return timeline.some((entry) => entry.type === type);
}

const approvedStates: ReadonlySet<ChargeState> = new Set(['approved', 'settled', 'held']);
const approvedTypes: ReadonlySet<EventType> = new Set([
  'charge.approved',
  'charge.settled',
  'charge.held',
]);
const pastStates: ReadonlySet<ChargeState> = new Set([...approvedStates, 'refunded', 'reversed']);

function addCharged(sums: FunnelSums, before: Checkout, after: Checkout): void {
  const known = new Map(allCharges(before).map(({ id, state }) => [id, state]));
  for (const { id, state, amountCents } of allCharges(after)) {
    const earlier = known.get(id);
    const isNew = earlier === undefined || !pastStates.has(earlier);
    if (!isNew || !approvedStates.has(state) || wasApproved(before, id)) continue;
    sums.charged += 1;
    sums.charged_cents += amountCents;
  }
}

/** One that failed may be tried again by the lender. */
function wasApproved({ timeline }: Checkout, id: string): boolean {
  return timeline.some(({ type, chargeId }) => chargeId === id && approvedTypes.has(type));
}

function addSettled(sums: FunnelSums, settlements: readonly Settlement[]): void {
  for (const { kind, amountCents } of settlements) {
    if (kind !== 'charge') continue;
    sums.settled += 1;
    sums.settled_cents += amountCents;
  }
}

/** Also what was given back before it settled, which is no settlement. Of a charge that is gone, no more. */
function addRefunded(sums: FunnelSums, before: Checkout, after: Checkout): void {
  const known = new Map(allCharges(before).map((charge) => [charge.id, charge]));
  const wasSettled = new Set(before.refunds.flatMap((each) => (each.settledAt ? [each.id] : [])));
  const amounts = allCharges(after).flatMap((charge) => {
    const earlier = known.get(charge.id);
    if (earlier === undefined || isGone(earlier)) return [];
    const refunds = refundsOf(after, charge.id)
      .filter(({ id, settledAt }) => settledAt !== null && !wasSettled.has(id))
      .map(({ amountCents }) => amountCents);
    const rest = pastStates.has(earlier.state) ? restGoneBack(earlier, charge, after) : undefined;
    return rest === undefined ? refunds : [...refunds, rest.amountCents];
  });
  sums.refunded += amounts.length;
  for (const amount of amounts) sums.refunded_cents += amount;
}
