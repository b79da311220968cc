import { createRoute, z } from '@hono/zod-openapi';
import { answer, jsonBody, refusals, secured } from './answers.ts';
import { line, webAddress } from './contact.ts';
import { idempotencyHeaders } from './idempotency.ts';
import {
  loanNumber,
  pathId,
  paymentRequestNumber,
  platformId,
  platformIdInput,
  sponsorId,
} from './identifiers.ts';
import { money } from './money.ts';
import { optional } from './optional.ts';
import { splitAmounts, splitAmountsInput } from './split-amounts.ts';
import { transactionDescription, transactionStatus } from './statuses.ts';
import { timestamp } from './times.ts';

export const refundType = z.enum(['full', 'partial']);
export type RefundType = z.output<typeof refundType>;

/** A charge of which something is left to refund; the split is the charge's. */
export const refundableTransaction = z
  .object({
    payment_request_uuid: platformId,
    payment_request_id: paymentRequestNumber,
    external_application_id: z.string(),
    consumer_application_human_readable_id: loanNumber,
    transaction_description: transactionDescription,
    ...splitAmounts,
    refunded_amount: money,
    maximum_refundable_amount: money,
    is_settled: z.boolean(),
    settled_at: timestamp.nullable(),
    is_partial_refund_allowed: z.boolean(),
    status: transactionStatus,
    request_datetime: timestamp,
    status_datetime: timestamp,
    payment_identifier: z.string().nullable(),
  })
  .openapi('RefundableTransaction');
export type RefundableTransaction = z.output<typeof refundableTransaction>;

/** GET merchants/{request_user_id}/refundable-transactions/{external_application_id}/ */
export const listRefundableTransactionsRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/{request_user_id}/refundable-transactions/{external_application_id}/',
  operationId: 'listRefundableTransactions',
  summary: 'List the charges of a loan that can be refunded',
  description: 'Each charge with how much of it is left to refund.',
  tags: ['Funding'],
  ...secured,
  request: { params: z.object({ request_user_id: pathId, external_application_id: pathId }) },
  responses: {
    200: answer('The charges, the newest first.', z.array(refundableTransaction)),
    ...refusals(403, 404),
  },
});

/** Refund request; each part of the split is at most what is left of it. */
export const refundRequest = z
  .object({
    request_user_id: sponsorId,
    payment_request_uuid: platformIdInput,
    ...splitAmountsInput,
    transaction_callback_url: webAddress,
    reason: optional(line(1, 200)),
    payment_identifier: optional(line(1, 64)),
  })
  .openapi('RefundRequest');
export type RefundRequest = z.output<typeof refundRequest>;

/** An accepted refund; `maximum_refundable_amount` is what is left after it. */
export const refundResponse = z
  .object({
    refund_request_uuid: platformId,
    payment_request_uuid: platformId,
    refund_type: refundType,
    refund_status: transactionStatus,
    ...splitAmounts,
    maximum_refundable_amount: money,
    request_datetime: timestamp,
  })
  .openapi('RefundResponse');
export type RefundResponse = z.output<typeof refundResponse>;

/** POST merchants/refund-payment-request/: for an Admin. */
export const createRefundRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/merchants/refund-payment-request/',
  operationId: 'createRefund',
  summary: 'Refund a charge',
  description:
    'The caller is an Admin. A charge that has not been sent to the payment processor can only be refunded in full. A charge that is at the processor cannot be refunded until it has settled. A settled charge can be refunded in full or in part, up to its `maximum_refundable_amount`. Consumer and merchant user get an e-mail, and `transaction_callback_url` is called when the refund has settled or failed.',
  tags: ['Funding'],
  ...secured,
  request: { headers: idempotencyHeaders, body: jsonBody(refundRequest) },
  responses: {
    201: answer('Accepted.', refundResponse),
    ...refusals(400, 403, 404, 413, 415),
  },
});
