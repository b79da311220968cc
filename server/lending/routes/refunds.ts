import { createRefundRoute, listRefundableTransactionsRoute } from '../../lending-api/refunds.ts';
import type { LendingContext } from '../context.ts';
import { createRefund } from '../operations/funding/create-refund.ts';
import { listRefundable } from '../operations/funding/list-refundable.ts';
import type { LendingApp } from './lending-app.ts';

/** Refunds of a merchant's charges. */
export function registerRefunds(app: LendingApp, context: LendingContext): void {
  app.openapi(createRefundRoute, async (c) => {
    const key = c.req.valid('header')['idempotency-key'];
    const body = c.req.valid('json');
    return c.json(await createRefund(context, c.get('sponsor'), body, key), 201);
  });
  app.openapi(listRefundableTransactionsRoute, async (c) =>
    c.json(await listRefundable(context, c.get('sponsor'), c.req.valid('param')), 200),
  );
}
