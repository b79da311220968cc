import { createRoute, z } from '@hono/zod-openapi';
import { pageOf, refusals, secured } from './answers.ts';
import { chargeKind } from './charges.ts';
import { chargeStatuses, refundStatuses, settlementKinds } from './statuses.ts';
import { dateInput, pageQuery, signedMoney, time, uuid } from './values.ts';

/** Money that has moved. What went back is negative. */
const settlement = z
  .object({
    settlement_id: z.string().openapi({ example: 'charge_c2b8f4de-6f0e-4c53-9a3f-9b7d2a0e5f22' }),
    kind: z.enum(settlementKinds).openapi({
      description: '`reversal`: the money went back without a refund.',
    }),
    order_id: z.string(),
    checkout_id: uuid,
    charge_id: uuid,
    refund_id: uuid.nullable().openapi({
      description: 'Null of what the lender gave back by itself, too.',
    }),
    transaction_description: chargeKind,
    gross_amount: signedMoney,
    merchant_fee: signedMoney.openapi({
      description: 'What platform and sponsor keep together.',
      example: '504.00',
    }),
    platform_fee: signedMoney.openapi({ example: '336.00' }),
    sponsor_fee: signedMoney.openapi({ example: '168.00' }),
    net_amount: signedMoney.openapi({ description: 'The merchant’s part.', example: '7896.00' }),
    status: z.enum([...new Set([...chargeStatuses, ...refundStatuses])]).openapi({
      description: 'Of the charge, or of the refund, now.',
    }),
    requested_at: time,
    settled_at: time.openapi({
      description: 'When it was first seen: the lender says only that it has settled.',
    }),
    payment_request_uuid: uuid.nullable(),
    refund_request_uuid: uuid.nullable(),
  })
  .openapi('Settlement');
export type SettlementView = z.output<typeof settlement>;

/** The columns of the table, in its order. */
export const settlementColumns = Object.keys(settlement.shape) as (keyof SettlementView)[];

const settlementsQuery = z.strictObject({
  ...pageQuery,
  from: dateInput.optional(),
  to: dateInput.optional(),
});
export type SettlementsQuery = z.output<typeof settlementsQuery>;

export const settlementsPage = pageOf('settlements', settlement).openapi('SettlementsPage');
export type SettlementsPage = z.output<typeof settlementsPage>;

export const listSettlementsRoute = createRoute({
  method: 'get',
  path: '/v1/merchant/settlements',
  operationId: 'listSettlements',
  summary: 'List what has settled',
  description:
    'The oldest first: charges whose money was transferred, and what went back of them, as negative amounts. Of two that settle at once, the earlier may be written last: to follow the list, read the last day again, and know a row by its `settlement_id`. As JSON, or as a table by `Accept: text/csv`; there a `Link` with `rel="next"` stands for `has_more`, and a cell that a spreadsheet could take for a formula begins with an apostrophe.',
  tags: ['Settlements'],
  ...secured,
  request: { query: settlementsQuery },
  responses: {
    200: {
      description: 'The settlements.',
      content: {
        'application/json': { schema: settlementsPage },
        'text/csv': { schema: z.string().openapi({ example: settlementColumns.join(',') }) },
      },
    },
    ...refusals(),
  },
});
