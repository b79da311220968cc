import { createRoute, z } from '@hono/zod-openapi';
import { answer, pageOf, refusals, secured } from './answers.ts';
import { pathId } from './identifiers.ts';
import { loanNames } from './loan-names.ts';
import { money } from './money.ts';
import { orderingQuery, pageQuery } from './queries.ts';
import { applicationStatus, eligibility, portalAccountStatus } from './statuses.ts';
import { date } from './times.ts';

/** A loan that a charge may be requested of, now or once its portal account is active. */
export const availableTransaction = z
  .object({
    ...loanNames,
    product_name: z.string(),
    application_status: applicationStatus,
    credit_limit: money,
    amount_spent: money,
    available_spend: money,
    purchase_window_end_date: date,
    portal_account_status: portalAccountStatus,
    ...eligibility,
    invited_by_merchant_user: z.string(),
  })
  .openapi('AvailableTransaction');
export type AvailableTransaction = z.output<typeof availableTransaction>;

/** The fields that the list may be ordered by; by default the loan accepted last comes first. */
export const availableTransactionOrder = [
  'external_application_id',
  'loan_id',
  'consumer_application_id',
  'consumer_application_human_readable_id',
  'consumer_first_name',
  'consumer_last_name',
  'product_name',
  'application_status',
  'credit_limit',
  'amount_spent',
  'available_spend',
  'purchase_window_end_date',
  'portal_account_status',
  'is_valid_for_transaction',
  'transaction_status_code',
  'no_transaction_message',
  'invited_by_merchant_user',
] as const;

const availableQuery = z.object({ ...orderingQuery(availableTransactionOrder), ...pageQuery });
export type AvailableQuery = z.output<typeof availableQuery>;

/** GET merchants/{request_user_id}/available-transactions/ */
export const listAvailableTransactionsRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/{request_user_id}/available-transactions/',
  operationId: 'listAvailableTransactions',
  summary: 'List the loans that can be charged',
  description:
    'Loans that the user may charge now, or once the consumer has a Payment Portal account.',
  tags: ['Transaction history'],
  ...secured,
  request: { params: z.object({ request_user_id: pathId }), query: availableQuery },
  responses: {
    200: answer('A page of loans.', pageOf(availableTransaction)),
    ...refusals(400, 403, 404),
  },
});
