import { createRoute, z } from '@hono/zod-openapi';
import { requestedAmountRange } from '../../../widget/contract/money-input.ts';
import { portalAccountStatuses } from '../../../widget/contract/step.ts';
import { answer, jsonBody, pageOf, refusals, secured } from './answers.ts';
import { charge } from './charges.ts';
import { timelineEvent } from './events.ts';
import { cancellationStatuses, checkoutStatuses } from './statuses.ts';
import {
  description,
  keyHeader,
  locale,
  money,
  moneyInput,
  offerCode,
  optional,
  orderId,
  pageQuery,
  pathId,
  time,
  timeInput,
  userId,
  uuid,
  webAddress,
} from './values.ts';

export const checkoutStatus = z.enum(checkoutStatuses).openapi('CheckoutStatus', {
  description:
    '`open`: nobody has applied yet. `applied`: the lender decides. `review`: a person at the lender decides or, after the choice, the lender waits for a code from the consumer. `offers`, `no_offers`: its decision. `chosen`: an offer was chosen. `accepted`: there is a loan. `cancelled`, `expired`: ended. `needs_attention`: the lender has the application, or may have it, and its answer cannot be shown.',
});

const createCheckoutRequest = z
  .strictObject({
    amount: moneyInput.openapi({
      description: `From ${requestedAmountRange.minimum} to ${requestedAmountRange.maximum}, or within \`amounts\` of the merchant’s entry; else 422 \`amount_out_of_range\`. Text or a number, with at most two decimals.`,
    }),
    order_id: orderId,
    description: optional(description),
    return_url: optional(webAddress),
    locale: optional(locale),
    sold_by: optional(userId),
    offer_code: optional(offerCode),
    expires_at: optional(timeInput).openapi({ type: ['string', 'null'] }),
  })
  .openapi('CreateCheckoutRequest');
export type CreateCheckoutRequest = z.output<typeof createCheckoutRequest>;

const payLink = z.url().openapi({
  description: 'Of a page for the consumer: for an SMS, an e-mail or a QR code.',
  example:
    'https://bff.example/pay#5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a11.1.pay.Zk0v2rY7cQxW1mJtB9sLhD4uEaNfPg6iKoRw3yTqHvM',
});

/** `step` is what the page shows: its amount in the details, the screen's name alone after that. */
export const createdCheckout = z
  .object({
    checkout_id: uuid,
    client_token: z
      .string()
      .openapi({ description: 'For the page of this consumer, and no other.' }),
    url: payLink,
    status: checkoutStatus,
    expires_at: time,
    step: z.object({
      screen: z.string().openapi({ example: 'details' }),
      amount: money.optional(),
      amount_locked: z.boolean().optional(),
    }),
  })
  .openapi('CreatedCheckout');
export type CreatedCheckout = z.output<typeof createdCheckout>;

export const createCheckoutRoute = createRoute({
  method: 'post',
  path: '/v1/merchant/checkouts',
  operationId: 'createCheckout',
  summary: 'Make a checkout of an order',
  description:
    'Nobody can change its amount, and the order counts as signed. Send the consumer `url`, or give `client_token` to the element on their page: whichever has the first input makes the other void. `return_url` is where the lender sends a consumer back who used the `client_token`; by the link, they come back to its page. `sold_by` is one of the `users` in the merchant’s entry. `expires_at` is in 30 days unless said, and in 90 at most.',
  tags: ['Checkouts'],
  ...secured,
  request: { headers: keyHeader, body: jsonBody(createCheckoutRequest) },
  responses: {
    201: answer('The checkout, or the one that this key made before.', createdCheckout),
    ...refusals(403, 409, 413, 415, 422),
  },
});

/** A checkout in a list: never offers, nor the lender's link. */
const checkoutSummary = z
  .object({
    checkout_id: uuid,
    order_id: z.string().nullable(),
    amount: money.nullable().openapi({
      description: 'Of the order, or what was asked for: a loan can be for less.',
    }),
    status: checkoutStatus,
    sold_by: z.string().nullable().openapi({
      description: 'The merchant’s user at the lender under whom it is made.',
      example: 'hillside-rep-2',
    }),
    offer_code: z.string().nullable().openapi({ example: 'SPRING-24' }),
    created_at: time,
    expires_at: time.nullable().openapi({
      description: 'Until when the consumer may begin. Null where a page made it.',
      example: '2026-04-01T14:58:00Z',
    }),
    charges: z.array(charge),
  })
  .openapi('CheckoutSummary');
export type CheckoutSummaryView = z.output<typeof checkoutSummary>;

/** What can be charged, and until when. */
const loan = z.object({
  credit_limit: money.nullable().openapi({ description: 'The most that can be charged.' }),
  available_spend: money.nullable().openapi({ description: 'What is left of it.' }),
  purchase_window_end_date: z.iso.date().nullable().openapi({
    description: 'Until when it can be charged.',
    example: '2026-07-30',
  }),
  portal_account_status: z.enum(portalAccountStatuses).nullable().openapi({
    description:
      'Of the consumer’s Payment Portal account, which a charge needs. The page has a button for the invitation.',
    example: 'Active',
  }),
});

