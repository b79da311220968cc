import { hourMs, minuteMs } from '../../platform/durations.ts';
import type { BffContext } from '../context.ts';
import { isBegunInFuture } from '../domain/call-limit.ts';
import type { Checkout, SoftPull } from '../domain/checkout.ts';
import { isDeciding } from '../domain/loan.ts';
import {
  answerSoftPull,
  giveUpAnswer,
  isUnderWay,
  mustAskLender,
  restartSoftPullDeadline,
  voidSoftPull,
} from '../domain/soft-pull.ts';
import type { LoanReading } from '../lender/lender.ts';
import type { Change } from './change-checkout.ts';
import { findLoan, loanOf } from './find-loan.ts';
import { logUnreadable } from './log-lender-problem.ts';

/** How long a loan is looked for under an id of ours, at a lender that may not know loans by them. */
const lookedForMs = 15 * minuteMs;

/**
 * What the loan says of a soft pull whose answer was lost or could not be read. "Nothing was decided"
 * only where the lender would know the loan and has none, after the call's time limit.
 * @throws LenderError when the loan cannot be read
 */
export async function settleSoftPull(
  context: BffContext,
  checkout: Checkout,
  softPull: SoftPull,
): Promise<Change | undefined> {
  const found = await findLoan(context, checkout);
  if (typeof found === 'object') return changeByLoan(context, checkout, { softPull, found });
  const now = context.clock.now();
  if (mustAskLender(softPull)) return undefined;
  if (isBegunInFuture(softPull, now)) return (current) => restartSoftPullDeadline(current, now);
  if (found === 'absent') {
    if (now < softPull.deadlineAt) return undefined;
    return (current) => voidSoftPull(current, 'lender_unavailable');
  }
  return now < softPull.startedAt + lookedForMs
    ? undefined
    : toAskLender(context, checkout, 'silent');
}

function changeByLoan(
  context: BffContext,
  checkout: Checkout,
  { softPull, found }: { softPull: SoftPull; found: LoanReading },
): Change | undefined {
  const loan = loanOf(context, checkout, found);
  if (loan !== undefined && !isDeciding(loan)) {
    if (found.lacking !== null) logUnreadable(context, checkout.id, 'retrieveLoan', found.lacking);
    return (current) => answerSoftPull(current, loan);
  }
  if (softPull.state === 'unreadable') return undefined;
  const now = context.clock.now();
  if (isBegunInFuture(softPull, now)) return (current) => restartSoftPullDeadline(current, now);
  const waitedMs = loan === undefined ? lookedForMs : answerMs(context);
  const isOver = softPull.state === 'silent' || now >= softPull.startedAt + waitedMs;
  return isOver ? toAskLender(context, checkout, 'unreadable') : undefined;
}

/** While the lender cannot be read, an application does not stay in work for ever. */
export function softPullGivenUp(context: BffContext, checkout: Checkout): Change | undefined {
  const { softPull } = checkout;
  if (softPull === null || !isUnderWay(softPull)) return undefined;
  const isOver = context.clock.now() >= softPull.startedAt + answerMs(context);
  return isOver ? toAskLender(context, checkout, 'silent') : undefined;
}

function answerMs({ config }: BffContext): number {
  return config.lenderAnswerHours * hourMs;
}

function toAskLender(context: BffContext, { id }: Checkout, as: 'unreadable' | 'silent'): Change {
  logUnreadable(context, id, 'retrieveLoan', 'application_status');
  return (current) => giveUpAnswer(current, as);
}
