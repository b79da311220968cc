import type { Screen } from '../../../widget/contract/step.ts';
import { isOpen, isUnsettled } from './charge.ts';
import { allCharges, type Checkout, currentCharge } from './checkout.ts';
import { isChargingOver } from './charging.ts';
import type { Loan, LoanAccount } from './loan.ts';
import { idleEnd } from './opening.ts';
import { nextPurge } from './retention.ts';
import { isUnderWay, withShown } from './soft-pull.ts';
import { stepOf } from './step.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;
/** As long as a caller waits for an answer before it reads `working`. */
const answerWindowMs = 10 * secondMs;
const bankMissingMs = 10 * minuteMs;

/** Follows what the lender says of the application. */
export function followLoan(checkout: Checkout, loan: Loan, now: number): Checkout {
  const { bankMissingSince, softPull } = checkout;
  const isBankForgotten = bankMissingSince !== null && now >= bankMissingSince + bankMissingMs;
  return {
    ...checkout,
    softPull: softPull && withShown(softPull, loan),
    loan: withKnownOffers(loan, checkout.loan),
    bankMissingSince: isBankForgotten ? null : bankMissingSince,
  };
}

/** A lender that leaves the offers out of a later answer has not taken them back. */
function withKnownOffers(loan: Loan, known: Loan | null): Loan {
  const isChoosing =
    loan.status === 'Approved: Offers Available' || loan.status === 'Approved: Offer Selected';
  if (!isChoosing || loan.offers.length > 0 || known === null) return loan;
  return { ...loan, offers: known.offers, offersExpireAt: known.offersExpireAt };
}

/** Follows what an invitation's answer says of the Payment Portal account. */
export function followPortal(
  checkout: Checkout,
  portal: {
    status: LoanAccount['portalAccountStatus'];
    eligibilityCode: LoanAccount['eligibilityCode'];
  },
): Checkout {
  const { loan } = checkout;
  if (loan?.account == null) return checkout;
  const { status: portalAccountStatus, eligibilityCode } = portal;
  const account = { ...loan.account, portalAccountStatus, eligibilityCode };
  return { ...checkout, loan: { ...loan, account } };
}

const screensThatTheLenderMoves: ReadonlySet<Screen> = new Set([
  'working',
  'review',
  'offers',
  'redirect',
  'accepted',
  'charge_pending',
  'charge_outcome',
]);

/** Whether reading the lender can change anything. */
export function isFollowed(checkout: Checkout): boolean {
  if (checkout.laterCharges.some(isOpen)) return true;
  return screensThatTheLenderMoves.has(stepOf(checkout).screen) && !isChargingOver(checkout);
}

/**
 * When the checkout is to be looked at next without anybody asking (epoch milliseconds): for the
 * lender's word, or, once it has ended, to delete what is kept no longer.
 */
export function nextLook(checkout: Checkout, now: number): number {
  const { screen } = stepOf(checkout);
  if (screen === 'details') return idleEnd(checkout) ?? now + dayMs;
  const isWorking = screen === 'working' || checkout.laterCharges.some(isUnsettled);
  if (isWorking) return now + workingDelayMs(checkout, now);
  // Offers end by themselves only, and whoever comes back to them asks the lender first.
  if (screen === 'offers') return now + dayMs;
  return isEnded(checkout) ? nextPurge(checkout, now) : now + 10 * minuteMs;
}

/**
 * Whether a changed checkout must be looked at sooner than it will be anyway. A look that comes too
 * soon costs less than moving it on with every change.
 */
export function isSooner(dueAt: number, { lookAt }: Checkout, now: number): boolean {
  const isAhead = lookAt !== null && lookAt > now;
  return !isAhead || dueAt < lookAt;
}

/**
 * When a look that is due now would be early enough: one that was planned while the lender was
 * asked comes when its offers are there already. Null when it is not too soon.
 */
export function laterLook(checkout: Checkout, now: number): number | null {
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
  const age = call ? now - call.startedAt : 0;
  const isCalling = call?.state === 'started' && age < answerWindowMs;
  if (isCalling) return answerWindowMs - age;
  return Math.min(Math.max(age / 4, secondMs), minuteMs);
}

/** Whether the checkout has come to its end, from where on its handles grow old. */
export function isEnded(checkout: Checkout): boolean {
  if (checkout.laterCharges.some(isOpen)) return false;
  const { screen } = stepOf(checkout);
  if (screen === 'no_offers' || screen === 'cancelled' || screen === 'expired') return true;
  if (screen === 'charge_outcome') return isChargingOver(checkout);
  return screen === 'accepted' && isSpent(checkout);
}

/** A loan that is closed, or blocked for another reason than a hold that may be released. */
function isSpent({ loan }: Checkout): boolean {
  const account = loan?.account;
  if (!account || account.isSuspended) return false;
  return account.isClosed || account.eligibilityCode === 1;
}
