import { secondMs } from '../../platform/durations.ts';
import { formatCents } from '../../platform/money.ts';
import type { TimelineEvent } from '../merchant-api/events.ts';
import { type WebhookType, webhookTypes } from '../merchant-api/webhook-types.ts';
import type { WebhookPayload } from '../merchant-api/webhooks.ts';
import { type Charge, chargeStatusOf, wasAnswered } from './charge.ts';
import {
  allCharges,
  type Checkout,
  chargeById,
  hasSameCharges,
  requestedCents,
  type TimelineEntry,
} from './checkout.ts';
import { statusOf } from './checkout-status.ts';
import type { Refund } from './refund.ts';
import { refundStatusOf } from './refund-view.ts';
import { wireTime } from './step.ts';

/** Version 1 is the creation. It has no entry. */
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
  const events = eventsBetween(before, after, now);
  if (events.length === 0) return timeline;
  // By the time, it is greater than what was told before also in a database that was put back.
  const next = Math.max(versionOf(before) + 1, Math.floor((now - before.createdAt) / secondMs));
  const entries = events.map((event, index) => ({ version: next + index, ...event, at: now }));
  return [...timeline, ...entries].slice(-mostEntries);
}

/** The number of the last event. */
export function versionOf({ timeline }: Pick<Checkout, 'timeline'>): number {
  return timeline.at(-1)?.version ?? firstVersion;
}

type HappenedEvent = Pick<TimelineEntry, 'type' | 'chargeId' | 'refundId'>;

function eventsBetween(before: Checkout, after: Checkout, now: number): HappenedEvent[] {
  const [from, to] = [statusOf(before), statusOf(after)];
  const ofCheckout: HappenedEvent[] = from === to ? [] : [{ type: `checkout.${to}` }];
  return [...ofCheckout, ...refundEvents(before, after, now), ...chargeEvents(before, after, now)];
}

function refundEvents(before: Checkout, after: Checkout, now: number): HappenedEvent[] {
  if (before.refunds === after.refunds) return [];
  const known = new Map(before.refunds.map((refund) => [refund.id, refund]));
  return after.refunds.flatMap((refund) => refundEvent(known.get(refund.id), refund, now));
}

function chargeEvents(before: Checkout, after: Checkout, now: number): HappenedEvent[] {
  if (hasSameCharges(before, after)) return [];
  const known = new Map(allCharges(before).map((charge) => [charge.id, charge]));
  return allCharges(after).flatMap((charge) => chargeEvent(known.get(charge.id), charge, now));
}

/** A charge that is being asked for has not happened yet; of its refusal, its caller reads. */
function chargeEvent(before: Charge | undefined, after: Charge, now: number): HappenedEvent[] {
  const [from, to] = [before && chargeStatusOf(before), chargeStatusOf(after)];
  if (from === to || to === 'working') return [];
  if (to !== undefined) return [{ type: `charge.${to}`, chargeId: after.id }];
  if (before === undefined || !wasAnswered(before, now)) return [];
  return [{ type: 'charge.not_made', chargeId: after.id }];
}

/** A refund that is being asked for has not happened yet, either. */
function refundEvent(before: Refund | undefined, after: Refund, now: number): HappenedEvent[] {
  const [from, to] = [before && refundStatusOf(before), refundStatusOf(after)];
  if (from === to || to === 'working') return [];
  const ids = { chargeId: after.chargeId, refundId: after.id };
  if (to !== undefined) return [{ type: `refund.${to}`, ...ids }];
  if (before === undefined || !wasAnswered(before, now)) return [];
  return [{ type: 'refund.not_made', ...ids }];
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

/** Something that a merchant's server is told. */
export interface WebhookEvent {
  readonly type: WebhookType;
  /** Of the checkout. */
  readonly version: number;
  /** When the BFF learnt of it (epoch milliseconds). */
  readonly at: number;
  readonly payload: WebhookPayload;
}

type ToldEntry = TimelineEntry & { readonly type: WebhookType };

/** What a change tells the merchant's server: what the timeline has gained by it, where that is told. */
export function webhookEventsOf(before: Checkout, after: Checkout): WebhookEvent[] {
  if (after.timeline === before.timeline) return [];
  const known = versionOf(before);
  const gained = after.timeline.filter((entry) => entry.version > known).filter(isTold);
  if (gained.every(({ type }) => type === 'checkout.expired') && isUnheardOf(before)) return [];
  return gained.map((entry) => ({
    type: entry.type,
    version: entry.version,
    at: entry.at,
    payload: payloadOf(after, entry),
  }));
}

/** A page began it and nobody applied: the merchant's server never knew that there was one. */
export function isUnheardOf({ madeBy, timeline }: Checkout): boolean {
  const isHeard = (entry: TimelineEntry) => isTold(entry) && entry.type !== 'checkout.expired';
  return madeBy === 'page' && !timeline.some(isHeard);
}

const toldTypes: ReadonlySet<string> = new Set(webhookTypes);

function isTold(entry: TimelineEntry): entry is ToldEntry {
  return toldTypes.has(entry.type);
}

/** Ids, amounts and states alone: whoever may read a webhook learns of no person. */
function payloadOf(
  checkout: Checkout,
  { type, version, at, chargeId, refundId }: ToldEntry,
): WebhookPayload {
  const cents = amountOf(checkout, { chargeId, refundId });
  return {
    type,
    timestamp: wireTime(at),
    data: {
      checkout_id: checkout.id,
      order_id: checkout.order?.id ?? null,
      status: statusOf(checkout),
      version,
      amount: cents === null ? null : formatCents(cents),
      ...(chargeId !== undefined && { charge_id: chargeId }),
      ...(refundId !== undefined && { refund_id: refundId }),
    },
  };
}

/** The amount of the refund or the charge that an event is about; else of the checkout. */
function amountOf(
  checkout: Checkout,
  { chargeId, refundId }: { chargeId: string | undefined; refundId: string | undefined },
): number | null {
  const refund = checkout.refunds.find(({ id }) => id === refundId);
  const charge = chargeById(checkout, chargeId);
  return refund?.amountCents ?? charge?.amountCents ?? requestedCents(checkout);
}
