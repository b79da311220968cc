import { createRoute, z } from '@hono/zod-openapi';
import { answer, refusals, secured } from '../../lending-api/answers.ts';
import { bankAccountStatus } from '../../lending-api/payment-detail.ts';
import { merchantStatus } from '../../lending-api/statuses.ts';
import { timestamp } from '../../lending-api/times.ts';
import type { LendingContext } from '../context.ts';
import { readMicroDeposits } from '../operations/merchants/micro-deposits.ts';
import {
  endMerchantReview,
  holdMerchant,
  offboardMerchant,
  renewMerchantInvitation,
} from '../operations/merchants/move-merchant.ts';
import { completeOnboarding } from '../operations/onboarding/complete-onboarding.ts';
import type { LendingApp } from '../routes/lending-app.ts';

const params = z.object({ contractor_id: z.string() });
const merchant = z.object({ merchant_status: merchantStatus });

/** A step of a merchant, which needs no body and answers what the merchant then is. */
function merchantStep(step: string, description: string) {
  return createRoute({
    method: 'post',
    path: `/sandbox/v1/merchants/{contractor_id}/${step}`,
    operationId: `post_merchants_contractor_id_${step.replaceAll('-', '_')}`,
    summary: `Merchants: ${step.replaceAll('-', ' ')}`,
    description,
    tags: ['merchants'],
    ...secured,
    request: { params },
    responses: { 200: answer('What the merchant then is.', merchant), ...refusals(404) },
  });
}

const completeOnboardingRoute = merchantStep(
  'complete-onboarding',
  "The Admin's code and the Terms & Conditions, with the callback and the underwriter's decision.",
);
const renewInvitationRoute = merchantStep(
  'renew-invitation',
  'Invites again, for 7 days, once the invitation has expired.',
);
const suspendRoute = merchantStep('suspend', 'Puts the merchant on hold.');
const releaseRoute = merchantStep('release', 'Takes the hold off.');
const offboardRoute = merchantStep(
  'offboard',
  'Closes the merchant, once none of its charges is pending.',
);

const underwriteBody = z.object({ result: z.enum(['approved', 'declined']) });

const underwriteRoute = createRoute({
  method: 'post',
  path: '/sandbox/v1/merchants/{contractor_id}/underwrite',
  operationId: 'post_merchants_contractor_id_underwrite',
  summary: 'Merchants: underwrite',
  description: 'Ends a review, approved or declined; the Admin is told by e-mail.',
  tags: ['merchants'],
  ...secured,
  request: {
    params,
    body: {
      required: true,
      content: { 'application/json': { schema: underwriteBody, example: { result: 'approved' } } },
    },
  },
  responses: { 200: answer('What the merchant then is.', merchant), ...refusals(404, 413, 415) },
});

const microDeposits = z.object({
  bank_account_status: bankAccountStatus,
  micro_deposits_amounts: z.array(z.string()),
  attempts_remaining: z.int(),
  micro_deposits_sent_at: timestamp,
  micro_deposits_expire_at: timestamp,
});

const microDepositsRoute = createRoute({
  method: 'get',
  path: '/sandbox/v1/merchants/{contractor_id}/micro-deposits',
  operationId: 'get_merchants_contractor_id_micro_deposits',
  summary: 'Merchants: micro deposits',
  description: 'The two amounts by which the bank account is verified.',
  tags: ['merchants'],
  ...secured,
  request: { params },
  responses: { 200: answer('The deposits.', microDeposits), ...refusals(404) },
});

/** What merchants, underwriters and banks do. */
export function registerMerchantControls(app: LendingApp, context: LendingContext): void {
  const register = (route: typeof suspendRoute, step: typeof offboardMerchant) =>
    app.openapi(route, async (c) => {
      const { contractor_id } = c.req.valid('param');
      const status = await step(context, c.get('sponsor').id, contractor_id);
      return c.json({ merchant_status: status }, 200);
    });
  register(completeOnboardingRoute, completeOnboarding);
  register(renewInvitationRoute, renewMerchantInvitation);
  app.openapi(underwriteRoute, async (c) => {
    const { contractor_id } = c.req.valid('param');
    const { result } = c.req.valid('json');
    const status = await endMerchantReview(context, c.get('sponsor').id, contractor_id, result);
    return c.json({ merchant_status: status }, 200);
  });
  register(suspendRoute, (...merchant) => holdMerchant(...merchant, 'suspended'));
  register(releaseRoute, (...merchant) => holdMerchant(...merchant, 'released'));
  register(offboardRoute, offboardMerchant);
  app.openapi(microDepositsRoute, async (c) => {
    const { contractor_id } = c.req.valid('param');
    const deposits = await readMicroDeposits(context, c.get('sponsor').id, contractor_id);
    const status = bankAccountStatus.parse(deposits.bank_account_status);
    return c.json({ ...deposits, bank_account_status: status }, 200);
  });
}
