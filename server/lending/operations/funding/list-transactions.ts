import type { CompletedTransaction } from '../../../lending-api/transactions.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { listTransactions } from '../../store/transactions.ts';
import { completedTransactionRecord } from './completed-transaction-record.ts';
import { type DateRange, visibleRange } from './visible-range.ts';

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
