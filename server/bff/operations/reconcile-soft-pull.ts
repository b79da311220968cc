import { hourMs, minuteMs } from '../../platform/durations.ts';
import type { BffContext } from '../context.ts';
import {
  answerSoftPull,
  giveUpAnswer,
  noteTaken,
  restartSoftPullDeadline,
  voidSoftPull,
} from '../domain/applying.ts';
import {
  type Checkout,
  isBegunInFuture,
  isUnderWay,
  mustAskLender,
  type SoftPull,
} from '../domain/checkout.ts';
import { isDeciding } from '../domain/loan.ts';
import type { LoanReading } from '../lender/lender.ts';
import { logUnreadable } from './lender-problem.ts';
import { findLoan, loanOf } from './lenders-loan.ts';
import { textsBesideOffers } from './read-disclosures.ts';

/** How long after its soft pull a loan counts as absent, at a lender that may not know loans by our ids. */
const loanAbsentAfterMs = 15 * minuteMs;

/**
 * The checkout whose soft pull's answer was lost or could not be read, after what the loan says.
 * "Nothing was decided" only where the lender would know the loan and has none, after the call's time
 * limit.
 * @throws LenderError when the loan cannot be read
 */
export async function settledSoftPull(
  context: BffContext,
  checkout: Checkout,
  softPull: SoftPull,
): Promise<Checkout> {
  const found = await findLoan(context, checkout);
  if (typeof found === 'object') return settledByLoan(context, checkout, { softPull, found });
  const now = context.clock.now();
  if (mustAskLender(softPull)) return checkout;
  if (isBegunInFuture(softPull, now)) return restartSoftPullDeadline(checkout, now);
  if (found === 'absent' && softPull.takenAs === null) {
    return now < softPull.deadlineAt ? checkout : voidSoftPull(checkout, 'lender_unavailable');
  }
  return now < softPull.startedAt + loanAbsentAfterMs ? checkout : toAskLender(context, checkout);
}

function settledByLoan(
  context: BffContext,
  checkout: Checkout,
  { softPull, found }: { softPull: SoftPull; found: LoanReading },
): Checkout {
  const loan = loanOf(context, checkout, found);
  if (loan !== undefined && !isDeciding(loan)) {
    if (loan.hasMoreOffers) {
      logUnreadable(context, checkout.id, 'retrieveLoan', found.lacking ?? 'offers');
    }
    return answerSoftPull(checkout, loan, textsBesideOffers(context, loan.offers, checkout.locale));
  }
  if (softPull.state === 'unreadable') return checkout;
  const now = context.clock.now();
  if (isBegunInFuture(softPull, now)) return restartSoftPullDeadline(checkout, now);
  const waitedMs = loan === undefined ? loanAbsentAfterMs : answerMs(context);
  const isOver = softPull.state === 'silent' || now >= softPull.startedAt + waitedMs;
  if (isOver) return toAskLender(context, checkout, 'unreadable');
  return loan === undefined ? checkout : noteTaken(checkout, loan);
}

/**
 * While the lender cannot be read, an application does not stay in progress forever.
 * @returns undefined while it is waited for
 */
export function softPullGivenUp(context: BffContext, checkout: Checkout): Checkout | undefined {
  const { softPull } = checkout;
  if (softPull === null || !isUnderWay(softPull)) return undefined;
  const isOver = context.clock.now() >= softPull.startedAt + answerMs(context);
  return isOver ? toAskLender(context, checkout) : undefined;
}

function answerMs({ config }: BffContext): number {
  return config.lenderAnswerHours * hourMs;
}

/** `silent` unless the lender has said that it has the application. */
function toAskLender(
  context: BffContext,
  checkout: Checkout,
  as: 'unreadable' | 'silent' = checkout.softPull?.takenAs ? 'unreadable' : 'silent',
): Checkout {
  logUnreadable(context, checkout.id, 'retrieveLoan', 'application_status');
  return giveUpAnswer(checkout, as);
}
