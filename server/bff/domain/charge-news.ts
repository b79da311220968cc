import type { LoanApplicationDetail } from '../../lending-api/loan-applications.ts';
import { paymentRequestStatus, transactionStatus } from '../../lending-api/statuses.ts';
import type { Activity } from '../../lending-api/transactions.ts';
import { type Charge, type ChargeReading, readingOfStatus, type WaitingRequest } from './charge.ts';

const refund = 115;

/** The activity has its name in place of the code. */
const refundActivity = 'Consumer Refund Credit';

/** What the lender says of a charge. */
export interface ChargeNews {
  reading: ChargeReading;
  paymentRequestUuid: string;
  /** Of a request that waits for the consumer. */
  expiresAt?: string;
  /** What the creation's answer says beside; the lender's lists do not have it. */
  sent?: Pick<WaitingRequest, 'notifications' | 'warning'>;
}

/**
 * What the lender's records say of a charge: the loan's transactions and waiting requests, which
 * are of one moment, then its activity, which also has what was rejected, expired or canceled.
 * `in_between`: the activity was read while the charge moved; the next reading will tell.
 * @returns undefined when it is in none of them
 */
export function chargeNews(
  charge: Charge,
  { transactions, pending_payment_requests }: LoanApplicationDetail,
  activity: readonly Activity[],
): ChargeNews | 'in_between' | undefined {
  const transaction = transactions.find(
    (record) =>
      record.transaction_description !== refund &&
      isOf(charge, record.payment_identifier, record.associated_payment_request_id),
  );
  if (transaction !== undefined) {
    const reading = readingOfStatus(transaction.status, true);
    return { reading, paymentRequestUuid: transaction.associated_payment_request_id };
  }
  const waiting = pending_payment_requests.find((record) =>
    isOf(charge, record.payment_identifier, record.payment_request_uuid),
  );
  if (waiting !== undefined) {
    const { payment_request_uuid: paymentRequestUuid, expires_at: expiresAt } = waiting;
    return { reading: 'pending', paymentRequestUuid, expiresAt };
  }
  const record = activity.find(
    (each) =>
      each.transaction_description !== refundActivity &&
      isOf(charge, each.payment_identifier, each.payment_request_uuid),
  );
  return record && newsOfActivity(record);
}

/** Whether a record of the lender is of the charge. */
export function isOf(charge: Charge, identifier: string | null | undefined, uuid: string): boolean {
  return identifier === charge.paymentIdentifier || uuid === charge.paymentRequestUuid;
}

/** `Pending` there may be the request's or its transaction's: it is left to the loan's own lists. */
function newsOfActivity(record: Activity): ChargeNews | 'in_between' {
  const { payment_request_uuid: paymentRequestUuid, payment_request_status: text } = record;
  const status = paymentRequestStatus.or(transactionStatus).safeParse(text);
  if (!status.success || status.data === 'Pending') return 'in_between';
  return { reading: readingOfStatus(status.data, true), paymentRequestUuid };
}
