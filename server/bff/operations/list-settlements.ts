import { addDays } from '../../platform/calendar/calendar-date.ts';
import { easternInstant } from '../../platform/calendar/eastern-time.ts';
import { formatCents } from '../../platform/money.ts';
import type { BffContext, Merchant } from '../context.ts';
import { chargeStatusOf } from '../domain/charge.ts';
import { refundStatusOf } from '../domain/refund-view.ts';
import { wireTime } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import type {
  SettlementsPage,
  SettlementsQuery,
  SettlementView,
} from '../merchant-api/settlements.ts';
import { findSettlementPlace, listSettlements, type SettlementRow } from '../store/settlements.ts';
import { pageOf, placeBefore, rowsToRead } from './list-page.ts';

/**
 * A page of what has settled for a merchant, the oldest first; days are those of New York, as the
 * lender's are.
 * @throws BffError `invalid_request` for days in another order, or a cursor that is no settlement of
 * the merchant
 */
export async function readSettlements(
  { database }: Pick<BffContext, 'database'>,
  { publishable_key: merchant }: Merchant,
  query: SettlementsQuery,
): Promise<SettlementsPage> {
  const { from, to } = query;
  if (from !== undefined && to !== undefined && from > to) {
    throw new BffError('invalid_request', { errors: { from: ['not_accepted'] } });
  }
  const after = await placeBefore(query, (cursor) =>
    findSettlementPlace(database.query, merchant, cursor),
  );
  const found = await listSettlements(database.query, {
    merchant,
    from: from === undefined ? undefined : easternInstant(from, 0),
    before: to === undefined ? undefined : easternInstant(addDays(to, 1), 0),
    after,
    limit: rowsToRead(query),
  });
  const { rows, has_more } = pageOf(found, query);
  return { settlements: rows.map(viewOf), has_more };
}

function viewOf(row: SettlementRow): SettlementView {
  const { net_platform_fee_cents: platform, net_to_sponsor_amount_cents: sponsor } = row;
  return {
    settlement_id: row.id,
    kind: row.kind,
    order_id: row.order_id,
    checkout_id: row.checkout_id,
    charge_id: row.charge_id,
    refund_id: row.refund_id,
    transaction_description: row.transaction_description,
    gross_amount: formatCents(row.amount_cents),
    merchant_fee: formatCents(platform + sponsor),
    platform_fee: formatCents(platform),
    sponsor_fee: formatCents(sponsor),
    net_amount: formatCents(row.net_to_merchant_amount_cents),
    status: statusOf(row),
    requested_at: wireTime(row.refunded_at ?? row.charged_at),
    settled_at: wireTime(row.seen_at),
    payment_request_uuid: row.payment_request_uuid,
    refund_request_uuid: row.refund_uuid,
  };
}

function statusOf({ charge_state, refund_state }: SettlementRow): SettlementView['status'] {
  const ofRefund = refund_state === null ? undefined : refundStatusOf({ state: refund_state });
  return ofRefund ?? chargeStatusOf({ state: charge_state }) ?? 'settled';
}
