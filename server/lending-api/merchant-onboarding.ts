import { createRoute, z } from '@hono/zod-openapi';
import { answer, jsonBody, refusals, secured } from './answers.ts';
import { email, line, phone, state, streetAddress, webAddress, zipCode } from './contact.ts';
import { newSponsorId, platformId } from './identifiers.ts';
import { optional } from './optional.ts';

/** Merchant onboarding request. */
export const merchantOnboardingRequest = z
  .object({
    first_name: line(1, 50),
    middle_name: optional(line(0, 50)),
    last_name: line(1, 50),
    user_business_email: email,
    mobile_phone: phone,
    user_id: newSponsorId,
    business_name: line(1, 100),
    business_address_1: streetAddress,
    business_address_2: optional(line(0, 100)),
    business_phone: phone,
    city: line(1, 50),
    state,
    zip_code: zipCode,
    contractor_id: newSponsorId,
    external_org_id: optional(newSponsorId),
    sponsor_callback_url: webAddress,
    sponsor_redirect_url: optional(webAddress),
  })
  .openapi('MerchantOnboardingRequest');
export type MerchantOnboardingRequest = z.output<typeof merchantOnboardingRequest>;

export const merchantOnboardingResponse = z
  .object({
    platform_merchant_user_id: platformId,
    platform_merchant_id: platformId,
    invitation_link: z.url(),
  })
  .openapi('MerchantOnboardingResponse');
export type MerchantOnboardingResponse = z.output<typeof merchantOnboardingResponse>;

/** POST merchants/onboarding/: a merchant and its first Admin, invited by e-mail. */
export const onboardMerchantRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/merchants/onboarding/',
  operationId: 'onboardMerchant',
  summary: 'Register a merchant and its first admin user',
  description:
    'Makes the merchant and its first Admin, and e-mails the Admin an invitation, which is open for seven days. The merchant is not active by this. `contractor_id`, `user_id` and `user_business_email` are unique for the sponsor. Keep both ids of the answer.',
  tags: ['Merchants'],
  ...secured,
  request: { body: jsonBody(merchantOnboardingRequest) },
  responses: {
    201: answer('Registered; the invitation e-mail is on its way.', merchantOnboardingResponse),
    ...refusals(400, 413, 415),
  },
});
