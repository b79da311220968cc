import type { RefundRequest } from '../../../lending-api/refunds.ts';
import type { LendingContext } from '../../context.ts';
import { REFUND, type Split } from '../../domain/funding/transaction-items.ts';
import type { RefundRequestTable, TransactionTable } from '../../store/schema.ts';

/** The request of a refund of a charge. */
export function newRefundRequest(
  { ids }: LendingContext,
  { sponsor_id, merchant_id, application_id, invited_by, charge_request_id }: TransactionTable,
  input: RefundRequest,
  isFullRefund: boolean,
  now: number,
): RefundRequestTable {
  return {
    id: ids.uuid(),
    sponsor_id,
    merchant_id,
    application_id,
    invited_by,
    charge_request_id,
    requested_by: input.request_user_id,
    refund_type: isFullRefund ? 'full' : 'partial',
    transaction_callback_url: input.transaction_callback_url,
    reason: input.reason ?? null,
    requested_at: now,
  };
}

/** Its transaction, on which nothing has happened yet. */
export function newRefundTransaction(
  request: RefundRequestTable,
  {
    payment_identifier = null,
    ...asked
  }: Split & { payment_identifier?: string | null | undefined },
): TransactionTable {
  return {
    id: request.id,
    sponsor_id: request.sponsor_id,
    merchant_id: request.merchant_id,
    application_id: request.application_id,
    invited_by: request.invited_by,
    charge_request_id: request.charge_request_id,
    transaction_description: REFUND,
    ...asked,
    status: 'Pending',
    requested_at: request.requested_at,
    status_at: request.requested_at,
    settled_at: null,
    expected_settlement_date: null,
    submitted_by: request.requested_by,
    payment_identifier,
  };
}
