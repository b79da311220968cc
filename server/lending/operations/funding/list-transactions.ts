import type {
  Activity,
  ActivityQuery,
  CompletedTransaction,
} from '../../../lending-api/transactions.ts';
import { formatCents } from '../../../platform/money.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { digitsOf, timestamp } from '../../domain/formats.ts';
import { requestStatusAt } from '../../domain/funding/charge-status.ts';
import { isSettled } from '../../domain/funding/settlement.ts';
import { transactionLabel } from '../../domain/funding/transaction-items.ts';
import { countActivity, listActivity, type RequestedActivity } from '../../store/activities.ts';
import { type ListedTransaction, listTransactions } from '../../store/transactions.ts';
import { selectedOffer } from '../applications/loan-application-view.ts';
import { type DateRange, visibleRange } from './visible-range.ts';

/**
 * Approved charges and refunds, whatever became of them (Sponsor Lending API, transaction history
 * endpoints).
 */
export async function listCompletedTransactions(
  context: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  dates: DateRange,
): Promise<CompletedTransaction[]> {
  const range = await visibleRange(context, sponsor, requestUserId, dates);
  const transactions = await listTransactions(context.database.query, range);
  return transactions.map(toCompletedTransaction);
}

/** A charge or refund with its legs (Sponsor Lending API, completed transaction record). */
export function toCompletedTransaction({
  transaction,
  items,
}: ListedTransaction): CompletedTransaction {
  return {
    consumer_application_human_readable_id: transaction.consumer_application_human_readable_id,
    associated_payment_request_id: transaction.charge_request_id,
    consumer_first_name: transaction.first_name,
    consumer_last_name: transaction.last_name,
    transaction_description: transaction.transaction_description,
    consumer_charge_amount: formatCents(transaction.consumer_charge_amount_cents),
    merchant_transactions: items.map((item) => ({
      transaction_type: item.transaction_type,
      transaction_amount: formatCents(item.transaction_amount_cents),
      created: timestamp(item.created_at),
    })),
    status: transaction.status,
    request_datetime: timestamp(transaction.requested_at),
    status_datetime: timestamp(transaction.status_at),
    submitted_by: transaction.submitted_by,
    ...(transaction.payment_identifier !== null && {
      payment_identifier: transaction.payment_identifier,
    }),
  };
}

/** All charge requests with what became of them (Sponsor Lending API, all-activity record). */
export async function listAllActivity(
  context: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  { page, page_size, search, ...dates }: ActivityQuery,
): Promise<{ count: number; results: Activity[] }> {
  const range = await visibleRange(context, sponsor, requestUserId, dates);
  const loanNumber = search && digitsOf(search);
  // A loan number has digits alone, so that nothing else can be found.
  if (search && (!loanNumber || /\D/.test(loanNumber))) return { count: 0, results: [] };
  const filter = { ...range, loanNumber };
  const slice = { limit: page_size, offset: (page - 1) * page_size };
  const rows = await listActivity(context.database.query, filter, slice);
  return {
    count: await countActivity(context.database.query, filter),
    results: rows.map((row) => toActivity(row, context.clock.now(sponsor.id))),
  };
}

/**
 * One activity: the request's status until it is approved, then its charge's. A
 * refund goes by its charge's request.
 */
function toActivity({ request, transaction }: RequestedActivity, now: number): Activity {
  const terms = selectedOffer(request);
  const asked = transaction ?? request;
  return {
    consumer_first_name: request.first_name,
    consumer_last_name: request.last_name,
    request_date: timestamp(asked.requested_at),
    payment_request_status: transaction?.status ?? requestStatusAt(request, now),
    transaction_description: transactionLabel(asked.transaction_description),
    payment_request_id: request.payment_request_id,
    consumer_application_human_readable_id: request.consumer_application_human_readable_id,
    requested_by: transaction?.submitted_by ?? request.requested_by,
    consumer_charge_amount: formatCents(asked.consumer_charge_amount_cents),
    product_name: terms?.product_name ?? '',
    consumer_application_id: request.application_id,
    is_settled: transaction !== undefined && isSettled(transaction),
    payment_identifier: asked.payment_identifier ?? '',
    payment_request_uuid: request.id,
    merchant_fee: request.merchant_fee_percent ?? '0.00',
    merchant_fee_transaction_amount: formatCents(
      asked.net_platform_fee_cents + asked.net_to_sponsor_amount_cents,
    ),
    net_to_merchant_amount: formatCents(asked.net_to_merchant_amount_cents),
  };
}
