import { onboardMerchantRoute } from '../../lending-api/merchant-onboarding.ts';
import {
  batchCreateUsersRoute,
  createMerchantUserRoute,
  retrieveMerchantUserRoute,
  updateMerchantUserRoute,
} from '../../lending-api/merchant-users.ts';
import { listMerchantsRoute, retrieveMerchantRoute } from '../../lending-api/merchants.ts';
import {
  initiateMicroDepositsRoute,
  registerPaymentDetailRoute,
  verifyMicroDepositsRoute,
} from '../../lending-api/payment-detail.ts';
import type { LendingContext } from '../context.ts';
import {
  batchCreateUsers,
  createMerchantUser,
} from '../operations/merchants/create-merchant-user.ts';
import { initiateMicroDeposits } from '../operations/merchants/initiate-micro-deposits.ts';
import { onboardMerchant } from '../operations/merchants/onboard-merchant.ts';
import { registerPaymentDetail } from '../operations/merchants/register-payment-detail.ts';
import { listMerchants, retrieveMerchant } from '../operations/merchants/retrieve-merchant.ts';
import { retrieveMerchantUser } from '../operations/merchants/retrieve-merchant-user.ts';
import { updateMerchantUser } from '../operations/merchants/update-merchant-user.ts';
import { verifyMicroDeposits } from '../operations/merchants/verify-micro-deposits.ts';
import type { LendingApp } from './lending-app.ts';
import { leaveReservedWords } from './routing.ts';

/** Merchants: their onboarding, their users and the bank account that they are paid to. */
export function registerMerchants(app: LendingApp, context: LendingContext): void {
  app.openapi(onboardMerchantRoute, async (c) =>
    c.json(await onboardMerchant(context, c.get('sponsor'), c.req.valid('json')), 201),
  );
  app.openapi(createMerchantUserRoute, async (c) =>
    c.json(await createMerchantUser(context, c.get('sponsor'), c.req.valid('json')), 201),
  );
  app.openapi(updateMerchantUserRoute, async (c) =>
    c.json(await updateMerchantUser(context, c.get('sponsor'), c.req.valid('json')), 200),
  );
  app.openapi(batchCreateUsersRoute, async (c) => {
    const { request_user_id: admin } = c.req.valid('param');
    const batch = c.req.valid('json');
    return c.json(await batchCreateUsers(context, c.get('sponsor'), admin, batch), 201);
  });
  app.openapi(retrieveMerchantUserRoute, async (c) => {
    const { user_id } = c.req.valid('param');
    return c.json(await retrieveMerchantUser(context, c.get('sponsor'), user_id), 200);
  });
  app.openapi(listMerchantsRoute, async (c) =>
    c.json(await listMerchants(context, c.get('sponsor')), 200),
  );
  app.get(retrieveMerchantRoute.getRoutingPath(), leaveReservedWords);
  app.openapi(retrieveMerchantRoute, async (c) => {
    const { external_org_id } = c.req.valid('param');
    return c.json(await retrieveMerchant(context, c.get('sponsor'), external_org_id), 200);
  });
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
