import type {
  Lender,
  RefundableQuery,
  RefundableRecord,
  RefundAnswer,
  RefundCall,
} from '../lender.ts';
import type { Answer, Call, Calls } from './calls.ts';
import { feeSplitBody } from './fee-split.ts';
import { merchantsPath } from './paths.ts';
import { type ListCall, readList } from './read-list.ts';
import { type Fields, readCents, readFields, readFlag, readId, readUuid } from './values.ts';
import { chargeKinds, type Noticing, transactionStatuses, wordsOf } from './words.ts';

/** Sponsor Lending API, refund endpoints. */
export function refundCalls(calls: Calls): Pick<Lender, 'refundable' | 'refund'> {
  return {
    refundable: async (query) => {
      const call = refundableCall(query);
      const { rows, isWhole } = await readList(calls, call);
      const noticing = calls.noticing(call.operation);
      const records = rows.flatMap((row) => readRefundable(row, noticing) ?? []);
      return { records, isWhole: isWhole && records.length === rows.length };
    },
    refund: async (call) => (await calls.perform(refundCall(call), refundOf)) ?? unsaid,
  };
}

/** What a refund is answered with is open. */
const unsaid: RefundAnswer = { refundUuid: null, reading: null, maximumRefundableCents: null };

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
    paymentIdentifier: readId(fields.payment_identifier),
    kind: wordsOf(fields, noticing)('transaction_description', chargeKinds),
    cents: readCents(fields.consumer_charge_amount),
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
  };
}

function refundOf({ body, noticing }: Answer): RefundAnswer {
  const fields = readFields(body) ?? {};
  return {
    refundUuid: readUuid(fields.refund_request_uuid),
    reading: wordsOf(fields, noticing)('refund_status', transactionStatuses),
    maximumRefundableCents: readCents(fields.maximum_refundable_amount),
  };
}
