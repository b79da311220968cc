import { createRoute, z } from '@hono/zod-openapi';
import { answer, consumerBody, detailResponse, refusals, secured } from './answers.ts';
import { line } from './contact.ts';
import { sponsorId } from './identifiers.ts';
import { moneyInput } from './money.ts';
import { optional } from './optional.ts';

/** Cancellation of a consumer account. */
export const cancelAccountRequest = z
  .object({
    request_user_id: sponsorId,
    external_application_id: sponsorId,
    reason: optional(line(0, 200)),
  })
  .openapi('CancelAccountRequest');
export type CancelAccountRequest = z.output<typeof cancelAccountRequest>;

/** Credit line increase (Sponsor Lending API): `cli_amount` is the new limit, a JSON number. */
export const creditLineIncreaseRequest = z
  .object({
    external_application_id: sponsorId,
    request_user_id: sponsorId,
    cli_amount: moneyInput({ min: '0.01' }).openapi({
      // Overwrites what `moneyInput()` says of text: a decimal text is tolerated here.
      type: ['number', 'string'],
      description: 'The requested new limit, with at most two decimals and no exponent.',
      example: 12000,
    }),
  })
  .openapi('CreditLineIncreaseRequest');
export type CreditLineIncreaseRequest = z.output<typeof creditLineIncreaseRequest>;

/** POST consumers/accounts/cancel/: forbidden while anything is spent. */
export const cancelAccountRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/consumers/accounts/cancel/',
  operationId: 'cancelAccount',
  summary: 'Cancel a consumer account on which nothing is spent',
  description:
    'Closes an account on which nothing is spent, or cancels an open invitation: the application is `Cancelled`, and `sponsor_callback_url` is called. For Admin, Salesmanager and the Salesrep who sent the invitation.',
  tags: ['Consumer accounts'],
  ...secured,
  request: {
    body: consumerBody(cancelAccountRequest, {
      component: 'CancelAccountRequest',
      required: true,
    }),
  },
  responses: {
    200: answer('Cancelled.', detailResponse),
    ...refusals(400, 403, 404, 413, 415),
  },
});

/** POST consumers/accounts/credit-line-increase/: once an account. */
export const increaseCreditLineRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/consumers/accounts/credit-line-increase/',
  operationId: 'increaseCreditLine',
  summary: 'Raise the limit of a consumer account, once',
  description:
    '`cli_amount` is the new limit: above the present one, and at most the maximum approved amount. Nothing may be spent, and neither application nor account be canceled, closed or suspended. For Admin, Salesmanager and the Salesrep who sent the invitation.',
  tags: ['Consumer accounts'],
  ...secured,
  request: {
    body: consumerBody(creditLineIncreaseRequest, {
      component: 'CreditLineIncreaseRequest',
      required: true,
    }),
  },
  responses: {
    200: answer('Raised.', detailResponse),
    ...refusals(400, 403, 404, 413, 415, 503),
  },
});
