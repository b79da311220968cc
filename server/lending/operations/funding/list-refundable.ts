import type { RefundableTransaction } from '../../../lending-api/refunds.ts';
import { formatCents } from '../../../platform/money.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { orNull, timestamp } from '../../domain/formats.ts';
import { refusalOfAnyRefund, unrefunded } from '../../domain/funding/refund-rules.ts';
import { isSettled } from '../../domain/funding/settlement.ts';
import { REFUND } from '../../domain/funding/transaction-items.ts';
import { findApplicationByExternalId } from '../../store/applications.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import { listNumberedTransactions, type NumberedTransaction } from '../../store/transactions.ts';
import { ofOwnMerchant, requireReach, viewingUser } from '../acting-user.ts';
import { formatSplit } from './wire-split.ts';

/**
 * The charges of a loan of which something may be refunded now, newest first: none of which another
 * refund is under way.
 * @throws LendingError `not_found`, and `forbidden` for another user's loan, shared or not
 */
export async function listRefundable(
  context: LendingContext,
  sponsor: Sponsor,
  path: { request_user_id: string; external_application_id: string },
): Promise<RefundableTransaction[]> {
  const { query } = context.database;
  const acting = await viewingUser(query, sponsor, path.request_user_id);
  const named = await findApplicationByExternalId(query, sponsor.id, path.external_application_id);
  const loan = ofOwnMerchant(acting, named);
  requireReach(acting, loan);
  const transactions = await listNumberedTransactions(query, loan);
  const now = context.clock.now(sponsor.id);
  return transactions
    .map((charge) => ({ charge, refunds: refundsOf(charge, transactions) }))
    .filter((each) => refusalOfAnyRefund(each, now) === null)
    .map(({ charge, refunds }) => toRefundable(loan, charge, refunds))
    .filter(({ maximum_refundable_amount }) => maximum_refundable_amount !== formatCents(0));
}

function refundsOf(
  charge: NumberedTransaction,
  transactions: readonly NumberedTransaction[],
): NumberedTransaction[] {
  return transactions.filter(
    ({ transaction_description, charge_request_id }) =>
      transaction_description === REFUND && charge_request_id === charge.id,
  );
}

function toRefundable(
  loan: ApplicationRow,
  charge: NumberedTransaction,
  refunds: readonly NumberedTransaction[],
): RefundableTransaction {
  const whole = charge.consumer_charge_amount_cents;
  const left = unrefunded(charge, refunds).consumer_charge_amount_cents;
  return {
    payment_request_uuid: charge.id,
    payment_request_id: charge.payment_request_id,
    external_application_id: loan.external_application_id,
    consumer_application_human_readable_id: loan.consumer_application_human_readable_id,
    transaction_description: charge.transaction_description,
    ...formatSplit(charge),
    refunded_amount: formatCents(whole - left),
    maximum_refundable_amount: formatCents(left),
    is_settled: isSettled(charge),
    settled_at: orNull(charge.settled_at, timestamp),
    is_partial_refund_allowed: isSettled(charge),
    status: charge.status,
    request_datetime: timestamp(charge.requested_at),
    status_datetime: timestamp(charge.status_at),
    payment_identifier: charge.payment_identifier,
  };
}
