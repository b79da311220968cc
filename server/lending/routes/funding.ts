import {
  approveChargeRoute,
  createChargeRequestRoute,
  listChargeRequestsRoute,
} from '../../lending-api/payment-requests.ts';
import { createRefundRoute, listRefundableTransactionsRoute } from '../../lending-api/refunds.ts';
import type { LendingContext } from '../context.ts';
import { approveOnBehalf } from '../operations/funding/answer-on-behalf.ts';
import { createChargeRequest } from '../operations/funding/create-charge-request.ts';
import { createRefund } from '../operations/funding/create-refund.ts';
import { listPendingCharges } from '../operations/funding/list-pending-charges.ts';
import { listRefundable } from '../operations/funding/list-refundable.ts';
import type { LendingApp } from './lending-app.ts';

/** Charge requests and refunds. */
export function registerFunding(app: LendingApp, context: LendingContext): void {
  app.openapi(createChargeRequestRoute, async (c) => {
    const key = c.req.valid('header')['idempotency-key'];
    const body = c.req.valid('json');
    return c.json(await createChargeRequest(context, c.get('sponsor'), body, key), 201);
  });
  app.openapi(listChargeRequestsRoute, async (c) => {
    const { request_user_id } = c.req.valid('param');
    const dates = c.req.valid('query');
    return c.json(await listPendingCharges(context, c.get('sponsor'), request_user_id, dates), 200);
  });
  app.openapi(approveChargeRoute, async (c) => {
    const { payment_request_uuid: id } = c.req.valid('param');
    return c.json(await approveOnBehalf(context, c.get('sponsor'), id, c.req.valid('json')), 200);
  });
  app.openapi(createRefundRoute, async (c) => {
    const key = c.req.valid('header')['idempotency-key'];
    const body = c.req.valid('json');
    return c.json(await createRefund(context, c.get('sponsor'), body, key), 201);
  });
  app.openapi(listRefundableTransactionsRoute, async (c) =>
    c.json(await listRefundable(context, c.get('sponsor'), c.req.valid('param')), 200),
  );
}
