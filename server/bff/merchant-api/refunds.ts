import { createRoute, z } from '@hono/zod-openapi';
import { answer, jsonBody, pageOf, refusals, secured } from './answers.ts';
import { refundStatuses } from './statuses.ts';
import {
  keyHeader,
  line,
  money,
  notAnOptionOf,
  optional,
  pageQuery,
  pathId,
  positiveMoney,
  requiredKeyHeader,
  time,
  uuid,
  uuidInput,
} from './values.ts';

/** `refund_id` is the BFF's own. */
export const refund = z
  .object({
    refund_id: uuid,
    charge_id: uuid,
    refund_request_uuid: uuid
      .nullable()
      .openapi({ description: 'The lender’s own id of it, where it says one.' }),
    amount: money,
    status: z.enum(refundStatuses).openapi({
      description:
        '`working`: the lender has not said yet whether it has the refund; if it has not, `refund.not_made` says so, and the refund is gone. `pending`: it has it. `settled`: the money went back. `failed`: it did not. `unresolved`: nobody can tell whether the lender has it, or its lists have not shown it for 14 days; until that is known, its charge takes no other refund.',
    }),
    requested_at: time,
    settled_at: time.nullable().openapi({ description: 'When it was first seen settled.' }),
    fee_amount: money.openapi({ description: 'What platform and sponsor give back of it.' }),
    net_amount: money.openapi({ description: 'What the merchant gives back.' }),
  })
  .openapi('Refund');
export type RefundView = z.output<typeof refund>;

export const refundsPage = pageOf('refunds', refund).openapi('RefundsPage');
export type RefundsPage = z.output<typeof refundsPage>;

const refundsPath = '/v1/merchant/checkouts/{id}/charges/{charge}/refunds';
const chargeParams = z.object({ id: pathId, charge: pathId });

export const listRefundsRoute = createRoute({
  method: 'get',
  path: refundsPath,
  operationId: 'listRefunds',
  summary: 'List the refunds of a charge',
  description: 'The oldest first, as the lender has them now, if it answers quickly.',
  tags: ['Refunds'],
  ...secured,
  request: { params: chargeParams, query: z.strictObject(pageQuery) },
  responses: { 200: answer('The refunds.', refundsPage), ...refusals(404) },
});

const maxReasonLength = 200;

const createRefundRequest = z
  .strictObject({
    amount: optional(positiveMoney).openapi({
      type: ['string', 'number', 'null'],
      description: 'All that is left of the charge, if it is left out.',
    }),
    reason: optional(line(maxReasonLength)).openapi({
      description: 'Passed on to the lender and stored nowhere here. Name no person.',
      example: 'Installed one unit less',
    }),
  })
  .openapi('CreateRefundRequest');
export type CreateRefundRequest = z.output<typeof createRefundRequest>;

export const createRefundRoute = createRoute({
  method: 'post',
  path: refundsPath,
  operationId: 'createRefund',
  summary: 'Refund a charge',
  description:
    'All of it, or a part once it has settled. The parts of the fee split go back in proportion. A charge has one refund on its way at a time. One whose answer was lost counts as not made if the lender’s lists do not show it after 25 seconds: if your lender lists refunds only later, ask it before you ask for the refund again. The lender tells the consumer by e-mail.',
  tags: ['Refunds'],
  ...secured,
  request: {
    params: chargeParams,
    headers: requiredKeyHeader,
    body: jsonBody(createRefundRequest),
  },
  responses: {
    201: answer('The refund.', refund),
    ...refusals(404, 409, 413, 415, 422, 501),
  },
});

/** What the merchant has learnt from its lender of a refund that is `unresolved`. */
const resolveRefundRequest = z
  .discriminatedUnion(
    'as',
    [
      z.strictObject({
        as: z.literal('refunded'),
        refund_request_uuid: optional(uuidInput).openapi({ type: ['string', 'null'] }),
      }),
      z.strictObject({ as: z.literal('not_refunded') }),
    ],
    notAnOptionOf('as'),
  )
  .openapi('ResolveRefundRequest');
export type ResolveRefundRequest = z.output<typeof resolveRefundRequest>;

export const resolveRefundRoute = createRoute({
  method: 'post',
  path: `${refundsPath}/{refund}/resolve`,
  operationId: 'resolveRefund',
  summary: 'Settle an unresolved refund',
  description:
    'The lender’s lists are read first, and may contradict it. If they cannot be read as a whole, `not_refunded` is taken 48 hours after the request at the earliest. A refund that was not made is no longer in the list.',
  tags: ['Refunds'],
  ...secured,
  request: {
    params: chargeParams.extend({ refund: pathId }),
    headers: keyHeader,
    body: jsonBody(resolveRefundRequest),
  },
  responses: {
    200: answer('The refunds of the charge.', refundsPage),
    ...refusals(404, 409, 413, 415),
  },
});
