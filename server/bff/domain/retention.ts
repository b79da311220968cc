import { dayMs, hourMs } from '../../platform/durations.ts';
import { isOpen } from './charge.ts';
import { allCharges, type Checkout, isAsked, isUnderWay } from './checkout.ts';
import { isRefundOpen } from './refund.ts';
import { isUnheardOf } from './timeline.ts';

/** How long a handle outlives its checkout. */
const goodAfterEndMs = 30 * dayMs;
/** Anybody can open checkouts: what came to no application is not kept for those who open many. */
const unusedAfterEndMs = hourMs;
/** The last token that a handle could bring lives for two hours more. */
const askableAfterEndMs = goodAfterEndMs + dayMs;
/** What an applicant was shown is evidence for 7 years, as the lender's own is (leap days included). */
const evidenceMs = (7 * 365 + 2) * dayMs;
/** A lender repeats a callback for 35 days, and by its row a repeat is known. */
const callbackMs = 40 * dayMs;

/** `access`: the tokens and spent order tokens, which nobody can use any more. */
export type Purge = 'nothing' | 'access' | 'everything';

/** What of a checkout is to be deleted by now. */
export function purgeDue(checkout: Checkout, now: number): Purge {
  const { endedAt } = checkout;
  if (endedAt === null || mayStillChange(checkout)) return 'nothing';
  if (now < accessEndOf(checkout, endedAt)) return 'nothing';
  return now < endedAt + keptAfterEndMs(checkout) ? 'access' : 'everything';
}

/** When to ask again (epoch milliseconds); a checkout that ends now has its end now. */
export function nextPurge(checkout: Checkout, now: number): number {
  const end = checkout.endedAt ?? now;
  const accessEnd = accessEndOf(checkout, end);
  if (now < accessEnd) return accessEnd;
  return Math.max(end + keptAfterEndMs(checkout), now + dayMs);
}

/**
 * Without an application nothing was shown that anybody could ask about later; what the merchant's
 * server is told of may still be on its way to it.
 */
function keptAfterEndMs(checkout: Checkout): number {
  if (isAsked(checkout.softPull)) return evidenceMs;
  return isUnheardOf(checkout) ? unusedAfterEndMs : askableAfterEndMs;
}

/**
 * When the tokens and the rest go: at the same time as everything, or before. What came after the end
 * may be on its way to the merchant's server for as long as what came with it.
 */
function accessEndOf(checkout: Checkout, end: number): number {
  const lastEventAt = checkout.timeline.at(-1)?.at ?? end;
  return Math.max(end, lastEventAt) + Math.min(askableAfterEndMs, keptAfterEndMs(checkout));
}

/** A call may still be answered, or money may still move. */
function mayStillChange(checkout: Checkout): boolean {
  return isUnderWay(checkout.softPull) || isMoneyMoving(checkout);
}

/** Until when a callback that was processed is remembered. */
export function callbackKeptUntil(receivedAt: number): number {
  return receivedAt + callbackMs;
}

/** True if a handle of `generation` still leads to the checkout: until 30 days after its end. */
export function isGoodHandle(
  { generation, endedAt }: Checkout,
  brought: { generation: number },
  now: number,
): boolean {
  return brought.generation === generation && (endedAt === null || now < endedAt + goodAfterEndMs);
}

/** A charge or refund is open: money may still move. */
export function isMoneyMoving(checkout: Checkout): boolean {
  return allCharges(checkout).some(isOpen) || checkout.refunds.some(isRefundOpen);
}
