import {
  initiateMicroDepositsRoute,
  registerPaymentDetailRoute,
  verifyMicroDepositsRoute,
} from '../../lending-api/payment-detail.ts';
import type { LendingContext } from '../context.ts';
import { initiateMicroDeposits } from '../operations/merchants/initiate-micro-deposits.ts';
import { registerPaymentDetail } from '../operations/merchants/register-payment-detail.ts';
import { verifyMicroDeposits } from '../operations/merchants/verify-micro-deposits.ts';
import type { LendingApp } from './lending-app.ts';

/** The merchant's bank account and its verification. */
export function registerBankAccounts(app: LendingApp, context: LendingContext): void {
  app.openapi(registerPaymentDetailRoute, async (c) => {
    const input = c.req.valid('json');
    const { isNew, detail } = await registerPaymentDetail(context, c.get('sponsor'), input);
    return c.json(detail, isNew ? 201 : 200);
  });
  app.openapi(verifyMicroDepositsRoute, async (c) => {
    const { request_user_id } = c.req.valid('param');
    const amounts = c.req.valid('json');
    return c.json(
      await verifyMicroDeposits(context, c.get('sponsor'), request_user_id, amounts),
      200,
    );
  });
  app.openapi(initiateMicroDepositsRoute, async (c) => {
    const { request_user_id } = c.req.valid('param');
    return c.json(await initiateMicroDeposits(context, c.get('sponsor'), request_user_id), 200);
  });
}
