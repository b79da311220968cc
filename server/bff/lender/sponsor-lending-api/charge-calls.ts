import type { FeeSplit } from '../../../loan-math/fee-split.ts';
import { type Cents, formatCents } from '../../../platform/money.ts';
import type {
  ApprovalAnswer,
  ApprovalCall,
  ChargeAnswer,
  ChargeCall,
  Lender,
  RefundAnswer,
  RefundableQuery,
  RefundableRecord,
  RefundCall,
  SettlementQuery,
  SettlementReading,
} from '../lender.ts';
import { type Answer, type Call, type Calls, merchantsPath } from './calls.ts';
import { type ListCall, readList } from './read-list.ts';
import {
  activityStatuses,
  emailResults,
  type Fields,
  type Noticing,
  readCents,
  readFields,
  readFlag,
  readText,
  readTime,
  readUuid,
  requestStatuses,
  smsResults,
  transactionStatuses,
  wordsOf,
} from './values.ts';

const requestsPath = `${merchantsPath}/payment-request/`;

/** Charge requests (Sponsor Lending API, funding and refund endpoints). */
export function chargeCalls(
  calls: Calls,
): Pick<Lender, 'createCharge' | 'approveOnBehalf' | 'settlement'> {
  return {
    createCharge: (call) => calls.make(createChargeCall(call), chargeOf),
    approveOnBehalf: (call) => calls.make(approveCall(call), approvalOf),
    settlement: (query) => calls.make(settlementCall(query), settlementOf),
  };
}

function createChargeCall(call: ChargeCall): Call {
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
    totalMs: call.totalMs,
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
    lenderStatus: word('payment_request_status', requestStatuses) ?? 'pending',
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
    mayBeEmpty: true,
  };
}

function approvalOf({ body, noticing }: Answer): ApprovalAnswer {
  const word = wordsOf(readFields(body) ?? {}, noticing);
  return { lenderStatus: word('payment_request_status', requestStatuses) ?? 'approved' };
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
    lenderStatus: wordsOf(fields, noticing)('status', activityStatuses),
  };
}

/** Sponsor Lending API, funding and refund endpoints. */
export function refundCalls(calls: Calls): Pick<Lender, 'refundable' | 'refund'> {
  return {
    refundable: async (query) => {
      const call = refundableCall(query);
      const noticing = calls.noticing(call.operation);
      const { rows, isWhole } = await readList(calls, call, (page) =>
        page.flatMap((row) => readRefundable(row, noticing) ?? []),
      );
      return { records: rows, isWhole };
    },
    refund: (call) => calls.make(refundCall(call), refundOf),
  };
}

function refundableCall({ requestUserId, applicationId }: RefundableQuery): ListCall {
  const user = encodeURIComponent(requestUserId);
  return {
    operation: 'listRefundableTransactions',
    path: `${merchantsPath}/${user}/refundable-transactions/${encodeURIComponent(applicationId)}/`,
    query: {},
    isPaged: false,
  };
}

function readRefundable(row: unknown, noticing: Noticing): RefundableRecord | undefined {
  const fields: Fields | null = readFields(row);
  if (fields === null) {
    noticing('bad_row', 'results');
    return undefined;
  }
  return {
    paymentRequestUuid: readUuid(fields.payment_request_uuid),
    maximumRefundableCents: readCents(fields.maximum_refundable_amount),
    isSettled: readFlag(fields.is_settled),
    isPartialAllowed: readFlag(fields.is_partial_refund_allowed),
  };
}

function refundCall(call: RefundCall): Call {
  return {
    operation: 'createRefund',
    method: 'POST',
    path: `${merchantsPath}/refund-payment-request/`,
    body: {
      request_user_id: call.adminUserId,
      payment_request_uuid: call.paymentRequestUuid,
      ...feeSplitBody(call),
      transaction_callback_url: call.callbackUrl,
      reason: call.reason,
      payment_identifier: call.paymentIdentifier,
    },
    headers: { 'idempotency-key': call.idempotencyKey },
    totalMs: call.totalMs,
    mayBeEmpty: true,
  };
}

function refundOf({ body, noticing }: Answer): RefundAnswer {
  const fields = readFields(body) ?? {};
  return {
    refundUuid: readUuid(fields.refund_request_uuid),
    lenderStatus: wordsOf(fields, noticing)('refund_status', transactionStatuses),
  };
}

/** Sponsor Lending API, fee split fields. */
export function feeSplitBody({ cents, split }: { cents: Cents; split: FeeSplit }) {
  return {
    consumer_charge_amount: formatCents(cents),
    net_to_merchant_amount: formatCents(split.net_to_merchant_amount_cents),
    net_platform_fee: formatCents(split.net_platform_fee_cents),
    net_to_sponsor_amount: formatCents(split.net_to_sponsor_amount_cents),
  };
}
