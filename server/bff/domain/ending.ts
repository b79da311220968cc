import { isOpen, isUnsettled } from './charge.ts';
import { allCharges, type Checkout, currentCharge } from './checkout.ts';
import { mayChargeAgain, stepOf } from './step.ts';

/** Whether the checkout has come to its end, from where on its handles grow old. */
export function isEnded(checkout: Checkout): boolean {
  if (allCharges(checkout).some(isOpen)) return false;
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

/** Whether the initial charge is over: its money was transferred, or it may not be tried again. */
export function isChargingOver(checkout: Checkout): boolean {
  const last = currentCharge(checkout);
  if (last === undefined || isUnsettled(last) || last.state === 'pending') return false;
  if (last.state === 'approved' || last.state === 'settled') return last.state === 'settled';
  return !mayChargeAgain(checkout, last) && !isOnHold(checkout);
}

/** The lender blocks the loan for now and may release it. */
function isOnHold({ loan }: Checkout): boolean {
  return loan?.account?.isSuspended === true && !loan.account.isClosed;
}
