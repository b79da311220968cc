import type { Screen } from '../../../widget/contract/step.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../platform/durations.ts';
import { isCancellationOpen } from './cancellation.ts';
import { nextReconcileAfterCancellation } from './cancelling.ts';
import {
  ANSWER_WINDOW_MS,
  type Charge,
  INITIAL_CHARGE,
  isOpen,
  isUnsettled,
  LATE_CALL_MS,
} from './charge.ts';
import {
  allCharges,
  type Checkout,
  currentCharge,
  isUnderWay,
  liveInitialCharge,
} from './checkout.ts';
import { isIncreaseAsked, nextReconcileForLimit } from './credit-line-increase.ts';
import { idleEnd } from './opening.ts';
import { isRefundOpen, isRefundUnsettled, isRefundWatched, type Refund } from './refund.ts';
import { isMoneyMoving, nextPurge } from './retention.ts';
import { mayChargeAgain, stepOf } from './step.ts';

/** How long a checkout is reconciled that nobody uses, and whose end the lender does not name. */
const reconciledMs = 180 * dayMs;

/** The lender was asked for something, and its end is not known yet. */
function isAwaited(checkout: Checkout): boolean {
  return isMoneyMoving(checkout) || isCancellationOpen(checkout) || isIncreaseAsked(checkout);
}

/** True if the checkout has ended: from then on its handles grow old. */
export function isEnded(checkout: Checkout, now: number): boolean {
  if (isForgotten(checkout, now)) return true;
  if (isAwaited(checkout)) return false;
  const { screen } = stepOf(checkout);
  if (screen === 'no_offers' || screen === 'cancelled' || screen === 'expired') return true;
  if (screen === 'charge_outcome') return isChargingOver(checkout);
  return screen === 'accepted' && isSpent(checkout);
}

/** Nobody came back to it. It is not called expired: the lender may have it for longer. */
export function isForgotten(checkout: Checkout, now: number): boolean {
  return !isEndNamed(checkout, now) && now >= lastUsedAt(checkout) + reconciledMs;
}

/** When a page was last at it, or the merchant's server last asked for something of its loan. */
function lastUsedAt(checkout: Checkout): number {
  const { openedAt, refunds, cancellation, limitIncrease } = checkout;
  return Math.max(
    openedAt,
    ...[...allCharges(checkout), ...refunds].map(({ startedAt }) => startedAt),
    cancellation?.askedAt ?? 0,
    limitIncrease?.deadlineAt ?? 0,
  );
}

/** How long after the end that it has named a lender may take to report it. */
const endWaitedForMs = 30 * dayMs;
/** An open-ended line of credit may have an end in the year 9999. */
const longestEndMs = 2 * 365 * dayMs;

/** The lender has named the end of the offers or of the loan, and still has time to report it. */
function isEndNamed(checkout: Checkout, now: number): boolean {
  const { loan, softPull } = checkout;
  if (softPull === null) return true;
  const end = loan?.account ? loan.account.purchaseWindowEndDate : loan?.offersExpireAt;
  if (typeof end !== 'string' || now >= lastUsedAt(checkout) + longestEndMs) return false;
  return now < Date.parse(end) + endWaitedForMs;
}

/** A loan that is closed, or blocked for another reason than a hold that may be released. */
function isSpent({ loan }: Checkout): boolean {
  const account = loan?.account;
  if (!account || account.isSuspended) return false;
  return account.isClosed || account.eligibilityCode === 1;
}

/** True if the initial charge is over: its money was transferred, or it may not be tried again. */
function isChargingOver(checkout: Checkout): boolean {
  const last = currentCharge(checkout);
  if (last === undefined || isOpen(last)) return false;
  if (last.state === 'settled') return true;
  return !mayChargeAgain(checkout, last) && !isOnHold(checkout);
}

/** The lender blocks the loan for now and may release it. */
function isOnHold({ loan }: Checkout): boolean {
  return loan?.account?.isSuspended === true && !loan.account.isClosed;
}

const screensThatTheLenderMoves: ReadonlySet<Screen> = new Set([
  'working',
  'review',
  'offers',
  'redirect',
  'ask_lender',
  'accepted',
  'charge_pending',
  'charge_outcome',
]);

/** True if reading the lender can change anything that is waited for. */
export function isFollowed(checkout: Checkout): boolean {
  return isAwaited(checkout) || (isMovedByLender(checkout) && !isChargingOver(checkout));
}

/** True if reading the lender can change what may be asked of the loan, also once its charge is over. */
export function isReadForCall(checkout: Checkout): boolean {
  return isAwaited(checkout) || isMovedByLender(checkout);
}

function isMovedByLender(checkout: Checkout): boolean {
  return screensThatTheLenderMoves.has(stepOf(checkout).screen);
}

