import { minuteMs } from '../../platform/durations.ts';
import type { BffContext } from '../context.ts';
import { allCharges, type Checkout, isBegunInFuture } from '../domain/checkout.ts';
import { IllegalTransitionError } from '../domain/checkout-machine.ts';
import { loanNamesOf } from '../domain/find-charge.ts';
import {
  couldBeRefund,
  findRefund,
  isOfRefund,
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
import { refundsNamed } from '../store/refunds.ts';
import { logNotFollowed } from './lender-problem.ts';
import { readLists } from './reconcile-charges.ts';

/** How long a lender that cannot be read is waited for, before a lost refund is called unresolved. */
const waitedForMs = 15 * minuteMs;

/** What was read of the lender's records, and about which refunds. */
interface ReadRefunds {
  records: readonly { refund: Refund; books: RefundBooks }[];
  now: number;
}

/**
 * Reads what the lender's records say of the refunds of a checkout that may still change.
 * @throws LenderError when the lists cannot be read
 */
export async function readRefunds(
  context: BffContext,
  checkout: Checkout,
  { loan, own }: { loan: Loan; own: readonly ChargeRecord[] | null },
): Promise<ReadRefunds> {
  const now = context.clock.now();
  const watched = checkout.refunds
    .filter((refund) => isRefundWatched(refund, now))
    .filter((refund) => !(isRefundUnsettled(refund) && context.calls.has(refund.id)));
  if (watched.length === 0) return { records: [], now };
  const { loanNumber } = loan;
  const from = Math.min(...watched.map(({ startedAt }) => startedAt));
  const lists = await readLists(context, checkout, { loanNumber, from });
  const list = { ...lists, records: [...(own ?? []), ...lists.records] };
  const records = [];
  for (const refund of watched) {
    records.push({ refund, books: await refundBooks(context, checkout, { loan, list, refund }) });
  }
  return { records, now };
}

/**
 * The lender's records to look a refund up in. A row that is of any other refund of the merchant counts
 * as explained, as does one that names another charge.
 */
export async function refundBooks(
  { database }: Pick<BffContext, 'database'>,
  checkout: Checkout,
  { loan: said, list, refund }: { loan: Loan; list: ChargeList; refund: Refund },
): Promise<RefundBooks> {
  const charges = allCharges(checkout);
  const charge = charges.find(({ id }) => id === refund.chargeId);
  const loan = loanNamesOf(said, charge, list.records);
  const rows = list.records.filter((record) => couldBeRefund(refund, record, loan));
  const named =
    rows.length === 0
      ? []
      : await refundsNamed(database.query, checkout.publishableKey, {
          uuids: rows.flatMap(({ paymentRequestUuid }) => paymentRequestUuid ?? []),
          identifiers: rows.flatMap(({ paymentIdentifier }) => paymentIdentifier ?? []),
        });
  const others = [...named, ...checkout.refunds].filter(({ id }) => id !== refund.id);
  const chargeUuids = new Map(charges.map((each) => [each.paymentRequestUuid, each.id]));
  return {
    list,
    loan,
    chargeUuid: charge?.paymentRequestUuid ?? null,
    isExplained: (record) => {
      const chargeId = chargeUuids.get(record.paymentRequestUuid);
      const isOfOtherCharge = chargeId !== undefined && chargeId !== refund.chargeId;
      return isOfOtherCharge || others.some((other) => isOfRefund(other, record));
    },
  };
}

/** The checkout with its refunds as the lender's records have them, as `settledByBooks` its charges. */
export function settledByRefunds(
  context: Pick<BffContext, 'log'>,
  checkout: Checkout,
  { records, now }: ReadRefunds,
): Checkout {
  let settled = checkout;
  for (const { refund, books } of records) {
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
    return finding === 'absent' ? voidRefund(checkout, id) : doubtRefund(checkout, id);
  }
  // The lender may have said that it has it: then its lists alone cannot say that it has not.
  return finding === 'absent' && !isOverdue ? voidRefund(checkout, id) : checkout;
}

/**
 * While the lender cannot be read, a lost refund does not stay in work for ever.
 * @returns undefined while it is waited for
 */
export function refundsGivenUp(checkout: Checkout, now: number): Checkout | undefined {
  const waited = checkout.refunds.filter(
    (refund) => isRefundUnsettled(refund) && now >= refund.deadlineAt + waitedForMs,
  );
  if (waited.length === 0) return undefined;
  return waited.reduce((changed, { id }) => doubtRefund(changed, id), checkout);
}
