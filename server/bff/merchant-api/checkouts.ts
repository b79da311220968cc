import { createRoute, z } from '@hono/zod-openapi';
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

export const checkoutStatus = z.enum(checkoutStatuses).openapi('CheckoutStatus');

export const createCheckoutRequest = z
  .strictObject({
    amount: moneyInput,
    order_id: orderId,
    description: optional(description),
    return_url: webAddress,
    locale: optional(locale),
    sold_by: optional(userId),
    offer_code: optional(offerCode),
    expires_at: optional(timeInput),
  })
  .openapi('CreateCheckoutRequest');
export type CreateCheckoutRequest = z.output<typeof createCheckoutRequest>;

/** `step` is what the page shows: its amount in the details, the screen's name alone after that. */
export const createdCheckout = z
  .object({
    checkout_id: uuid,
    client_token: z
      .string()
      .openapi({ description: 'For the page of this consumer, and no other.' }),
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
    'Nobody can change its amount, and the order counts as signed. Give `client_token` to the element on the consumer’s page. `sold_by` is one of the `users` in the merchant’s entry. `expires_at` is in 30 days unless said, and in 90 at most.',
  tags: ['Checkouts'],
  ...secured,
  request: { headers: keyHeader, body: jsonBody(createCheckoutRequest) },
  responses: {
    201: answer('The checkout, or the one that this key made before.', createdCheckout),
    ...refusals(409, 413, 415, 422),
  },
});

/** A checkout in a list: never offers, nor the lender's link. */
export const checkoutSummary = z
  .object({
    checkout_id: uuid,
    order_id: z.string().nullable(),
    amount: money.nullable(),
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

/** The same with what happened to it, from the beginning on. */
export const checkoutView = checkoutSummary
  .extend({
    cancellation: z.enum(cancellationStatuses).nullable().openapi({
      description:
        '`working`: the lender has not said yet whether it has cancelled the account. `refused`: the consumer had accepted, and the lender would not cancel. Null where nobody asked.',
      example: null,
    }),
    version: z.int().openapi({ description: 'Of its last event.', example: 2 }),
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

export const cancelCheckoutRequest = z.strictObject({}).openapi('CancelCheckoutRequest');
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
    ...refusals(404, 409, 413, 415, 501, 503),
  },
});

/** `created_after` counts with what was made at that time, `created_before` without. */
export const checkoutsQuery = z.strictObject({
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
