import { dayMs } from '../../platform/durations.ts';
import { isOpen } from './charge.ts';
import { allCharges, type Checkout, currentCharge } from './checkout.ts';
import { mayChargeAgain, stepOf } from './step.ts';

/** How long a checkout is reconciled that nobody opens, and whose end the lender does not name. */
const reconciledMs = 180 * dayMs;

/** Whether the checkout has come to its end, from where on its handles grow old. */
export function isEnded(checkout: Checkout, now: number): boolean {
  if (isForgotten(checkout, now)) return true;
  if (allCharges(checkout).some(isOpen)) return false;
  const { screen } = stepOf(checkout);
  if (screen === 'no_offers' || screen === 'cancelled' || screen === 'expired') return true;
  if (screen === 'charge_outcome') return isChargingOver(checkout);
  return screen === 'accepted' && isSpent(checkout);
}

/** Nobody came back to it. It is not called expired: the lender may have it for longer. */
export function isForgotten(checkout: Checkout, now: number): boolean {
  return !isEndNamed(checkout) && now >= checkout.openedAt + reconciledMs;
}

/** The lender says until when the offers stand, or the loan can be used: its own word comes then. */
export function isEndNamed({ loan, softPull }: Checkout): boolean {
  if (softPull === null) return true;
  const end = loan?.account ? loan.account.purchaseWindowEndDate : loan?.offersExpireAt;
  return end !== null && end !== undefined;
}

/** A loan that is closed, or blocked for another reason than a hold that may be released. */
function isSpent({ loan }: Checkout): boolean {
  const account = loan?.account;
  if (!account || account.isSuspended) return false;
  return account.isClosed || account.eligibilityCode === 1;
}

/** Whether the initial charge is over: its money was transferred, or it may not be tried again. */
export function isChargingOver(checkout: Checkout): boolean {
  const last = currentCharge(checkout);
  if (last === undefined || isOpen(last)) return false;
  if (last.state === 'settled') return true;
  return !mayChargeAgain(checkout, last) && !isOnHold(checkout);
}

/** The lender blocks the loan for now and may release it. */
function isOnHold({ loan }: Checkout): boolean {
  return loan?.account?.isSuspended === true && !loan.account.isClosed;
}
