import type { ChargeAnswer } from '../lender.ts';
import type { Answer } from './calls.ts';
import { readFields, readText, readTime, readUuid } from './values.ts';
import { emailResults, requestStatuses, smsResults, wordsOf, type Noticing } from './words.ts';

/** A charge that was created. Only its id is needed: by it the lists are read. */
export function readChargeAnswer({ body, noticing, lacks }: Answer): ChargeAnswer {
  const fields = readFields(body) ?? {};
  const paymentRequestUuid = readUuid(fields.payment_request_uuid);
  if (paymentRequestUuid === null) throw lacks('payment_request_uuid');
  const word = wordsOf(fields, noticing);
  return {
    paymentRequestUuid,
    reading: word('payment_request_status', requestStatuses) ?? 'pending',
    expiresAt: readTime(fields.expires_at),
    notifications: readNotifications(fields.notifications, noticing),
    warning: readText(fields.warning),
  };
}

function readNotifications(value: unknown, noticing: Noticing): ChargeAnswer['notifications'] {
  const word = wordsOf(readFields(value) ?? {}, noticing);
  const sms = word('sms', smsResults);
  const email = word('email', emailResults);
  return sms === null || email === null ? null : { sms, email };
}
