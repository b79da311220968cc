import { dayMs, hourMs } from '../../platform/durations.ts';
import { isOpen } from './charge.ts';
import { allCharges, type Checkout, isAsked, isUnderWay } from './checkout.ts';

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
  if (now < endedAt + accessAfterEndMs(checkout)) return 'nothing';
  return now < endedAt + keptAfterEndMs(checkout) ? 'access' : 'everything';
}

/** When to ask again (epoch milliseconds); a checkout that ends now has its end now. */
export function nextPurge(checkout: Checkout, now: number): number {
  const end = checkout.endedAt ?? now;
  const accessEnd = end + accessAfterEndMs(checkout);
  if (now < accessEnd) return accessEnd;
  return Math.max(end + keptAfterEndMs(checkout), now + dayMs);
}

/** Without an application nothing was shown that anybody could ask about later. */
function keptAfterEndMs({ softPull, madeBy }: Checkout): number {
  if (isAsked(softPull)) return evidenceMs;
  return madeBy === 'page' ? unusedAfterEndMs : askableAfterEndMs;
}

/** Until the tokens and the rest go, which they do with everything at the latest. */
function accessAfterEndMs(checkout: Checkout): number {
  return Math.min(askableAfterEndMs, keptAfterEndMs(checkout));
}

/** A call may still be answered, or money may still move. */
function mayStillChange(checkout: Checkout): boolean {
  return isUnderWay(checkout.softPull) || allCharges(checkout).some(isOpen);
}

/** Until when a callback that was processed is remembered. */
export function callbackKeptUntil(receivedAt: number): number {
  return receivedAt + callbackMs;
}

/** Whether a handle of `generation` still leads to the checkout: until 30 days after its end. */
export function isGoodHandle(
  { generation, endedAt }: Checkout,
  brought: { generation: number },
  now: number,
): boolean {
  return brought.generation === generation && (endedAt === null || now < endedAt + goodAfterEndMs);
}
