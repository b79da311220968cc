import type { Activity } from '../../../lending-api/transactions.ts';
import { formatCents } from '../../../platform/money.ts';
import { transactionLabel } from '../../domain/funding/charge-labels.ts';
import { defaultRateSheet } from '../../domain/products/default-rate-sheet.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { ActivityRow } from '../../store/activities.ts';
import { selectedOffer } from '../applications/loan-application-record.ts';

const feePercents = new Map(
  defaultRateSheet.map(({ product_id, merchant_fee_percent }) => [
    product_id,
    merchant_fee_percent,
  ]),
);

/** One activity (decisions 2.18): the request's status until it is approved, then its charge's. */
export function activityRecord(row: ActivityRow, now: number): Activity {
  const terms = selectedOffer(row);
  return {
    consumer_first_name: row.first_name,
    consumer_last_name: row.last_name,
    request_date: timestamp(row.requested_at),
    payment_request_status: statusOf(row, now),
    transaction_description: transactionLabel(row.transaction_description),
    payment_request_id: row.payment_request_id,
    consumer_application_human_readable_id: row.consumer_application_human_readable_id,
    requested_by: row.requested_by,
    consumer_charge_amount: formatCents(row.consumer_charge_amount_cents),
    product_name: terms?.product_name ?? '',
    consumer_application_id: row.application_id,
    is_settled: row.transaction_status === 'Transferred',
    payment_identifier: row.payment_identifier ?? '',
    payment_request_uuid: row.id,
    merchant_fee: feePercents.get(terms?.product_id ?? '') ?? '0.00',
    merchant_fee_transaction_amount: formatCents(
      row.net_platform_fee_cents + row.net_to_sponsor_amount_cents,
    ),
    net_to_merchant_amount: formatCents(row.net_to_merchant_amount_cents),
  };
}

function statusOf(row: ActivityRow, now: number): string {
  if (row.transaction_status !== null) return row.transaction_status;
  return row.status === 'Pending' && now >= row.expires_at ? 'Expired' : row.status;
}
