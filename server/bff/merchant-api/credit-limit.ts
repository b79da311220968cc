import { createRoute, z } from '@hono/zod-openapi';
import { answer, jsonBody, refusals, secured } from './answers.ts';
import { money, pathId, positiveMoney, requiredKeyHeader, uuid } from './values.ts';

const creditLimitRequest = z.strictObject({ amount: positiveMoney }).openapi('CreditLimitRequest');
export type CreditLimitRequest = z.output<typeof creditLimitRequest>;

/** What the lender does not say is null. */
export const creditLimit = z
  .object({
    checkout_id: uuid,
    status: z.enum(['working', 'done', 'unresolved']).openapi({
      description:
        '`working`: the lender’s answer is not known yet, and is being reconciled; repeat the call under its key, since no webhook says that it came to nothing. `unresolved`: the lender says no limit, so nobody can tell; it may be asked again, since it raises a limit once.',
    }),
    requested_amount: money,
    credit_limit: money.nullable(),
    available_spend: money.nullable(),
  })
  .openapi('CreditLimit');
export type CreditLimitView = z.output<typeof creditLimit>;

export const increaseLimitRoute = createRoute({
  method: 'post',
  path: '/v1/merchant/checkouts/{id}/credit-limit',
  operationId: 'increaseCreditLimit',
  summary: 'Raise the limit of a loan',
  description:
    'Once a loan, before anything is spent, to `amount`: more than the limit, and at most what the lender has approved.',
  tags: ['Checkouts'],
  ...secured,
  request: {
    params: z.object({ id: pathId }),
    headers: requiredKeyHeader,
    body: jsonBody(creditLimitRequest),
  },
  responses: {
    200: answer('The limit.', creditLimit),
    ...refusals(404, 409, 413, 415, 422, 501),
  },
});
