import type { PendingPaymentRequest } from '../../../lending-api/payment-requests.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { listPendingRequests } from '../../store/charge-requests.ts';
import { pendingRequestRecord } from './pending-request-record.ts';
import { type DateRange, visibleRange } from './visible-range.ts';

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
  return requests.map(pendingRequestRecord);
}
