import type { ChargeRequestResponse } from '../../../lending-api/payment-requests.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { ChargeRequestTable } from '../../store/schema.ts';
import { wireSplit } from './split.ts';

/** A charge request as its creation is answered. */
export function chargeRequestAnswer(charge: ChargeRequestTable): ChargeRequestResponse {
  return {
    payment_request_uuid: charge.id,
    payment_request_id: charge.payment_request_id,
    payment_request_status: charge.status,
    ...wireSplit(charge),
    transaction_description: charge.transaction_description,
    requested_by: charge.requested_by,
    request_datetime: timestamp(charge.requested_at),
    expires_at: timestamp(charge.expires_at),
    notifications: { sms: charge.sms_notification, email: charge.email_notification },
    ...(charge.payment_identifier !== null && { payment_identifier: charge.payment_identifier }),
    ...(charge.warning !== null && { warning: charge.warning }),
  };
}
