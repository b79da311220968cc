import type { Screen } from '../../../widget/contract/step.ts';
import { minuteMs } from '../../platform/durations.ts';
import { type Charge, INITIAL_CHARGE, isOpen } from './charge.ts';
import { allCharges, type Checkout, liveInitialCharge } from './checkout.ts';
import { isChargingOver } from './ending.ts';
import type { Loan, LoanAccount } from './loan.ts';
import { withShown } from './soft-pull.ts';
import { stepOf } from './step.ts';

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
  if (allCharges(checkout).some(isOpen)) return true;
  return screensThatTheLenderMoves.has(stepOf(checkout).screen) && !isChargingOver(checkout);
}

/**
 * Whether the lender's records can still change the charge. One that came to
 * nothing is among them while the order has no live charge: a lender may have heard its call late.
 */
export function isWatched(checkout: Checkout, charge: Charge): boolean {
  if (charge.state === 'void' && charge.kind === INITIAL_CHARGE) {
    return !checkout.isOrderChargedElsewhere && liveInitialCharge(checkout) === undefined;
  }
  return charge.state === 'void' || isOpen(charge);
}