/** The same with what happened to it, from the beginning on. */
export const checkoutView = checkoutSummary
  .extend({
    cancellation: z.enum(cancellationStatuses).nullable().openapi({
      description:
        '`working`: the lender has not said yet whether it has cancelled the account; repeat the call under its key until it has, since no webhook says that it came to nothing. `done`: it is cancelled. Should the consumer accept at the lender all the same, the account is cancelled there, and this turns to `refused` only if the lender would not. `refused`: the consumer had accepted, and the lender would not cancel. Null where nobody asked.',
      example: null,
    }),
    loan: loan.nullable().openapi({
      description:
        'While the checkout is `accepted`: the loan, as the lender says it. What it does not say is null.',
    }),
    url: payLink.nullable().openapi({
      description:
        'The link, until somebody has begun. Null, too, where a page made it or it has ended.',
    }),
    version: z.int().openapi({ description: 'Of its last event.', example: 120 }),
    timeline: z.array(timelineEvent),
  })
  .openapi('Checkout');
export type CheckoutView = z.output<typeof checkoutView>;

export const retrieveCheckoutRoute = createRoute({
  method: 'get',
  path: '/v1/merchant/checkouts/{id}',
  operationId: 'retrieveCheckout',
  summary: 'Read a checkout',
  description:
    'As the lender has it now, if it answers quickly. Checkouts that a page began are here, too.',
  tags: ['Checkouts'],
  ...secured,
  request: { params: z.object({ id: pathId }) },
  responses: { 200: answer('The checkout.', checkoutView), ...refusals(404) },
});

const cancelCheckoutRequest = z.strictObject({}).openapi('CancelCheckoutRequest');
export type CancelCheckoutRequest = z.output<typeof cancelCheckoutRequest>;

export const cancelCheckoutRoute = createRoute({
  method: 'post',
  path: '/v1/merchant/checkouts/{id}/cancel',
  operationId: 'cancelCheckout',
  summary: 'Cancel a checkout',
  description:
    'Before the consumer accepts, it is cancelled at once. Should they accept at the lender all the same, the account is cancelled there; if the lender refuses, the checkout is `accepted` again. After acceptance the lender cancels the account, as long as nothing is spent.',
  tags: ['Checkouts'],
  ...secured,
  request: {
    params: z.object({ id: pathId }),
    headers: keyHeader,
    body: jsonBody(cancelCheckoutRequest),
  },
  responses: {
    200: answer('The checkout.', checkoutView),
    ...refusals(404, 409, 413, 415, 501),
  },
});

const linkRequest = z.strictObject({}).openapi('LinkRequest');
export type LinkRequest = z.output<typeof linkRequest>;

export const issueLinkRoute = createRoute({
  method: 'post',
  path: '/v1/merchant/checkouts/{id}/link',
  operationId: 'issueLink',
  summary: 'Issue the link again',
  description:
    'Before an application: a new link and `client_token` of the same checkout. Those before are void, also in the browser that has begun. After an application, or when it has expired or was cancelled: a new, empty checkout of the same order. After acceptance it is refused: your server can charge. A `sold_by` or the origin of a `return_url` that the merchant’s entry no longer has is left out: the sale goes on under the merchant’s own user, and by the link.',
  tags: ['Checkouts'],
  ...secured,
  request: {
    params: z.object({ id: pathId }),
    headers: keyHeader,
    body: jsonBody(linkRequest),
  },
  responses: {
    200: answer('The checkout with its link, or a new one.', createdCheckout),
    ...refusals(404, 409, 413, 415, 422),
  },
});

export const readQrCodeRoute = createRoute({
  method: 'get',
  path: '/v1/merchant/checkouts/{id}/qr.svg',
  operationId: 'readQrCode',
  summary: 'Read the link as a QR code',
  description: 'For the consumer’s phone to scan. Refused once somebody has begun.',
  tags: ['Checkouts'],
  ...secured,
  request: { params: z.object({ id: pathId }) },
  responses: {
    200: {
      description: 'A picture, black on white.',
      content: { 'image/svg+xml': { schema: z.string() } },
    },
    ...refusals(404, 409),
  },
});

/** `created_after` counts with what was made at that time, `created_before` without. */
const checkoutsQuery = z.strictObject({
  ...pageQuery,
  order_id: orderId.optional(),
  status: z.enum(checkoutStatuses, 'not_an_option').optional(),
  sold_by: userId.optional(),
  created_after: timeInput.optional(),
  created_before: timeInput.optional(),
});
export type CheckoutsQuery = z.output<typeof checkoutsQuery>;

export const checkoutsPage = pageOf('checkouts', checkoutSummary).openapi('CheckoutsPage');
export type CheckoutsPage = z.output<typeof checkoutsPage>;

export const listCheckoutsRoute = createRoute({
  method: 'get',
  path: '/v1/merchant/checkouts',
  operationId: 'listCheckouts',
  summary: 'List checkouts',
  description:
    'The newest first, as they are stored: the lender is not read. Checkouts that a page began are here, too.',
  tags: ['Checkouts'],
  ...secured,
  request: { query: checkoutsQuery },
  responses: { 200: answer('The checkouts.', checkoutsPage), ...refusals() },
});
