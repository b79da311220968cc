import type { TimelineEvent } from '../merchant-api/events.ts';
import type { Charge } from './charge.ts';
import { chargeStatusOf } from './charge-view.ts';
import { allCharges, type Checkout, type TimelineEntry } from './checkout.ts';
import { statusOf } from './checkout-status.ts';
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

type HappenedEvent = Pick<TimelineEntry, 'type' | 'chargeId'>;

function eventsBetween(before: Checkout, after: Checkout): HappenedEvent[] {
  const [from, to] = [statusOf(before), statusOf(after)];
  const ofCheckout: HappenedEvent[] = from === to ? [] : [{ type: `checkout.${to}` }];
  if (before.charges === after.charges && before.laterCharges === after.laterCharges) {
    return ofCheckout;
  }
  const known = new Map(allCharges(before).map((charge) => [charge.id, charge]));
  const ofCharges = allCharges(after).flatMap((charge) =>
    chargeEvent(known.get(charge.id), charge),
  );
  return [...ofCheckout, ...ofCharges];
}

/** A charge that is being asked for has not happened yet. */
function chargeEvent(before: Charge | undefined, after: Charge): HappenedEvent[] {
  const [from, to] = [before && chargeStatusOf(before), chargeStatusOf(after)];
  if (from === to || to === 'working') return [];
  if (to !== undefined) return [{ type: `charge.${to}`, chargeId: after.id }];
  return from === 'unresolved' ? [{ type: 'charge.not_made', chargeId: after.id }] : [];
}

/** The timeline as the merchant's server reads it, from the beginning on. */
export function timelineView({
  createdAt,
  timeline,
}: Pick<Checkout, 'createdAt' | 'timeline'>): TimelineEvent[] {
  const made: TimelineEntry = { version: firstVersion, type: 'checkout.open', at: createdAt };
  return [made, ...timeline].map(({ version, type, at, chargeId = null }) => ({
    version,
    type,
    at: wireTime(at),
    charge_id: chargeId,
  }));
}