/**
 * True if the lender's records can still change the charge. One that came to nothing is among them
 * for a time, while the order has no live charge.
 */
export function isWatched(checkout: Checkout, charge: Charge, now: number): boolean {
  if (charge.state !== 'void') return isOpen(charge);
  if (now >= charge.deadlineAt + LATE_CALL_MS) return false;
  if (charge.kind !== INITIAL_CHARGE) return true;
  return !checkout.isOrderChargedElsewhere && liveInitialCharge(checkout) === undefined;
}

/** Charges and refunds that came to nothing, whose calls the lender may have heard late. */
function lateCalls(checkout: Checkout, now: number): readonly (Charge | Refund)[] {
  const charges = allCharges(checkout).filter((charge) => isWatched(checkout, charge, now));
  const refunds = checkout.refunds.filter((refund) => isRefundWatched(refund, now));
  return [...charges, ...refunds].filter(({ state }) => state === 'void');
}

/** True if there is such a charge or refund: the lender is read, although nothing is open here. */
export function mayHaveLateCalls(checkout: Checkout, now: number): boolean {
  return lateCalls(checkout, now).length > 0;
}

/** Soon at first, then at longer and longer intervals. */
function nextReconcileForLateCalls(checkout: Checkout, now: number): number | null {
  const calls = lateCalls(checkout, now);
  if (calls.length === 0) return null;
  const age = now - Math.max(...calls.map(({ startedAt }) => startedAt));
  return now + Math.max(quarterOf(age), minuteMs);
}

/**
 * When the checkout is reconciled next (epoch milliseconds): to read the lender, or, once it has
 * ended, to delete what is kept no longer.
 */
export function nextReconcile(checkout: Checkout, now: number): number {
  const { screen } = stepOf(checkout);
  if (screen === 'details') return idleEnd(checkout) ?? now + dayMs;
  const isWorking =
    screen === 'working' ||
    allCharges(checkout).some(isUnsettled) ||
    checkout.refunds.some(isRefundUnsettled);
  if (isWorking) return now + workingDelayMs(checkout, now);
  const dueAt =
    nextReconcileAfterCancellation(checkout, now) ?? nextReconcileForLimit(checkout, now);
  if (dueAt !== null) return dueAt;
  // Offers end by themselves only, and whoever comes back to them asks the lender first.
  if (screen === 'offers') return now + dayMs;
  if (isEnded(checkout, now)) {
    return nextReconcileForLateCalls(checkout, now) ?? nextPurge(checkout, now);
  }
  if (isLeft(checkout, now)) return now + dayMs;
  return now + (transferDelayMs(checkout, now) ?? reconcileDelayMs);
}

const reconcileDelayMs = 10 * minuteMs;

/**
 * A bank moves money in days: what waits for that alone is read at longer and longer intervals, up to
 * an hour.
 * @returns null where it waits for something else too, or for nothing of the kind
 */
function transferDelayMs(checkout: Checkout, now: number): number | null {
  const charges = allCharges(checkout).filter(isOpen);
  const refunds = checkout.refunds.filter(isRefundOpen);
  const open = [...charges, ...refunds];
  if (open.length === 0) return null;
  const isAtBank =
    charges.every(({ state }) => state === 'approved') &&
    refunds.every(({ state }) => state === 'pending');
  if (!isAtBank) return null;
  const age = now - Math.max(...open.map(({ startedAt }) => startedAt));
  return Math.min(Math.max(age, reconcileDelayMs), hourMs);
}

/** Nobody has used it for long: it is reconciled once a day. */
function isLeft(checkout: Checkout, now: number): boolean {
  return now >= lastUsedAt(checkout) + 30 * dayMs;
}

/**
 * True if a changed checkout must be reconciled sooner than it will be anyway. A reconcile that comes
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
  const isRefunding = checkout.refunds.some(({ state }) => state === 'started');
  return isCharging || isRefunding || checkout.softPull?.state === 'started';
}

/** Soon at first, then at longer and longer intervals, up to a minute. */
function workingDelayMs(checkout: Checkout, now: number): number {
  const { softPull } = checkout;
  const charge =
    checkout.refunds.findLast(isRefundUnsettled) ??
    checkout.laterCharges.findLast(isUnsettled) ??
    currentCharge(checkout);
  const call = isUnderWay(softPull) ? softPull : charge;
  // Never negative, although the clock may have been set back.
  const age = call ? Math.max(now - call.startedAt, 0) : 0;
  const hasCallerWaiting = call?.state === 'started' && age < ANSWER_WINDOW_MS;
  if (hasCallerWaiting) return ANSWER_WINDOW_MS - age;
  return Math.min(Math.max(quarterOf(age), secondMs), minuteMs);
}

/** The interval grows with the age, in whole milliseconds. */
function quarterOf(age: number): number {
  return Math.round(age / 4);
}
