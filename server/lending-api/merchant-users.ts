import { createRoute, z } from '@hono/zod-openapi';
import { answer, jsonBody, refusals, secured } from './answers.ts';
import { email, line, phone } from './contact.ts';
import { newSponsorId, pathId, platformId, sponsorId } from './identifiers.ts';
import { timestamp } from './times.ts';

/** Role of a merchant user, exact case. */
export const userType = z.enum(['Admin', 'Salesperson', 'Salesmanager', 'Salesrep']);
export type UserType = z.output<typeof userType>;

export const merchantUserStatus = z.enum(['Invited', 'Active', 'Deactivated']);

/** Create request of one merchant user (decisions 2.2). */
export const createMerchantUserRequest = z
  .object({
    request_user_id: sponsorId,
    first_name: line(1, 50),
    last_name: line(1, 50),
    email,
    phone_number: phone,
    user_type: userType,
    user_id: newSponsorId,
  })
  .openapi('CreateMerchantUserRequest');
export type CreateMerchantUserRequest = z.output<typeof createMerchantUserRequest>;

/** A merchant user (decisions 2.2). */
export const merchantUser = z
  .object({
    platform_merchant_user_id: platformId,
    platform_merchant_id: platformId,
    contractor_id: z.string(),
    external_org_id: z.string(),
    user_id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone_number: z.string(),
    user_type: userType,
    is_active: z.boolean(),
    status: merchantUserStatus,
    created: timestamp,
    modified: timestamp,
  })
  .openapi('MerchantUser');
export type MerchantUser = z.output<typeof merchantUser>;

/** POST merchants/users/: a further user, Active at once; the caller names an Admin. */
export const createMerchantUserRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/merchants/users/',
  operationId: 'createMerchantUser',
  summary: 'Create a merchant user',
  tags: ['Merchant users'],
  ...secured,
  request: { body: jsonBody(createMerchantUserRequest) },
  responses: {
    201: answer('Created.', merchantUser),
    ...refusals(400, 403, 413, 415),
  },
});

/** GET merchants/users/{user_id}/ */
export const retrieveMerchantUserRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/users/{user_id}/',
  operationId: 'retrieveMerchantUser',
  summary: 'Retrieve a merchant user by the sponsor’s own user_id',
  tags: ['Merchant users'],
  ...secured,
  request: { params: z.object({ user_id: pathId }) },
  responses: { 200: answer('The user.', merchantUser), ...refusals(404) },
});
