import { formatCents } from '../../../platform/money.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { availableSpend } from '../../domain/loan.ts';
import type { Facts } from '../../store/evidence-records.ts';
import type { OpenCharge } from './answer-charge.ts';

/** What was asked for and what it leaves to spend, as it stood before the answer. */
export function chargeFacts({ charge, loan }: OpenCharge): Facts {
  return {
    payment_request_uuid: charge.id,
    payment_request_id: charge.payment_request_id,
    consumer_application_human_readable_id: loan.consumer_application_human_readable_id,
    platform_merchant_id: charge.merchant_id,
    requested_by: charge.requested_by,
    transaction_description: charge.transaction_description,
    description: charge.description,
    consumer_charge_amount: formatCents(charge.consumer_charge_amount_cents),
    available_spend_after: formatCents(availableSpend(loan)),
    request_datetime: timestamp(charge.requested_at),
    expires_at: timestamp(charge.expires_at),
  };
}
