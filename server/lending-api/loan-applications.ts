import { createRoute, z } from '@hono/zod-openapi';
import { answer, refusals, secured } from './answers.ts';
import { pathId } from './identifiers.ts';
import { loanNames } from './loan-names.ts';
import { money } from './money.ts';
import { offer } from './offers.ts';
import { pendingPaymentRequest } from './payment-requests.ts';
import { lender } from './soft-pull.ts';
import {
  accountStatus,
  adverseActionNotice,
  applicationPath,
  applicationStatus,
  decision,
  eligibility,
  portalAccountStatus,
} from './statuses.ts';
import { date, timestamp } from './times.ts';
import { completedTransaction } from './transactions.ts';

/** A consumer loan application in a list. */
export const loanApplication = z
  .object({
    ...loanNames,
    email: z.string(),
    phone: z.string(),
    application_path: applicationPath,
    application_status: applicationStatus,
    account_status: accountStatus.nullable(),
    portal_account_status: portalAccountStatus,
    product_name: z.string().nullable(),
    requested_amount: money.nullable(),
    maximum_approved_amount: money.nullable(),
    credit_limit: money.nullable(),
    amount_spent: money,
    pending_charge_amount: money,
    available_spend: money,
    purchase_window_end_date: date.nullable(),
    offer_code_name: z.string(),
    invited_by_merchant_user: z.string(),
    application_date: timestamp,
    accepted_at: timestamp.nullable(),
    modified: timestamp,
  })
  .openapi('LoanApplication');
export type LoanApplication = z.output<typeof loanApplication>;

/**
 * One consumer loan. `decision` and `offers` are there while offers stand: a caller
 * whose soft-pull answer was lost finds them here.
 */
export const loanApplicationDetail = loanApplication
  .extend({
    selected_offer: offer.nullable(),
    credit_line_increase: z
      .object({
        status: z.literal('Completed'),
        previous_limit: money,
        new_limit: money,
        at: timestamp,
      })
      .nullable(),
    ...eligibility,
    transactions: z.array(completedTransaction),
    pending_payment_requests: z.array(pendingPaymentRequest),
    documents: z.array(
      z.object({ type: z.string(), version: z.string(), sha256: z.string(), url: z.url() }),
    ),
    status_history: z.array(
      z.object({ status: applicationStatus, at: timestamp, actor: z.string() }),
    ),
    decision: decision.optional(),
    offers: z.array(offer).optional(),
    lender,
    decided_at: timestamp.nullable(),
    adverse_action_notice: adverseActionNotice,
  })
  .openapi('LoanApplicationDetail');
export type LoanApplicationDetail = z.output<typeof loanApplicationDetail>;

/** GET merchants/loan-applications/{request_user_id}/: the newest first. */
export const listLoanApplicationsRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/loan-applications/{request_user_id}/',
  operationId: 'listLoanApplications',
  summary: 'List the consumer loan applications of the merchant',
  description:
    'The newest first. A Salesrep or Salesperson sees what they sent, Admin and Salesmanager all.',
  tags: ['Consumer applications'],
  ...secured,
  request: { params: z.object({ request_user_id: pathId }) },
  responses: { 200: answer('The applications.', z.array(loanApplication)), ...refusals(403, 404) },
});

const loanPath = z.object({ request_user_id: pathId, loan_id: pathId });

/** GET merchants/loan-applications/{request_user_id}/loan/{loan_id}/ */
export const retrieveLoanApplicationRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/loan-applications/{request_user_id}/loan/{loan_id}/',
  operationId: 'retrieveLoanApplication',
  summary: 'Retrieve one consumer loan',
  description:
    'The loan with its balance, charges, documents, history and whether it can be charged; while its offers stand, with these and the decision. A Salesrep or Salesperson sees what they sent, or what their consumer was answered with.',
  tags: ['Consumer applications'],
  ...secured,
  request: { params: loanPath },
  responses: { 200: answer('The loan.', loanApplicationDetail), ...refusals(403, 404) },
});

export const invitePortalResponse = z
  .object({ detail: z.string(), portal_account_status: portalAccountStatus, ...eligibility })
  .openapi('InvitePortalResponse');
export type InvitePortalResponse = z.output<typeof invitePortalResponse>;

/** POST …/loan/{loan_id}/invite-portal/: needs Approved: Accepted. */
export const invitePortalRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/merchants/loan-applications/{request_user_id}/loan/{loan_id}/invite-portal/',
  operationId: 'invitePortal',
  summary: 'Send the consumer the Payment Portal set-up e-mail',
  description:
    'A charge request needs an active Payment Portal account. The application must be `Approved: Accepted`. The answer says whether the loan can be charged now.',
  tags: ['Consumer applications'],
  ...secured,
  request: { params: loanPath },
  responses: {
    200: answer('Sent.', invitePortalResponse),
    ...refusals(400, 403, 404, 413, 415),
  },
});
