import { createRoute, z } from '@hono/zod-openapi';
import { answer, consumerBody, refusals, secured } from './answers.ts';
import { locale, webAddress } from './contact.ts';
import { pathPlatformId, platformId, sponsorId } from './identifiers.ts';
import { interestRate, money, moneyInput, percent } from './money.ts';
import { optional } from './optional.ts';
import { productType, promoType } from './rate-sheets.ts';
import { applicationStatus } from './statuses.ts';
import { date, timestamp } from './times.ts';

/** A loan offer: never a merchant fee, a score or a reason. */
export const offer = z
  .object({
    offer_uuid: platformId,
    product_id: platformId,
    product_name: z.string(),
    locale: locale.optional().openapi({ description: 'Language of its texts.' }),
    product_type: productType,
    promo_type: promoType,
    credit_type: z.literal('closed_end_installment'),
    lender_name: z.string(),
    lender_nmls_id: z.string(),
    approved_amount: money.openapi({ description: 'Most this offer allows.' }),
    amount: money.openapi({ description: 'Basis of the figures.' }),
    is_counter_offer: z.boolean(),
    interest_rate: interestRate,
    apr: percent,
    term_months: z.int().positive(),
    number_of_payments: z.int().positive(),
    monthly_payment: money,
    final_payment: money,
    amount_financed: money,
    finance_charge: money,
    total_of_payments: money,
    origination_fee_amount: money,
    first_payment_date: date,
    promo_months: z.int().nonnegative(),
    promo_payoff_amount: money.nullable(),
    promo_disclosure: z.string().nullable(),
    hard_inquiry_on_accept: z.boolean(),
    mla_covered: z.boolean(),
    purchase_window_days: z.int().positive(),
    expires_at: timestamp,
  })
  .openapi('Offer');
export type Offer = z.output<typeof offer>;

/** Selection of an offer; every field is optional. */
export const selectOfferRequest = z
  .object({
    selected_amount: optional(moneyInput({ min: '0.01' })),
    request_user_id: optional(sponsorId),
    sponsor_redirect_url: optional(webAddress),
    locale: optional(locale),
  })
  .openapi('SelectOfferRequest');
export type SelectOfferRequest = z.output<typeof selectOfferRequest>;

export const selectOfferResponse = z
  .object({
    consumer_invitation_link: z.url(),
    link_expires_at: timestamp,
    offer_uuid: platformId,
    external_application_id: z.string(),
    loan_id: z.string(),
    application_status: applicationStatus,
    selected_amount: money,
    monthly_payment: money,
    apr: percent,
    term_months: z.int().positive(),
  })
  .openapi('SelectOfferResponse');
export type SelectOfferResponse = z.output<typeof selectOfferResponse>;

/** PATCH consumers/offers/{offer_uuid}/select/ */
export const selectOfferRoute = createRoute({
  method: 'patch',
  path: '/api/v1/sponsor/consumers/offers/{offer_uuid}/select/',
  operationId: 'selectOffer',
  summary: 'Record the offer that the consumer chose',
  description:
    'Redirect the consumer to the link in the answer to accept the terms; `sponsor_callback_url` is called then. Selecting the same offer again returns the same link while it is valid. Until the terms are accepted another offer can be selected, which revokes the earlier link.',
  tags: ['Consumer applications'],
  ...secured,
  request: {
    params: z.object({ offer_uuid: pathPlatformId }),
    body: consumerBody(selectOfferRequest, { component: 'SelectOfferRequest', required: false }),
  },
  responses: {
    200: answer('Recorded; send the consumer to the link.', selectOfferResponse),
    ...refusals(400, 403, 404, 413, 415),
  },
});
