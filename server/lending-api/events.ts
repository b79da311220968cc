import { z } from '@hono/zod-openapi';
import { jsonBody } from './answers.ts';
import { loanNumber, paymentRequestNumber, platformId } from './identifiers.ts';
import { money, percent } from './money.ts';
import { splitAmounts } from './split-amounts.ts';
import {
  applicationPath,
  applicationStatus,
  merchantStatus,
  paymentRequestStatus,
  transactionDescription,
  transactionStatus,
} from './statuses.ts';
import { date, timestamp } from './times.ts';

/** What every callback carries; receivers de-duplicate on event_id. */
const envelope = {
  event_id: platformId,
  event_version: z.literal('1.0'),
  created_at: timestamp,
  sponsor_environment: z.enum(['sandbox', 'production']),
};

export const merchantOnboardingCompleteEvent = z.object({
  ...envelope,
  event_type: z.literal('merchant_onboarding_complete'),
  platform_merchant_id: platformId,
  platform_merchant_user_id: platformId,
  contractor_id: z.string(),
  external_org_id: z.string(),
  user_id: z.string(),
  merchant_status: merchantStatus,
  onboarding_completed_at: timestamp,
  terms_version: z.string(),
});

/** `stage` says which moment it is; a decline is `canceled` with status Declined, without reasons. */
export const consumerApplicationCompleteEvent = z.object({
  ...envelope,
  event_type: z.literal('consumer_application_complete'),
  external_application_id: z.string(),
  loan_id: z.string(),
  consumer_application_id: platformId,
  consumer_application_human_readable_id: loanNumber,
  request_user_id: z.string(),
  application_path: applicationPath,
  stage: z.enum(['decision', 'loan_documents_accepted', 'loan_terms_accepted']),
  decision: z.enum(['approved', 'canceled']),
  application_status: applicationStatus,
  approved_amount: money.nullable(),
  credit_limit: money.nullable(),
  product_name: z.string().nullable(),
  apr: percent.nullable(),
  term_months: z.int().nullable(),
  offer_uuid: platformId.nullable(),
  purchase_window_end_date: date.nullable(),
});

/** `account_status` is null where an open invitation was cancelled: there was no account yet. */
export const consumerAccountCancelEvent = z.object({
  ...envelope,
  event_type: z.literal('consumer_account_cancel'),
  external_application_id: z.string(),
  loan_id: z.string(),
  consumer_application_human_readable_id: loanNumber,
  application_status: z.literal('Cancelled'),
  account_status: z.literal('Closed').nullable(),
  canceled_by: z.string(),
  canceled_at: timestamp,
});

export const consumerChargeOutcomeEvent = z.object({
  ...envelope,
  event_type: z.literal('consumer_charge_outcome'),
  payment_request_uuid: platformId,
  payment_request_id: paymentRequestNumber,
  external_application_id: z.string(),
  loan_id: z.string(),
  consumer_application_human_readable_id: loanNumber,
  outcome: z.enum(['approved', 'rejected']),
  payment_request_status: paymentRequestStatus,
  transaction_status: transactionStatus.nullable(),
  transaction_description: transactionDescription,
  ...splitAmounts,
  approved_by: z.enum(['consumer', 'sponsor']).nullable(),
  rejection_reason: z.string().nullable(),
  payment_identifier: z.string().nullable(),
  outcome_at: timestamp,
});

export const consumerRefundOutcomeEvent = z.object({
  ...envelope,
  event_type: z.literal('consumer_refund_outcome'),
  refund_request_uuid: platformId,
  payment_request_uuid: platformId,
  external_application_id: z.string(),
  consumer_application_human_readable_id: loanNumber,
  outcome: z.enum(['settled', 'failed']),
  status: transactionStatus,
  refund_type: z.enum(['full', 'partial']),
  ...splitAmounts,
  settled_at: timestamp.nullable(),
  payment_identifier: z.string().nullable(),
});

/** Every callback body, told apart by `event_type`. */
export const callbackEvent = z.discriminatedUnion('event_type', [
  merchantOnboardingCompleteEvent,
  consumerApplicationCompleteEvent,
  consumerAccountCancelEvent,
  consumerChargeOutcomeEvent,
  consumerRefundOutcomeEvent,
]);
export type CallbackEvent = z.output<typeof callbackEvent>;

/** When each is sent, and to which address. */
const described: Record<CallbackEvent['event_type'], { summary: string; description: string }> = {
  merchant_onboarding_complete: {
    summary: 'Merchant onboarding complete',
    description:
      'To the `sponsor_callback_url` of the merchant, when its Admin has finished the pages and accepted the terms and conditions.',
  },
  consumer_application_complete: {
    summary: 'Consumer application complete',
    description:
      'To the `sponsor_callback_url` of the application. By invitation: when it is approved or canceled, and again when the consumer accepts the loan documents. By soft pull: when the consumer accepts the loan terms, or when an answer that was not inline is there.',
  },
  consumer_account_cancel: {
    summary: 'Consumer account cancel',
    description:
      'To the `sponsor_callback_url` of the application, after a successful cancel request. `account_status` is null where an open invitation was cancelled.',
  },
  consumer_charge_outcome: {
    summary: 'Consumer charge outcome',
    description:
      'To the `transaction_callback_url` of the charge request, when it is approved or rejected. A request that expires has none.',
  },
  consumer_refund_outcome: {
    summary: 'Consumer refund outcome',
    description:
      'To the `transaction_callback_url` of the refund request, when the refund has settled or failed.',
  },
};

/** The callbacks as OpenAPI webhooks; 200 or 201 acknowledges, whatever the body. */
export const callbackEvents = callbackEvent.options.map((schema) => {
  const name = schema.shape.event_type.value;
  return {
    name,
    webhook: {
      method: 'post' as const,
      operationId: name,
      ...described[name],
      tags: ['Callbacks'],
      security: [{ callback: [] }],
      request: { body: jsonBody(schema) },
      responses: {
        200: { description: 'Acknowledged.' },
        201: { description: 'Acknowledged.' },
      },
    },
  };
});
