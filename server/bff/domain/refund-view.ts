import { formatCents } from '../../platform/money.ts';
import type { RefundView } from '../merchant-api/refunds.ts';
import type { RefundStatus } from '../merchant-api/statuses.ts';
import type { Refund } from './refund.ts';
import { wireTime } from './step.ts';

/** undefined for one that came to nothing. */
export function refundStatusOf({ state }: Pick<Refund, 'state'>): RefundStatus | undefined {
  if (state === 'void') return undefined;
  return state === 'started' || state === 'unknown' ? 'working' : state;
}

/** A refund as its merchant's server reads it; undefined for one that came to nothing. */
export function refundView(refund: Refund): RefundView | undefined {
  const status = refundStatusOf(refund);
  if (status === undefined) return undefined;
  const { net_to_merchant_amount_cents: net } = refund.split;
  return {
    refund_id: refund.id,
    charge_id: refund.chargeId,
    refund_request_uuid: refund.refundUuid,
    amount: formatCents(refund.amountCents),
    status,
    requested_at: wireTime(refund.startedAt),
    settled_at: refund.settledAt === null ? null : wireTime(refund.settledAt),
    fee_amount: formatCents(refund.amountCents - net),
    net_amount: formatCents(net),
  };
}
