import type { TimelineEvent } from '../merchant-api/events.ts';
import type { Charge } from './charge.ts';
import { chargeStatusOf } from './charge-view.ts';
import { allCharges, type Checkout, type TimelineEntry } from './checkout.ts';
import { statusOf } from './checkout-status.ts';
import type { Refund } from './refund.ts';
import { refundStatusOf } from './refund-view.ts';
import { wireTime } from './step.ts';

/** That it was made is version 1, and stands in no entry. */
const firstVersion = 1;

/** A lender whose word goes to and fro for months fills no database. */
const mostEntries = 500;

/** The timeline of a checkout after a change; the same one if nothing happened. */
export function timelineAfter(
  before: Checkout,
  after: Checkout,
  now: number,
): readonly TimelineEntry[] {
  const { timeline } = before;
  const events = eventsBetween(before, after);
  if (events.length === 0) return timeline;
  const next = versionOf(before) + 1;
  const entries = events.map((event, index) => ({ version: next + index, ...event, at: now }));
  return [...timeline, ...entries].slice(-mostEntries);
}

/** The number of the last event. */
export function versionOf({ timeline }: Pick<Checkout, 'timeline'>): number {
  return timeline.at(-1)?.version ?? firstVersion;
}

type HappenedEvent = Pick<TimelineEntry, 'type' | 'chargeId' | 'refundId'>;

function eventsBetween(before: Checkout, after: Checkout): HappenedEvent[] {
  const [from, to] = [statusOf(before), statusOf(after)];
  const ofCheckout: HappenedEvent[] = from === to ? [] : [{ type: `checkout.${to}` }];
  return [...ofCheckout, ...refundEvents(before, after), ...chargeEvents(before, after)];
}

function refundEvents(before: Checkout, after: Checkout): HappenedEvent[] {
  if (before.refunds === after.refunds) return [];
  const known = new Map(before.refunds.map((refund) => [refund.id, refund]));
  return after.refunds.flatMap((refund) => refundEvent(known.get(refund.id), refund));
}

function chargeEvents(before: Checkout, after: Checkout): HappenedEvent[] {
  const isSame = before.charges === after.charges && before.laterCharges === after.laterCharges;
  if (isSame) return [];
  const known = new Map(allCharges(before).map((charge) => [charge.id, charge]));
  return allCharges(after).flatMap((charge) => chargeEvent(known.get(charge.id), charge));
}

/** A charge that is being asked for has not happened yet. */
function chargeEvent(before: Charge | undefined, after: Charge): HappenedEvent[] {
  const [from, to] = [before && chargeStatusOf(before), chargeStatusOf(after)];
  if (from === to || to === 'working') return [];
  if (to !== undefined) return [{ type: `charge.${to}`, chargeId: after.id }];
  return from === 'unresolved' ? [{ type: 'charge.not_made', chargeId: after.id }] : [];
}

/** Likewise. */
function refundEvent(before: Refund | undefined, after: Refund): HappenedEvent[] {
  const [from, to] = [before && refundStatusOf(before), refundStatusOf(after)];
  if (from === to || to === 'working') return [];
  const ids = { chargeId: after.chargeId, refundId: after.id };
  if (to !== undefined) return [{ type: `refund.${to}`, ...ids }];
  return from === 'unresolved' ? [{ type: 'refund.not_made', ...ids }] : [];
}

/** The timeline as the merchant's server reads it, from the beginning on. */
export function timelineView({
  createdAt,
  timeline,
}: Pick<Checkout, 'createdAt' | 'timeline'>): TimelineEvent[] {
  const made: TimelineEntry = { version: firstVersion, type: 'checkout.open', at: createdAt };
  return [made, ...timeline].map(({ version, type, at, chargeId = null, refundId = null }) => ({
    version,
    type,
    at: wireTime(at),
    charge_id: chargeId,
    refund_id: refundId,
  }));
}
