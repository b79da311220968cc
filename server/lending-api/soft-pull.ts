import { createRoute, z } from '@hono/zod-openapi';
import { answer, consumerBody, refusals, secured } from './answers.ts';
import {
  applicantFields,
  consentFields,
  consentOriginFields,
  requestedAmount,
  requireSmsEvidence,
} from './applicant.ts';
import { line, locale, webAddress } from './contact.ts';
import { idempotencyHeaders } from './idempotency.ts';
import { loanNumber, sponsorId } from './identifiers.ts';
import { money } from './money.ts';
import { offerCodeName } from './offer-codes.ts';
import { offer } from './offers.ts';
import { optional, optionalWithDefault } from './optional.ts';
import { adverseActionNotice, applicationStatus, decision } from './statuses.ts';
import { timestamp } from './times.ts';

/** Soft pull request, flat, so that a form can carry it. */
export const softPullRequest = z
  .object({
    request_user_id: sponsorId,
    external_application_id: sponsorId,
    loan_id: optional(sponsorId),
    offer_code_name: optional(offerCodeName),
    requested_amount: requestedAmount,
    ...applicantFields,
    purchase_description: optional(line(0, 140)),
    ...consentFields,
    ...consentOriginFields,
    sponsor_callback_url: webAddress,
    sponsor_redirect_url: optional(webAddress),
    locale: optionalWithDefault(locale, 'en'),
  })
  .superRefine(requireSmsEvidence)
  .openapi('SoftPullRequest');
export type SoftPullRequest = z.output<typeof softPullRequest>;

export const lender = z
  .object({ name: z.string(), nmls_id: z.string(), phone: z.string(), address: z.string() })
  .openapi('Lender');
export type Lender = z.output<typeof lender>;

/** Soft pull response. A review is `no_offers` with `Pending: Verification`. */
export const softPullResponse = z
  .object({
    decision,
    offers: z.array(offer),
    external_application_id: z.string(),
    loan_id: z.string(),
    consumer_application_human_readable_id: loanNumber,
    application_status: applicationStatus,
    requested_amount: money,
    maximum_approved_amount: money.nullable(),
    offers_expire_at: timestamp.nullable(),
    no_offers_message: z.string().nullable(),
    decided_at: timestamp,
    lender,
    adverse_action_notice: adverseActionNotice,
    documents: z.array(z.object({ type: z.string(), version: z.string(), url: z.url() })),
  })
  .openapi('SoftPullResponse');
export type SoftPullResponse = z.output<typeof softPullResponse>;

/** POST consumers/soft-pull/ */
export const softPullRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/consumers/soft-pull/',
  operationId: 'softPull',
  summary: 'Run a soft credit pull and answer with offers or none',
  description:
    'One call makes the application, looks for an earlier one of the same person and for open loans, checks the identity, runs the soft pull and prices the offers. An earlier application whose offers stand, or that is under review, is the answer, with its own ids: go on with those. Under another amount or offer code its offers are priced again; if nothing can be offered then, the answer is a new application. After `no_offers` an adverse action notice may be e-mailed. Needs the feature `allow_soft_pull_process` and an active merchant.',
  tags: ['Consumer applications'],
  ...secured,
  request: {
    headers: idempotencyHeaders,
    body: consumerBody(softPullRequest, { component: 'SoftPullRequest', required: true }),
  },
  responses: {
    200: answer('Decided, or under review.', softPullResponse),
    ...refusals(400, 403, 409, 413, 415),
  },
});
