import type {
  ApprovalAnswer,
  ApprovalCall,
  ChargeAnswer,
  ChargeCall,
  Lender,
  SettlementQuery,
  SettlementReading,
} from '../lender.ts';
import type { Answer, Call, Calls } from './calls.ts';
import { feeSplitBody } from './fee-split.ts';
import { merchantsPath } from './paths.ts';
import { readFields, readFlag, readText, readTime, readUuid } from './values.ts';
import {
  activityStatuses,
  emailResults,
  type Noticing,
  requestStatuses,
  smsResults,
  wordsOf,
} from './words.ts';

const requestsPath = `${merchantsPath}/payment-request/`;

/** Charge requests (Sponsor Lending API, funding endpoints). */
export function chargeCalls(
  calls: Calls,
): Pick<Lender, 'createCharge' | 'approveOnBehalf' | 'settlement'> {
  return {
    createCharge: (call) => calls.make(createCall(call), chargeOf),
    approveOnBehalf: async (call) =>
      (await calls.perform(approveCall(call), approvalOf)) ?? { reading: 'approved' },
    settlement: (query) => calls.make(settlementCall(query), settlementOf),
  };
}

function createCall(call: ChargeCall): Call {
  return {
    operation: 'createChargeRequest',
    method: 'POST',
    path: requestsPath,
    body: {
      request_user_id: call.requestUserId,
      external_application_id: call.applicationId,
      transaction_description: call.kind,
      ...feeSplitBody(call),
      transaction_callback_url: call.callbackUrl,
      payment_identifier: call.paymentIdentifier,
      description: call.description,
    },
    headers: { 'idempotency-key': call.idempotencyKey },
  };
}

/** Only the id is needed: by it the lists are read. */
function chargeOf({ body, noticing, lacks }: Answer): ChargeAnswer {
  const fields = readFields(body) ?? {};
  const paymentRequestUuid = readUuid(fields.payment_request_uuid);
  if (paymentRequestUuid === null) throw lacks('payment_request_uuid');
  const word = wordsOf(fields, noticing);
  const warning = readText(fields.warning);
  return {
    paymentRequestUuid,
    reading: word('payment_request_status', requestStatuses) ?? 'pending',
    expiresAt: readTime(fields.expires_at),
    notifications:
      readNotifications(fields.notifications, noticing) ?? (warning === null ? null : byEmailAlone),
    warning,
  };
}

/** A warning says that e-mail was the fallback (Sponsor Lending API, errors). */
const byEmailAlone = { sms: 'skipped_opted_out', email: 'sent' } as const;

function readNotifications(value: unknown, noticing: Noticing): ChargeAnswer['notifications'] {
  const word = wordsOf(readFields(value) ?? {}, noticing);
  const sms = word('sms', smsResults);
  const email = word('email', emailResults);
  return sms === null || email === null ? null : { sms, email };
}

function approveCall({ requestUserId, paymentRequestUuid, authorization }: ApprovalCall): Call {
  return {
    operation: 'approveChargeRequest',
    method: 'POST',
    path: `${requestsPath}${encodeURIComponent(paymentRequestUuid)}/approve/`,
    body: {
      request_user_id: requestUserId,
      authorization_method: authorization?.method,
      authorization_reference: authorization?.reference,
    },
  };
}

function approvalOf({ body, noticing }: Answer): ApprovalAnswer {
  const word = wordsOf(readFields(body) ?? {}, noticing);
  return { reading: word('payment_request_status', requestStatuses) ?? 'approved' };
}

function settlementCall({ adminUserId, paymentRequestUuid }: SettlementQuery): Call {
  return {
    operation: 'checkSettlement',
    method: 'POST',
    path: `${merchantsPath}/${encodeURIComponent(adminUserId)}/settled/`,
    body: { payment_request_uuid: paymentRequestUuid },
  };
}

function settlementOf({ body, noticing }: Answer): SettlementReading {
  const fields = readFields(body) ?? {};
  return {
    isSettled: readFlag(fields.is_settled),
    reading: wordsOf(fields, noticing)('status', activityStatuses),
    settledAt: readTime(fields.settled_at),
  };
}
