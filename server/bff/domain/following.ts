import type { Screen } from '../../../widget/contract/step.ts';
import { hourMs, minuteMs } from '../../platform/durations.ts';
import type { PortalReading } from '../lender/lender.ts';
import { withShown } from './applying.ts';
import { isCancellationOpen } from './cancellation.ts';
import { isOpen } from './charge.ts';
import { allCharges, type Checkout } from './checkout.ts';
import { isChargingOver } from './lifetime.ts';
import { isIncreaseAsked } from './limit-increase.ts';
import type { Loan, LoanAccount } from './loan.ts';
import { isRefundOpen } from './refund.ts';
import { stepOf } from './step.ts';

const missingMs = 10 * minuteMs;

/** Follows what the lender says of the application. */
export function followLoan(checkout: Checkout, loan: Loan, now: number): Checkout {
  const { softPull, selection, bankMissingSince, portalMissingSince } = checkout;
  // A lender that goes on saying "offers" has not undone the choice.
  const isChosen = selection !== null && loan.status === 'Approved: Offers Available';
  return {
    ...checkout,
    softPull: softPull && withShown(softPull, loan),
    loan: isChosen ? { ...loan, status: 'Approved: Offer Selected' } : loan,
    bankMissingSince: unlessOver(bankMissingSince, now),
    portalMissingSince: unlessOver(portalMissingSince, now),
  };
}

/** A refusal is tried again later, also by a clock that was set back: what was missing may be there. */
function unlessOver(since: number | null, now: number): number | null {
  return since !== null && Math.abs(now - since) >= missingMs ? null : since;
}

/** Follows what an invitation's answer says of the Payment Portal account. */
export function followPortal(
  checkout: Checkout,
  { portalStatus, eligibility }: PortalReading,
): Checkout {
  const { loan } = checkout;
  if (loan?.account == null) return checkout;
  const account: LoanAccount = {
    ...loan.account,
    portalAccountStatus: portalStatus ?? loan.account.portalAccountStatus,
    eligibilityCode: eligibility ?? loan.account.eligibilityCode,
  };
  return { ...checkout, loan: { ...loan, account } };
}

/** Each invitation is an e-mail. */
const invitedEveryMs = hourMs;

export function isInvitedLately({ portalInvitedAt }: Checkout, now: number): boolean {
  // A clock that was set back keeps nobody from it for longer.
  return portalInvitedAt !== null && Math.abs(now - portalInvitedAt) < invitedEveryMs;
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

/** Whether reading the lender can change anything. */
export function isFollowed(checkout: Checkout): boolean {
  if (allCharges(checkout).some(isOpen) || checkout.refunds.some(isRefundOpen)) return true;
  if (isCancellationOpen(checkout) || isIncreaseAsked(checkout)) return true;
  return screensThatTheLenderMoves.has(stepOf(checkout).screen) && !isChargingOver(checkout);
}
