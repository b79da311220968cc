import { createRoute, z } from '@hono/zod-openapi';
import { answer, refusals, secured } from './answers.ts';
import { pathId, platformId } from './identifiers.ts';
import { merchantUserStatus, userType } from './merchant-users.ts';
import { bankAccountStatus, bankAccountType, holderType, secCode } from './payment-detail.ts';
import { merchantStatus } from './statuses.ts';
import { timestamp } from './times.ts';

/** A merchant as the list shows it. */
export const merchant = z
  .object({
    platform_merchant_id: platformId,
    contractor_id: z.string().openapi({ example: 'hillside-hvac' }),
    external_org_id: z.string().openapi({ example: 'hillside-hvac' }),
    business_name: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    business_phone: z.string(),
    status: merchantStatus,
    bank_account_status: bankAccountStatus.nullable(),
    selected_products_count: z.int().nonnegative(),
    created: timestamp,
    activated_at: timestamp.nullable(),
  })
  .openapi('Merchant');
export type Merchant = z.output<typeof merchant>;

/** The account in use; of its number only the last digits are shown. */
export const merchantBankAccount = z
  .object({
    ach_routing_number: z.string(),
    ach_account_last4: z.string().openapi({ example: '6789' }),
    bank_account_type: bankAccountType,
    holder_type: holderType,
    sec_code: secCode,
    status: bankAccountStatus,
    status_reason: z.string().nullable().openapi({ example: 'micro-deposit-expired' }),
  })
  .openapi('MerchantBankAccount');
export type MerchantBankAccount = z.output<typeof merchantBankAccount>;

export const merchantDetail = merchant
  .extend({
    business_address_1: z.string(),
    business_address_2: z.string().nullable(),
    sponsor_callback_url: z.url(),
    sponsor_redirect_url: z.url().nullable(),
    onboarding_completed_at: timestamp.nullable(),
    terms_version: z.string().nullable(),
    bank_account: merchantBankAccount.nullable(),
    features: z.object({
      allow_soft_pull_process: z.boolean(),
      allow_approve_on_behalf: z.boolean(),
    }),
    users: z.array(
      z.object({ user_id: z.string(), user_type: userType, status: merchantUserStatus }),
    ),
    invitation_link: z.url().optional().openapi({ description: 'Only while Invited.' }),
  })
  .openapi('MerchantDetail');
export type MerchantDetail = z.output<typeof merchantDetail>;

/** GET merchants/: the newest first. */
export const listMerchantsRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/',
  operationId: 'listMerchants',
  summary: 'List the merchants of the sponsor',
  description: 'Merchants of every status, the newest first.',
  tags: ['Merchants'],
  ...secured,
  responses: { 200: answer('The merchants.', z.array(merchant)), ...refusals() },
});

/** GET merchants/{external_org_id}/: by external_org_id, else by contractor_id. */
export const retrieveMerchantRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/{external_org_id}/',
  operationId: 'retrieveMerchant',
  summary: 'Retrieve one merchant',
  description: 'Looks for the id among `external_org_id` first, then among `contractor_id`.',
  tags: ['Merchants'],
  ...secured,
  request: { params: z.object({ external_org_id: pathId }) },
  responses: { 200: answer('The merchant.', merchantDetail), ...refusals(404) },
});
