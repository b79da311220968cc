import type { CompletedTransaction } from '../../../lending-api/transactions.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { listTransactions, type TransactionRecord } from '../../store/transactions.ts';
import { type DateRange, visibleRange } from './visible-range.ts';
import { formatCents } from '../../../platform/money.ts';
import { timestamp } from '../../domain/timestamp.ts';

/** Approved charges and refunds, whatever became of them (Sponsor Lending API, transaction history). */
export async function listCompletedTransactions(
  context: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  dates: DateRange,
): Promise<CompletedTransaction[]> {
  const range = await visibleRange(context, sponsor, requestUserId, dates);
  const records = await listTransactions(context.database.query, range);
  return records.map(completedTransactionRecord);
}

/** A charge or refund with its legs (Sponsor Lending API, completed transaction record). */
export function completedTransactionRecord({
  transaction,
  items,
}: TransactionRecord): CompletedTransaction {
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
