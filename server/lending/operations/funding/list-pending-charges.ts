import type { PendingPaymentRequest } from '../../../lending-api/payment-requests.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { timestamp } from '../../domain/formats.ts';
import { chargeDeadline } from '../../domain/funding/charge-status.ts';
import { listPendingRequests, type PendingRequest } from '../../store/charge-requests.ts';
import { type DateRange, visibleRange } from './visible-range.ts';
import { formatSplit } from './wire-split.ts';

/** Charge requests that were sent and not answered yet; expired ones are not listed. */
export async function listPendingCharges(
  context: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  dates: DateRange,
): Promise<PendingPaymentRequest[]> {
  const range = await visibleRange(context, sponsor, requestUserId, dates);
  const now = context.clock.now(sponsor.id);
  const requests = await listPendingRequests(context.database.query, { ...range, now });
  return requests.map(toPendingRequest);
}

/** A request that waits for approval, as lists show it. */
export function toPendingRequest(request: PendingRequest): PendingPaymentRequest {
  return {
    payment_request_uuid: request.id,
    payment_request_id: request.payment_request_id,
    external_application_id: request.external_application_id,
    loan_id: request.loan_id,
    consumer_application_human_readable_id: request.consumer_application_human_readable_id,
    consumer_first_name: request.first_name,
    consumer_last_name: request.last_name,
    transaction_description: request.transaction_description,
    ...formatSplit(request),
    payment_request_status: request.status,
    request_datetime: timestamp(request.requested_at),
    expires_at: timestamp(chargeDeadline(request)),
    requested_by: request.requested_by,
    payment_identifier: request.payment_identifier,
  };
}
