import { formatCents } from '../../../server/platform/money.ts';
import type { Charge, Refund } from './books.ts';
import { djangoTime } from './python-values.ts';

const refundKind = 115;

/** Sponsor Lending API, transaction status and type codes. */
const labels: Readonly<Record<number, string>> = {
  109: 'Consumer Deposit / Initial Charge',
  111: 'Consumer Project Charge',
  113: 'Consumer Final Charge',
};

/** Of the list of charge requests that wait for their consumers, whose fields are open. */
export function pendingRow(charge: Charge): Record<string, unknown> {
  return {
    payment_request_uuid: charge.uuid,
    consumer_application_human_readable_id: Number(charge.loan.number),
    transaction_description: charge.kind,
    consumer_charge_amount: charge.cents / 100,
    request_datetime: djangoTime(charge.requestedAt),
  };
}

/** Sponsor Lending API, completed transaction record: what is required of it. */
export function transactionRow(charge: Charge): Record<string, unknown> {
  const { loan, requestedAt } = charge;
  return {
    consumer_application_human_readable_id: loan.number,
    associated_payment_request_id: charge.uuid,
    consumer_first_name: loan.firstName,
    consumer_last_name: loan.lastName,
    transaction_description: charge.kind,
    consumer_charge_amount: formatCents(charge.cents),
    merchant_transactions: [
      {
        transaction_type: 'Merchant Fee Credit',
        transaction_amount: formatCents(charge.merchantCents),
        created: djangoTime(charge.statusAt),
      },
    ],
    status: charge.state,
    request_datetime: djangoTime(requestedAt),
    status_datetime: djangoTime(charge.statusAt),
    submitted_by: charge.requestedBy,
  };
}

/** A refund's own record: under its own id, known by its code. */
export function refundTransactionRow({ uuid, charge, cents, requestedAt, state }: Refund) {
  return {
    ...transactionRow(charge),
    associated_payment_request_id: uuid,
    transaction_description: refundKind,
    consumer_charge_amount: formatCents(cents),
    merchant_transactions: [
      {
        transaction_type: 'Consumer Refund Debit',
        transaction_amount: formatCents(cents),
        created: djangoTime(requestedAt),
      },
    ],
    status: state,
    request_datetime: djangoTime(requestedAt),
    status_datetime: djangoTime(requestedAt),
  };
}

/** Sponsor Lending API, all-activity record: every field is required, and most are texts. */
export function activityRow(charge: Charge): Record<string, unknown> {
  const { loan, serial, cents, merchantCents } = charge;
  return {
    consumer_first_name: loan.firstName,
    consumer_last_name: loan.lastName,
    request_date: djangoTime(charge.requestedAt),
    payment_request_status: activityStatus(charge),
    transaction_description: labels[charge.kind] ?? '',
    payment_request_id: String(serial),
    consumer_application_human_readable_id: loan.number,
    requested_by: charge.requestedBy,
    consumer_charge_amount: formatCents(cents),
    product_name: 'Home Improvement 60',
    consumer_application_id: String(serial),
    is_settled: charge.state === 'Transferred',
    payment_identifier: '',
    payment_request_uuid: charge.uuid,
    merchant_fee: '4.00',
    merchant_fee_transaction_amount: formatCents(cents - merchantCents),
    net_to_merchant_amount: formatCents(merchantCents),
  };
}

/** With a minus sign, and a label of the lender's own. */
export function refundActivityRow({ uuid, serial, charge, cents, requestedAt, state }: Refund) {
  return {
    ...activityRow(charge),
    request_date: djangoTime(requestedAt),
    payment_request_status: state,
    transaction_description: 'Refund',
    payment_request_id: String(serial),
    consumer_charge_amount: formatCents(-cents),
    is_settled: state === 'Transferred',
    payment_request_uuid: uuid,
    net_to_merchant_amount: formatCents(-cents),
  };
}

function activityStatus({ state }: Charge): string {
  switch (state) {
    case 'waiting':
      return 'Pending';
    case 'rejected':
      return 'Rejected';
    case 'expired':
      return 'Expired';
    case 'canceled':
      return 'Canceled';
    default:
      return state;
  }
}
