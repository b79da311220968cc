import { createRoute, z } from '@hono/zod-openapi';
import { answer, jsonBody, refusals, secured } from './answers.ts';
import { line, webAddress } from './contact.ts';
import { eitherOf } from './field-rules.ts';
import { idempotencyHeaders } from './idempotency.ts';
import {
  loanNumber,
  pathId,
  pathPlatformId,
  paymentRequestNumber,
  platformId,
  sponsorId,
} from './identifiers.ts';
import { optional } from './optional.ts';
import { dateRangeQuery } from './queries.ts';
import { splitAmounts, splitAmountsInput } from './split-amounts.ts';
import { paymentRequestStatus, transactionDescription } from './statuses.ts';
import { timestamp } from './times.ts';

const chargeDescription = z
  .preprocess(
    wholeNumber,
    z.union([z.literal(109), z.literal(111), z.literal(113)], { error: 'Send 109, 111 or 113.' }),
  )
  .openapi({ type: 'integer', enum: [109, 111, 113] });

function wholeNumber(sent: unknown): unknown {
  return typeof sent === 'string' && /^\d{3}$/.test(sent.trim()) ? Number(sent) : sent;
}

/** Charge request; the loan is named by external_application_id or loan_id. */
export const chargeRequest = z
  .object({
    request_user_id: sponsorId,
    external_application_id: optional(sponsorId),
    loan_id: optional(sponsorId),
    transaction_description: chargeDescription,
    ...splitAmountsInput,
    transaction_callback_url: webAddress,
    payment_identifier: optional(line(1, 64)),
    description: optional(line(1, 140)),
  })
  .superRefine(eitherOf('external_application_id', 'loan_id'))
  .openapi('ChargeRequest');
export type ChargeRequest = z.output<typeof chargeRequest>;

/** A created charge request; `warning` only when e-mail was the fallback. */
export const chargeRequestResponse = z
  .object({
    payment_request_uuid: platformId,
    payment_request_id: paymentRequestNumber,
    payment_request_status: paymentRequestStatus,
    ...splitAmounts,
    transaction_description: transactionDescription,
    requested_by: z.string(),
    request_datetime: timestamp,
    expires_at: timestamp,
    notifications: z.object({
      sms: z.enum(['sent', 'skipped_opted_out', 'failed']),
      email: z.enum(['sent', 'none']),
    }),
    payment_identifier: z.string().optional(),
    warning: z.string().optional(),
  })
  .openapi('ChargeRequestResponse');
export type ChargeRequestResponse = z.output<typeof chargeRequestResponse>;

/** POST merchants/payment-request/ */
export const createChargeRequestRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/merchants/payment-request/',
  operationId: 'createChargeRequest',
  summary: 'Create a charge request',
  description:
    'Sends SMS and e-mail with a link to approve the charge. Needs an application that is `Approved: Accepted`, an active Payment Portal account and an active bank account of the merchant. The charge is what merchant, platform and sponsor get together. It ends at `expires_at`: after 48 hours, or with the loan’s purchase window before that. `transaction_callback_url` is called when the consumer approves or rejects it. A `warning` says that only an e-mail went out.',
  tags: ['Funding'],
  ...secured,
  request: { headers: idempotencyHeaders, body: jsonBody(chargeRequest) },
  responses: {
    201: answer('Sent to the consumer.', chargeRequestResponse),
    ...refusals(400, 403, 404, 413, 415, 424),
  },
});

/** A charge request that waits for approval. */
export const pendingPaymentRequest = z
  .object({
    payment_request_uuid: platformId,
    payment_request_id: paymentRequestNumber,
    external_application_id: z.string(),
    loan_id: z.string(),
    consumer_application_human_readable_id: loanNumber,
    consumer_first_name: z.string(),
    consumer_last_name: z.string(),
    transaction_description: transactionDescription,
    ...splitAmounts,
    payment_request_status: paymentRequestStatus,
    request_datetime: timestamp,
    expires_at: timestamp,
    requested_by: z.string(),
    payment_identifier: z.string().nullable(),
  })
  .openapi('PendingPaymentRequest');
export type PendingPaymentRequest = z.output<typeof pendingPaymentRequest>;

/** GET merchants/payment-request/{request_user_id}/: sent, not approved, not expired. */
export const listChargeRequestsRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/payment-request/{request_user_id}/',
  operationId: 'listPendingChargeRequests',
  summary: 'List charge requests that wait for approval',
  description:
    'Sent, not yet approved and not expired, the newest first. The dates are compared with `request_datetime`, inclusive.',
  tags: ['Funding'],
  ...secured,
  request: { params: z.object({ request_user_id: pathId }), query: z.object(dateRangeQuery) },
  responses: {
    200: answer('The pending requests.', z.array(pendingPaymentRequest)),
    ...refusals(400, 403, 404),
  },
});

/** Evidence of an approval on the consumer's behalf. */
export const approveChargeRequest = z
  .object({
    request_user_id: optional(sponsorId),
    authorization_method: optional(
      z.enum(['signed_contract', 'recorded_call', 'in_person', 'other']),
    ),
    authorization_reference: optional(line(1, 140)),
  })
  .openapi('ApproveChargeRequest');
export type ApproveChargeRequest = z.output<typeof approveChargeRequest>;

export const approveChargeResponse = z
  .object({
    payment_request_uuid: platformId,
    payment_request_status: z.literal('Approved'),
    detail: z.string(),
  })
  .openapi('ApproveChargeResponse');
export type ApproveChargeResponse = z.output<typeof approveChargeResponse>;

/** POST merchants/payment-request/{payment_request_uuid}/approve/: needs the sponsor's flag. */
export const approveChargeRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/merchants/payment-request/{payment_request_uuid}/approve/',
  operationId: 'approveChargeRequest',
  summary: 'Approve a charge request on behalf of the consumer',
  description:
    'Skips the consumer’s page and the SMS. Disabled unless the sponsor has the feature `allow_approve_on_behalf`. What the body says of the authorization is kept as evidence.',
  tags: ['Funding'],
  ...secured,
  request: {
    params: z.object({ payment_request_uuid: pathPlatformId }),
    body: { required: false, content: { 'application/json': { schema: approveChargeRequest } } },
  },
  responses: {
    200: answer('Approved.', approveChargeResponse),
    ...refusals(400, 403, 404, 413, 415),
  },
});
