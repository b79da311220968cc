import { createRoute, z } from '@hono/zod-openapi';
import { answer, jsonBody, pageOf, refusals, secured } from './answers.ts';
import { authorizationMethods, chargeStatuses } from './statuses.ts';
import {
  description,
  keyHeader,
  line,
  money,
  moneyInput,
  notAnOption,
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

/** Initial, project and final charge (Sponsor Lending API, transaction status and type codes). */
const chargeKinds = [109, 111, 113] as const;

/** `type` replaces in the document what the schema says by itself, its values too. */
export const chargeKind = z.literal([...chargeKinds], notAnOption).openapi({
  type: 'integer',
  enum: [...chargeKinds],
  description:
    '109 initial, 111 project, 113 final charge. Once a final charge has gone through, a lender may take no other charge to the loan, and cancel those that still wait.',
});

/** `charge_id` is the BFF's own. What the lender has not said yet is null. */
export const charge = z
  .object({
    charge_id: uuid,
    payment_request_uuid: uuid.nullable(),
    transaction_description: chargeKind,
    amount: money,
    status: z.enum(chargeStatuses).openapi({
      description:
        '`working`: the lender has not said yet whether it has the request; if it has not, `charge.not_made` says so, and the charge is gone. `pending`: the consumer is asked. `approved`: it may still fail. `settled`: the money was transferred. `rejected`, `expired`, `canceled`, `failed`: ended without money; if the lender tries it again all the same, the status goes on. `held`: the lender holds it back. `refunded`, `reversed`: the money went back, by a refund or without one. `unresolved`: nobody can tell whether the lender has it, or, two weeks after its request ended, how it ended; until that is known, the order takes no other initial charge.',
    }),
    requested_at: time,
    expires_at: time.nullable(),
    settled_at: time.nullable().openapi({ description: 'When it was first seen settled.' }),
    fee_amount: money.openapi({ description: 'What platform and sponsor keep of it.' }),
    net_amount: money.openapi({ description: 'The merchant’s part.' }),
    refunded_amount: money.openapi({
      description: 'What went back of it, by refunds or without.',
      example: '0.00',
    }),
    pending_refund_amount: money.openapi({
      description: 'What is on its way back, or may be.',
      example: '0.00',
    }),
  })
  .openapi('Charge');
export type ChargeView = z.output<typeof charge>;

export const chargesPage = pageOf('charges', charge).openapi('ChargesPage');
export type ChargesPage = z.output<typeof chargesPage>;

export const listChargesRoute = createRoute({
  method: 'get',
  path: '/v1/merchant/checkouts/{id}/charges',
  operationId: 'listCharges',
  summary: 'List the charges of a checkout',
  description: 'The oldest first, as the lender has them now, if it answers quickly.',
  tags: ['Charges'],
  ...secured,
  request: { params: z.object({ id: pathId }), query: z.strictObject(pageQuery) },
  responses: { 200: answer('The charges.', chargesPage), ...refusals(404) },
});

/** The parts of a charge (Sponsor Lending API, fee split fields), which sum to its amount. */
const feeSplitInput = z
  .strictObject(
    {
      net_to_merchant_amount: moneyInput,
      net_platform_fee: moneyInput,
      net_to_sponsor_amount: moneyInput,
    },
    'invalid',
  )
  .openapi('FeeSplit');

const createChargeRequest = z
  .strictObject({
    transaction_description: chargeKind,
    amount: positiveMoney,
    description: optional(description),
    fee_split: optional(feeSplitInput),
  })
  .openapi('CreateChargeRequest');
export type CreateChargeRequest = z.output<typeof createChargeRequest>;

export const createChargeRoute = createRoute({
  method: 'post',
  path: '/v1/merchant/checkouts/{id}/charges',
  operationId: 'createCharge',
  summary: 'Ask for a charge',
  description:
    'The consumer is asked to approve it. An order has at most one live initial charge, whoever asked for it. `fee_split` needs `may_split` in the merchant’s entry.',
  tags: ['Charges'],
  ...secured,
  request: {
    params: z.object({ id: pathId }),
    headers: requiredKeyHeader,
    body: jsonBody(createChargeRequest),
  },
  responses: {
    201: answer('The charge.', charge),
    ...refusals(404, 409, 413, 415, 422),
  },
});

const approveChargeRequest = z
  .strictObject({
    authorization_method: z.enum(authorizationMethods, notAnOption),
    authorization_reference: line(140).openapi({
      description: 'Where the authorisation is kept. No personal data.',
      example: 'HC-2201',
    }),
  })
  .openapi('ApproveChargeRequest');
export type ApproveChargeRequest = z.output<typeof approveChargeRequest>;

export const approveChargeRoute = createRoute({
  method: 'post',
  path: '/v1/merchant/checkouts/{id}/charges/{charge}/approve',
  operationId: 'approveCharge',
  summary: 'Approve a charge for the consumer',
  description:
    'Of a charge that is `pending`, for a consumer who has authorised it elsewhere: how, and where that is kept, is stored and sent to the lender. Needs `may_approve` in the merchant’s entry, and the lender must have enabled it for the sponsor.',
  tags: ['Charges'],
  ...secured,
  request: {
    params: z.object({ id: pathId, charge: pathId }),
    headers: requiredKeyHeader,
    body: jsonBody(approveChargeRequest),
  },
  responses: {
    200: answer('The charge. Still `pending` if the lender’s answer was lost.', charge),
    ...refusals(404, 409, 413, 415, 501),
  },
});

/** What the merchant has learnt from its lender of a charge that is `unresolved`. */
const resolveChargeRequest = z
  .discriminatedUnion(
    'as',
    [
      z.strictObject({ as: z.literal('charged'), payment_request_uuid: uuidInput }),
      z.strictObject({ as: z.literal('not_charged') }),
    ],
    notAnOptionOf('as'),
  )
  .openapi('ResolveChargeRequest');
export type ResolveChargeRequest = z.output<typeof resolveChargeRequest>;

export const resolveChargeRoute = createRoute({
  method: 'post',
  path: '/v1/merchant/checkouts/{id}/charges/{charge}/resolve',
  operationId: 'resolveCharge',
  summary: 'Settle an unresolved charge',
  description:
    '`charged`: the lender has it, and it was approved or still can be. `not_charged`: the lender has none, or it was not approved. The lender’s lists are read first, and may contradict it; `charged` needs its row there. If they cannot be read as a whole, `not_charged` is taken 48 hours after the request at the earliest. A charge that was not made is no longer in the list; one whose request the lender had is `expired`.',
  tags: ['Charges'],
  ...secured,
  request: {
    params: z.object({ id: pathId, charge: pathId }),
    headers: keyHeader,
    body: jsonBody(resolveChargeRequest),
  },
  responses: {
    200: answer('The charges of the checkout.', chargesPage),
    ...refusals(404, 409, 413, 415),
  },
});
