import type { LoanApplicationDetail } from '../../lending-api/loan-applications.ts';
import { type Charge, INITIAL_CHARGE, readingOfStatus } from './charge.ts';
import { isOf } from './charge-news.ts';

type LoanRecords = Pick<LoanApplicationDetail, 'transactions' | 'pending_payment_requests'>;

/**
 * The payment request of an initial charge that is live at the lender and that is none of these:
 * after a database was restored to a time before its charge, for instance.
 */
export function unexplainedCharge(
  records: LoanRecords,
  charges: readonly Charge[],
): string | undefined {
  const isExplained = ({ identifier, uuid }: LiveCharge) =>
    charges.some((charge) => isOf(charge, identifier, uuid));
  return liveInitialCharges(records).find((live) => !isExplained(live))?.uuid;
}

interface LiveCharge {
  identifier: string | null | undefined;
  uuid: string;
}

function liveInitialCharges({ transactions, pending_payment_requests }: LoanRecords): LiveCharge[] {
  const made = transactions
    .filter(({ status }) => readingOfStatus(status, true) !== 'failed')
    .map((record) => ({ ...record, uuid: record.associated_payment_request_id }));
  const waiting = pending_payment_requests.map((record) => ({
    ...record,
    uuid: record.payment_request_uuid,
  }));
  return [...made, ...waiting]
    .filter(({ transaction_description: kind }) => kind === INITIAL_CHARGE)
    .map(({ payment_identifier: identifier, uuid }) => ({ identifier, uuid }));
}
