import { dayMs, minuteMs, secondMs } from '../../platform/durations.ts';
import { isUnsettled } from './charge.ts';
import { allCharges, type Checkout, currentCharge, isUnderWay } from './checkout.ts';
import { isEnded, isEndNamed } from './ending.ts';
import { idleEnd } from './opening.ts';
import { nextPurge } from './retention.ts';
import { stepOf } from './step.ts';

/** As long as a caller waits for an answer before it reads `working`. */
const answerWindowMs = 10 * secondMs;

/**
 * When the checkout is reconciled next (epoch milliseconds): to read the lender, or, once it has
 * ended, to delete what is kept no longer.
 */
export function nextReconcile(checkout: Checkout, now: number): number {
  const { screen } = stepOf(checkout);
  if (screen === 'details') return idleEnd(checkout) ?? now + dayMs;
  const isWorking = screen === 'working' || allCharges(checkout).some(isUnsettled);
  if (isWorking) return now + workingDelayMs(checkout, now);
  // Offers end by themselves only, and whoever comes back to them asks the lender first.
  if (screen === 'offers') return now + dayMs;
  if (isEnded(checkout, now)) return nextPurge(checkout, now);
  return now + (isLeft(checkout, now) ? dayMs : 10 * minuteMs);
}

/** Nobody has opened it for long, and the lender names no end: it is reconciled once a day. */
function isLeft(checkout: Checkout, now: number): boolean {
  return !isEndNamed(checkout) && now >= checkout.openedAt + 30 * dayMs;
}

/**
 * Whether a changed checkout must be reconciled sooner than it will be anyway. A reconcile that comes
 * too soon costs less than a new time for it with every change.
 */
export function isSooner(dueAt: number, { reconcileAt }: Checkout, now: number): boolean {
  const isAhead = reconcileAt !== null && reconcileAt > now;
  return !isAhead || dueAt < reconcileAt;
}

/**
 * Until when a reconcile that is due now can wait: if it was scheduled while the lender was asked, the
 * offers are there already. Null when it cannot.
 */
export function postponedUntil(checkout: Checkout, now: number): number | null {
  if (stepOf(checkout).screen !== 'offers') return null;
  const dueAt = checkout.touchedAt + dayMs;
  return dueAt > now ? dueAt : null;
}

/** A call to the lender was begun, and nothing is known of its end. */
export function isCalling(checkout: Checkout): boolean {
  const isCharging = allCharges(checkout).some(({ state }) => state === 'started');
  return isCharging || checkout.softPull?.state === 'started';
}

/** Soon at first, then at longer and longer intervals, up to a minute. */
function workingDelayMs(checkout: Checkout, now: number): number {
  const { softPull } = checkout;
  const charge = checkout.laterCharges.findLast(isUnsettled) ?? currentCharge(checkout);
  const call = isUnderWay(softPull) ? softPull : charge;
  // Never negative, although the clock may have been set back.
  const age = call ? Math.max(now - call.startedAt, 0) : 0;
  const hasCallerWaiting = call?.state === 'started' && age < answerWindowMs;
  if (hasCallerWaiting) return answerWindowMs - age;
  return Math.min(Math.max(age / 4, secondMs), minuteMs);
}
