import { onboardMerchantRoute } from '../../lending-api/merchant-onboarding.ts';
import {
  createMerchantUserRoute,
  retrieveMerchantUserRoute,
} from '../../lending-api/merchant-users.ts';
import type { LendingContext } from '../context.ts';
import { createMerchantUser } from '../operations/merchants/create-merchant-user.ts';
import { onboardMerchant } from '../operations/merchants/onboard-merchant.ts';
import { retrieveMerchantUser } from '../operations/merchants/retrieve-merchant-user.ts';
import type { LendingApp } from './lending-app.ts';

/** Onboarding and merchant users. */
export function registerMerchants(app: LendingApp, context: LendingContext): void {
  app.openapi(onboardMerchantRoute, async (c) =>
    c.json(await onboardMerchant(context, c.get('sponsor'), c.req.valid('json')), 201),
  );
  app.openapi(createMerchantUserRoute, async (c) =>
    c.json(await createMerchantUser(context, c.get('sponsor'), c.req.valid('json')), 201),
  );
  app.openapi(retrieveMerchantUserRoute, async (c) => {
    const { user_id } = c.req.valid('param');
    return c.json(await retrieveMerchantUser(context, c.get('sponsor'), user_id), 200);
  });
}
