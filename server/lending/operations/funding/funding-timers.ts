import type { TransactionDescription } from '../../../lending-api/statuses.ts';
import { REFUND } from '../../domain/funding/transaction-items.ts';

/** Kinds of due work of a charge; the key is its payment_request_uuid. */
export const CHARGE_DEADLINE = 'charge_deadline';
export const CONSUMER_ANSWER = 'consumer_answer';
export const CHARGE_SUBMISSION = 'charge_submission';
export const CHARGE_SETTLEMENT = 'charge_settlement';
export const MERCHANT_PAYOUT = 'merchant_payout';

/** Kinds of due work of a refund; the key is its refund_request_uuid. */
export const REFUND_SUBMISSION = 'refund_submission';
export const REFUND_SETTLEMENT = 'refund_settlement';

/** The kinds of work that take a transaction to the processor and settle it. */
export function processingTimers(description: TransactionDescription): {
  submission: string;
  settlement: string;
} {
  return description === REFUND
    ? { submission: REFUND_SUBMISSION, settlement: REFUND_SETTLEMENT }
    : { submission: CHARGE_SUBMISSION, settlement: CHARGE_SETTLEMENT };
}
