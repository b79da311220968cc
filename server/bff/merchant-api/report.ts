import { createRoute, z } from '@hono/zod-openapi';
import { answer, refusals, secured } from './answers.ts';
import { dateInput, sum } from './values.ts';

const count = z.int().openapi({ example: 12 });
const countAndAmount = z.object({ count, amount: sum }).openapi('CountAndAmount');

const funnel = {
  opened: count.openapi({ description: 'Checkouts that were made, or that a page began.' }),
  applied: count,
  offers: count.openapi({ description: 'That the lender has offered something.' }),
  none: count.openapi({ description: 'That it has not.' }),
  chosen: count,
  accepted: count,
  charged: countAndAmount.openapi({ description: 'Charges that were approved.' }),
  settled: countAndAmount.openapi({ description: 'Charges whose money was transferred.' }),
  refunded: countAndAmount.openapi({
    description:
      'What went back, by refunds or without, also before it settled: subtract it from `charged`, not from `settled`.',
  }),
};

const reportGroups = ['day', 'offer_code', 'sold_by'] as const;
export type ReportGroup = (typeof reportGroups)[number];

export const report = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    by: z.enum(reportGroups),
    rows: z.array(
      z
        .object({
          group: z.string().nullable().openapi({
            description: 'The day, the offer code or the seller; null without one.',
            example: '2026-03-02',
          }),
          ...funnel,
        })
        .openapi('ReportRow'),
    ),
    total: z.object(funnel).openapi('ReportTotal'),
  })
  .openapi('Report');
export type ReportView = z.output<typeof report>;

const reportQuery = z.strictObject({
  from: dateInput.optional(),
  to: dateInput.optional(),
  by: z.enum(reportGroups, 'not_an_option').optional(),
});
export type ReportQuery = z.output<typeof reportQuery>;

export const readReportRoute = createRoute({
  method: 'get',
  path: '/v1/merchant/report',
  operationId: 'readReport',
  summary: 'Read how far checkouts came',
  description:
    'How many came to each stage on the days from `from` to `to`, both included: the last 30 unless said, 366 at most. By day, or by offer code or seller. A checkout counts once at each stage up to `accepted`, on the day it came there; `charged`, `settled` and `refunded` count charges and refunds, of which it can have several.',
  tags: ['Settlements'],
  ...secured,
  request: { query: reportQuery },
  responses: { 200: answer('The report.', report), ...refusals() },
});
