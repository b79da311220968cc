import { formatCents } from '../../platform/money.ts';
import { type WebhookType, webhookTypes } from '../merchant-api/webhook-types.ts';
import type { WebhookPayload } from '../merchant-api/webhooks.ts';
import { allCharges, type Checkout, requestedCents, type TimelineEntry } from './checkout.ts';
import { statusOf } from './checkout-status.ts';
import { wireTime } from './step.ts';
import { versionOf } from './timeline.ts';

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
function isUnheardOf({ madeBy, timeline }: Checkout): boolean {
  return madeBy === 'page' && !timeline.some(isTold);
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

/** Of the refund or the charge that it is about; else of the checkout. */
function amountOf(
  checkout: Checkout,
  { chargeId, refundId }: { chargeId: string | undefined; refundId: string | undefined },
): number | null {
  const refund = checkout.refunds.find(({ id }) => id === refundId);
  const charge = allCharges(checkout).find(({ id }) => id === chargeId);
  return refund?.amountCents ?? charge?.amountCents ?? requestedCents(checkout);
}

/**
 * The checkout once the merchant's server has acknowledged a charge's event; the same one if it
 * acknowledged a later one before.
 */
export function withMerchantTold(checkout: Checkout, version: number): Checkout {
  const isKnown = checkout.toldVersion !== null && checkout.toldVersion >= version;
  return isKnown ? checkout : { ...checkout, toldVersion: version };
}
