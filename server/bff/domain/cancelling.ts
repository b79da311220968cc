import { dayMs, hourMs, minuteMs, secondMs } from '../../platform/durations.ts';
import { IllegalTransitionError } from '../../platform/illegal-transition-error.ts';
import { stepBlocked } from '../errors.ts';
import {
  type Cancellation,
  type CancellationState,
  cancellationMoves,
  isCancellationOpen,
} from './cancellation.ts';
import { type ChargeState, isUnconfirmed } from './charge.ts';
import { allCharges, type Checkout, isAsked, isUnderWay } from './checkout.ts';
import { isDeciding, type Loan } from './loan.ts';
import { assertMove } from './moves.ts';

/** How long the lender is polled for an acceptance if nothing says until when the offers stand. */
const acceptancePolledForMs = 60 * dayMs;
/** The lender's clock is not ours. */
const marginMs = dayMs;

interface CancellationIntent {
  now: number;
  limitMs: number;
  /** Another checkout of the same person goes on with the loan, which then is not cancelled. */
  isShared: boolean;
}

/**
 * Cancels a checkout whose terms are not accepted; of an accepted one, writes the intent to cancel its
 * account. One that is cancelled already stays as it is.
 * @throws BffError `wrong_step`
 */
export function startCancellation(
  checkout: Checkout,
  { now, limitMs, isShared }: CancellationIntent,
): Checkout {
  if (isOver(checkout)) return checkout;
  const { softPull, loan } = checkout;
  if (isUnderWay(softPull) || (loan && isDeciding(loan))) throw stepBlocked('soft_pull');
  const hasAccount = loan?.account != null;
  const blocker = hasAccount ? blockingCharge(checkout) : undefined;
  if (blocker !== undefined) throw stepBlocked(blocker);
  if (checkout.limitIncrease?.state === 'asked') throw stepBlocked('increase_pending');
  const pursued = hasAccount ? 'asked' : 'standing';
  const state = isAsked(softPull) && !isShared ? pursued : 'done';
  assertMove('cancellation', cancellationMoves, checkout.cancellation?.state ?? 'none', state);
  const cancellation: Cancellation = { state, askedAt: now, deadlineAt: now + limitMs };
  return { ...checkout, cancellation, touchedAt: now };
}

/** @throws BffError `wrong_step` where it ended otherwise */
function isOver({ cancellation, endedBy, loan }: Checkout): boolean {
  if (cancellation !== null && cancellation.state !== 'refused') return true;
  if (endedBy === null && loan?.status === 'Cancelled') return true;
  const hasEnded = endedBy !== null || loan?.status === 'Declined' || loan?.status === 'Expired';
  if (hasEnded) throw stepBlocked('ended');
  return false;
}

/** What of its charges keeps an account from being cancelled or raised: nothing may be spent. */
export function blockingCharge(checkout: Checkout): 'unsettled_charge' | 'spent' | undefined {
  const charges = allCharges(checkout);
  if (charges.some(isUnconfirmed)) return 'unsettled_charge';
  return charges.some(({ state }) => spent.has(state)) ? 'spent' : undefined;
}

const spent: ReadonlySet<ChargeState> = new Set(['approved', 'held', 'settled']);

/** The lender has cancelled the account, or nothing can be accepted any more. */
export function endCancellation(checkout: Checkout): Checkout {
  return withState(checkout, 'done');
}

/** The lender would not cancel what the consumer has accepted meanwhile: the checkout goes on. */
export function refuseCancellation(checkout: Checkout): Checkout {
  return withState(checkout, 'refused');
}

/** The account was not cancelled: as if nobody had asked. */
export function dropCancellation(checkout: Checkout): Checkout {
  assertMove('cancellation', cancellationMoves, checkout.cancellation?.state ?? 'none', 'none');
  return { ...checkout, cancellation: null };
}

function withState(checkout: Checkout, state: CancellationState): Checkout {
  const { cancellation } = checkout;
  if (cancellation === null) throw new IllegalTransitionError('cancellation', 'none', state);
  assertMove('cancellation', cancellationMoves, cancellation.state, state);
  return { ...checkout, cancellation: { ...cancellation, state } };
}

/** The checkout after what the lender says of its loan, as far as that ends the cancellation. */
export function followCancellation(checkout: Checkout, now: number): Checkout {
  const { cancellation, loan } = checkout;
  if (cancellation === null || !isCancellationOpen(checkout)) return checkout;
  if (loan && overStatuses.has(loan.status)) return endCancellation(checkout);
  if (cancellation.state === 'asked') {
    return now < cancellation.deadlineAt ? checkout : dropCancellation(checkout);
  }
  const isLate = !loan?.account && now >= followedUntil(cancellation, loan);
  return isLate ? endCancellation(checkout) : checkout;
}

const overStatuses: ReadonlySet<Loan['status']> = new Set(['Cancelled', 'Declined', 'Expired']);

/** The consumer has accepted the terms of a checkout that was cancelled before. */
export function isAcceptedAfterCancellation({ cancellation, loan }: Checkout): boolean {
  return cancellation?.state === 'standing' && loan?.account != null;
}

function followedUntil({ askedAt }: Cancellation, loan: Loan | null): number {
  const offersEnd = loan?.offersExpireAt ?? null;
  return offersEnd === null ? askedAt + acceptancePolledForMs : Date.parse(offersEnd) + marginMs;
}

/** When to ask the lender next (epoch milliseconds); null where the cancellation needs it no more. */
export function nextReconcileAfterCancellation(
  { cancellation, loan, selection }: Checkout,
  now: number,
): number | null {
  if (cancellation === null || !isCancellationOpen({ cancellation })) return null;
  if (cancellation.state === 'asked') return Math.max(cancellation.deadlineAt, now + secondMs);
  if (loan?.account) return now + minuteMs;
  const everyMs = selection === null ? dayMs : hourMs;
  return Math.max(Math.min(now + everyMs, followedUntil(cancellation, loan)), now + minuteMs);
}
