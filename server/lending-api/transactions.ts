import { createRoute, z } from '@hono/zod-openapi';
import { answer, pageOf, refusals, secured } from './answers.ts';
import { notBefore } from './field-rules.ts';
import { loanNumber, pathId, paymentRequestNumber, platformId } from './identifiers.ts';
import { money, percent } from './money.ts';
import { dateRangeQuery, pageQuery, searchQuery, usDateRangeQuery } from './queries.ts';
import { transactionDescription, transactionStatus } from './statuses.ts';
import { timestamp } from './times.ts';

/** Names of a transaction's legs; amounts are positive, the name gives the sign. */
export const merchantTransactionType = z.enum([
  'Consumer Charge Credit',
  'Merchant Fee Debit',
  'Sponsor Fee Credit',
  'Service Fee Debit',
  'Consumer Refund Debit',
  'Merchant Fee Credit',
  'Sponsor Fee Debit',
  'Service Fee Credit',
]);
export type MerchantTransactionType = z.output<typeof merchantTransactionType>;

/** Completed charge or refund (Sponsor Lending API, completed transaction record). */
export const completedTransaction = z
  .object({
    consumer_application_human_readable_id: loanNumber,
    associated_payment_request_id: platformId,
    consumer_first_name: z.string(),
    consumer_last_name: z.string(),
    transaction_description: transactionDescription,
    consumer_charge_amount: money,
    merchant_transactions: z.array(
      z.object({
        transaction_type: merchantTransactionType,
        transaction_amount: money,
        created: timestamp,
      }),
    ),
    status: transactionStatus,
    request_datetime: timestamp,
    status_datetime: timestamp,
    submitted_by: z.string(),
    payment_identifier: z.string().optional(),
  })
  .openapi('CompletedTransaction');
export type CompletedTransaction = z.output<typeof completedTransaction>;

/** GET merchants/transactions/{request_user_id}/ */
export const listTransactionsRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/transactions/{request_user_id}/',
  operationId: 'listTransactions',
  summary: 'List completed charges and refunds',
  description:
    'Successful or failed; requests that are not approved are left out. The dates are compared with `request_datetime`, inclusive. A Salesrep or Salesperson sees what is of consumers they invited, Admin and Salesmanager all.',
  tags: ['Transaction history'],
  ...secured,
  request: { params: z.object({ request_user_id: pathId }), query: z.object(dateRangeQuery) },
  responses: {
    200: answer('The transactions.', z.array(completedTransaction)),
    ...refusals(400, 403, 404),
  },
});

/** Any charge or refund, pending ones included (Sponsor Lending API, all-activity record). */
export const activity = z
  .object({
    consumer_first_name: z.string(),
    consumer_last_name: z.string(),
    request_date: timestamp,
    payment_request_status: z.string(),
    transaction_description: z.string().openapi({ example: 'Consumer Deposit / Initial Charge' }),
    payment_request_id: paymentRequestNumber,
    consumer_application_human_readable_id: loanNumber,
    requested_by: z.string(),
    consumer_charge_amount: money,
    product_name: z.string(),
    consumer_application_id: platformId,
    is_settled: z.boolean(),
    payment_identifier: z.string(),
    payment_request_uuid: platformId,
    merchant_fee: percent,
    merchant_fee_transaction_amount: money,
    net_to_merchant_amount: money,
  })
  .openapi('Activity');
export type Activity = z.output<typeof activity>;

const activityQuery = z
  .object({ ...usDateRangeQuery, ...pageQuery, ...searchQuery })
  .superRefine(notBefore('begin_date', 'end_date'));
export type ActivityQuery = z.output<typeof activityQuery>;

/** GET merchants/{request_user_id}/all-transactions/ */
export const listAllTransactionsRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/{request_user_id}/all-transactions/',
  operationId: 'listAllTransactions',
  summary: 'List all activity',
  description:
    'Charge requests and refunds with what became of them, the newest first. The dates are `MM/DD/YYYY`, inclusive; `search` finds a loan number, also as it is printed, with spaces. A Salesrep or Salesperson sees what is of consumers they invited, Admin and Salesmanager all.',
  tags: ['Transaction history'],
  ...secured,
  request: { params: z.object({ request_user_id: pathId }), query: activityQuery },
  responses: { 200: answer('A page of activity.', pageOf(activity)), ...refusals(400, 403, 404) },
});
