import { createRoute, z } from '@hono/zod-openapi';
import { answer, detailResponse, jsonBody, refusals, secured } from './answers.ts';
import { email, line, phone } from './contact.ts';
import { newSponsorId, pathId, platformId, sponsorId } from './identifiers.ts';
import { optional } from './optional.ts';
import { timestamp } from './times.ts';

/** Role of a merchant user, exact case. */
export const userType = z.enum(['Admin', 'Salesperson', 'Salesmanager', 'Salesrep']);
export type UserType = z.output<typeof userType>;

export const merchantUserStatus = z.enum(['Invited', 'Active', 'Deactivated']);
export type MerchantUserStatus = z.output<typeof merchantUserStatus>;

const newUserFields = {
  first_name: line(1, 50),
  last_name: line(1, 50),
  email,
  phone_number: phone,
  user_type: userType,
  user_id: newSponsorId,
};

const exampleUser = {
  first_name: 'Noor',
  last_name: 'Vale',
  email: 'noor@hillside.example.test',
  phone_number: '+16145550180',
  user_type: 'Salesrep',
  user_id: 'hillside-rep-3',
} as const;

/** Create request of one merchant user. */
export const createMerchantUserRequest = z
  .object({ request_user_id: sponsorId, ...newUserFields })
  .openapi('CreateMerchantUserRequest', {
    example: { request_user_id: 'hillside-admin', ...exampleUser },
  });
export type CreateMerchantUserRequest = z.output<typeof createMerchantUserRequest>;

/** Update request: `user_id` selects the user and stays as it is. */
export const updateMerchantUserRequest = z
  .object({
    request_user_id: sponsorId,
    user_id: sponsorId,
    first_name: optional(line(1, 50)),
    last_name: optional(line(1, 50)),
    email: optional(email),
    phone_number: optional(phone),
    user_type: optional(userType),
    is_active: optional(z.boolean({ error: 'Send true or false.' })),
  })
  .openapi('UpdateMerchantUserRequest', {
    example: {
      request_user_id: 'hillside-admin',
      user_id: 'hillside-rep-2',
      phone_number: '+16145550190',
      user_type: 'Salesperson',
    },
  });
export type UpdateMerchantUserRequest = z.output<typeof updateMerchantUserRequest>;

export const batchUser = z.object(newUserFields).openapi('BatchUser');
export type BatchUser = z.output<typeof batchUser>;

/** 1 to 100 users; a lone object is a list of one. */
export const batchCreateUsersRequest = z
  .preprocess(
    (sent: BatchUser | BatchUser[]) => (isLoneObject(sent) ? [sent] : sent),
    z.array(batchUser).min(1, 'Send 1 to 100 users.').max(100, 'Send 1 to 100 users.'),
  )
  .openapi('BatchCreateUsersRequest', {
    description: 'A lone object is taken for a list of one.',
    example: [{ ...exampleUser, email: 'sam@hillside.example.test', user_id: 'hillside-rep-4' }],
  });
export type BatchCreateUsersRequest = z.output<typeof batchCreateUsersRequest>;

function isLoneObject(sent: BatchUser | BatchUser[]): sent is BatchUser {
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent);
}

/** A merchant user. */
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
  description:
    'The user belongs to the merchant of `request_user_id`, who is its Admin, and is active at once.',
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
  description: 'Finds a user of any merchant of the sponsor.',
  tags: ['Merchant users'],
  ...secured,
  request: { params: z.object({ user_id: pathId }) },
  responses: { 200: answer('The user.', merchantUser), ...refusals(404) },
});

/** PATCH merchants/users/: the fields that are sent; the last active Admin stays one. */
export const updateMerchantUserRoute = createRoute({
  method: 'patch',
  path: '/api/v1/sponsor/merchants/users/',
  operationId: 'updateMerchantUser',
  summary: 'Update a merchant user',
  description:
    '`user_id` selects the user and cannot be changed. Only the fields that are sent change. `request_user_id` is an Admin of the merchant. The last active Admin cannot be deactivated or given another role.',
  tags: ['Merchant users'],
  ...secured,
  request: { body: jsonBody(updateMerchantUserRequest) },
  responses: {
    200: answer('The user after the change.', merchantUser),
    ...refusals(400, 403, 404, 413, 415),
  },
});

export const batchCreateUsersResponse = z
  .object({ platform_merchant_user_id: z.array(platformId) })
  .openapi('BatchCreateUsersResponse');
export type BatchCreateUsersResponse = z.output<typeof batchCreateUsersResponse>;

/** Duplicates come as the values that were sent; other refusals have `detail` and `errors` only. */
export const batchCreateUsersRefusal = detailResponse
  .extend({
    user_id: z.array(z.string()).optional(),
    emails: z.array(z.string()).optional(),
  })
  .openapi('BatchCreateUsersRefusal');

/** POST merchants/users/{request_user_id}/batch-create-users/: all of them or none. */
export const batchCreateUsersRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/merchants/users/{request_user_id}/batch-create-users/',
  operationId: 'batchCreateUsers',
  summary: 'Create up to 100 merchant users at once',
  description:
    'Creates all of them or none. A lone object counts as a list of one. The 400 answer lists the ids and e-mail addresses that are taken, or are in the list twice.',
  tags: ['Merchant users'],
  ...secured,
  request: {
    params: z.object({ request_user_id: pathId }),
    body: jsonBody(batchCreateUsersRequest),
  },
  responses: {
    201: answer('Created, in the order in which they were sent.', batchCreateUsersResponse),
    ...refusals(403, 404, 413, 415),
    400: answer('Invalid data, or users that exist already.', batchCreateUsersRefusal),
  },
});
