import { dayMs } from '../../platform/durations.ts';
import { IllegalTransitionError } from '../../platform/illegal-transition-error.ts';
import type { BffContext } from '../context.ts';
import { UNRESOLVED_AFTER_MS } from '../domain/charge.ts';
import { type Checkout, isBegunInFuture } from '../domain/checkout.ts';
import { isInTime } from '../domain/find-charge.ts';
import {
  findRefund,
  matchRefunds,
  type RefundBooks,
  type RefundFinding,
} from '../domain/find-refund.ts';
import type { Loan } from '../domain/loan.ts';
import {
  isRefundOverdue,
  isRefundUnsettled,
  isRefundWatched,
  type Refund,
} from '../domain/refund.ts';
import {
  doubtRefund,
  restartRefundDeadline,
  settleRefund,
  voidRefund,
} from '../domain/refunding.ts';
import type { ChargeList, ChargeRecord } from '../lender/lender.ts';
import { logNotFollowed } from './lender-problem.ts';
import { knownByRecords, knownRefunds } from './lenders-refunds.ts';
import { readListsInPart } from './reconcile-charges.ts';

/** What was read of the lender's records, and about which refunds. */
interface ReadRefunds {
  books: RefundBooks;
  watched: readonly Refund[];
  now: number;
}

/**
 * Reads what the lender's records say of the refunds of a checkout that may still change.
 * @throws LenderError when the lists cannot be read
 */
export async function readRefunds(
  context: BffContext,
  checkout: Checkout,
  { loan, own }: { loan: Loan; own: readonly ChargeRecord[] },
): Promise<ReadRefunds> {
  const now = context.clock.now();
  const watched = checkout.refunds
    .filter((refund) => isRefundWatched(refund, now))
    .filter((refund) => !(isRefundUnsettled(refund) && context.calls.has(refund.id)));
  if (watched.length === 0) return { books: { refunds: [], loan, isWhole: false }, watched, now };
  const { records, isWhole, failed } = await refundLists(context, checkout, { loan, watched });
  const list = { records: [...own, ...records], isWhole };
  const books = await refundBooks(context, checkout, { loan, list });
  // One on its way waits until it is overdue, whatever a list that fails may say of it.
  const isClear = (refund: Refund) =>
    refund.state === 'pending' || isMoved(findRefund(refund, books));
  if (failed !== undefined && !watched.every(isClear)) throw failed;
  return { books, watched, now };
}

/** What could not be read may say more of one that is on its way, and of one that was not found. */
function isMoved(finding: RefundFinding): boolean {
  return typeof finding === 'object' && finding.state !== 'pending';
}

/**
 * The lender's lists to look these refunds up in, those that do not fail, since the first of them, or of
 * any other that could be taken for one of them. @throws LenderError where none can be read
 */
export async function refundLists(
  context: BffContext,
  checkout: Checkout,
  { loan, watched }: { loan: Loan; watched: readonly Refund[] },
): Promise<ChargeList> {
  const known = await knownRefunds(context, checkout, loan);
  const alike = known.refunds.filter((refund) =>
    watched.some(
      ({ amountCents, startedAt }) =>
        refund.amountCents === amountCents && isInTime(refund, startedAt - dayMs),
    ),
  );
  // The rows of its charges say the number of a loan that has none.
  const charges = loan.loanNumber === null ? known.charges : [];
  const from = Math.min(...[...watched, ...alike, ...charges].map(({ startedAt }) => startedAt));
  return readListsInPart(context, checkout, { loanNumber: loan.loanNumber, from });
}

/** Which of the refunds that are known are those of the lender's lists. */
export async function refundBooks(
  context: BffContext,
  checkout: Checkout,
  { loan, list }: { loan: Loan; list: ChargeList },
): Promise<RefundBooks> {
  const { records, isWhole } = list;
  const known = await knownRefunds(context, checkout, loan);
  const all = await knownByRecords(context, checkout, { known, records });
  return { refunds: matchRefunds(records, all), loan: all.loan, isWhole };
}

/** The checkout with its refunds as the lender's records have them, as `settledByBooks` its charges. */
export function settledByRefunds(
  context: Pick<BffContext, 'log'>,
  checkout: Checkout,
  { books, watched, now }: ReadRefunds,
): Checkout {
  let settled = checkout;
  for (const refund of watched) {
    try {
      settled = settledBy(settled, refund, { finding: findRefund(refund, books), now });
    } catch (error) {
      if (!(error instanceof IllegalTransitionError)) throw error;
      logNotFollowed(context, checkout.id, error);
    }
  }
  return settled;
}

/** @throws IllegalTransitionError */
function settledBy(
  checkout: Checkout,
  refund: Refund,
  { finding, now }: { finding: RefundFinding; now: number },
): Checkout {
  const { id, state } = refund;
  if (typeof finding === 'object') return settleRefund(checkout, id, { update: finding, now });
  // Its call may have been heard after it was given up; what came to nothing does no harm.
  if (state === 'void') {
    const mayBeThere = finding === 'possible' || finding === 'in_between';
    return mayBeThere ? doubtRefund(checkout, id) : checkout;
  }
  const isOverdue = isRefundOverdue(refund, now);
  if (state === 'pending') return isOverdue ? doubtRefund(checkout, id) : checkout;
  if (isBegunInFuture(refund, now)) return restartRefundDeadline(checkout, id, now);
  if (now < refund.deadlineAt) return checkout;
  if (state !== 'unresolved') {
    return finding === 'absent' ? voidRefund(checkout, id, now) : doubtRefund(checkout, id);
  }
  // The lender may have said that it has it: then its lists alone cannot say that it has not.
  return finding === 'absent' && !isOverdue ? voidRefund(checkout, id, now) : checkout;
}

/**
 * While the lender cannot be read, a lost refund does not stay in progress forever.
 * @returns undefined while it is waited for
 */
export function refundsGivenUp(checkout: Checkout, now: number): Checkout | undefined {
  const waited = checkout.refunds.filter(
    (refund) => isRefundUnsettled(refund) && now >= refund.deadlineAt + UNRESOLVED_AFTER_MS,
  );
  if (waited.length === 0) return undefined;
  return waited.reduce((changed, { id }) => doubtRefund(changed, id), checkout);
}
