import { aMerchantUser, anOnboarding, aPaymentDetail } from '../../helpers/merchant-bodies.ts';
import type { ApiTestbed, Body } from '../api-testbed.ts';
import { productIds, verifiableAccount } from '../merchant-fixture.ts';
import {
  adminOnly,
  BASE,
  type Endpoint,
  everyone,
  userInBody,
  userInPath,
  type Who,
} from './endpoint.ts';

const merchants = `${BASE}/merchants`;

function freshUser(testbed: ApiTestbed): Body {
  const user_id = testbed.fresh('user');
  return aMerchantUser({
    request_user_id: undefined,
    user_id,
    email: `${user_id}@example.test`,
    user_type: 'Salesrep',
  });
}

async function createdUser(testbed: ApiTestbed, { fixture }: Who): Promise<string> {
  const body: Body = { ...freshUser(testbed), request_user_id: fixture.users.Admin };
  await testbed.must(['POST', `${merchants}/users/`, body], fixture.sponsor);
  return String(body.user_id);
}

/** The call's fixture with another bank account, as its Admin. */
async function withAccount(testbed: ApiTestbed, who: Who, account: Body): Promise<void> {
  const body = { ...account, request_user_id: who.fixture.users.Admin };
  await testbed.must(['POST', `${merchants}/payment-detail/`, body], who.fixture.sponsor);
}

/** Merchants, their users, accounts and products, in the description's order. */
export const merchantEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: `${merchants}/onboarding/`,
    success: 201,
    access: { rights: everyone },
    async prepare(testbed) {
      const contractor_id = testbed.fresh('new-merchant');
      const user_id = `${contractor_id}-admin`;
      const user_business_email = `${contractor_id}@example.test`;
      return { body: anOnboarding({ contractor_id, user_id, user_business_email }) };
    },
  },
  {
    method: 'POST',
    path: `${merchants}/users/`,
    success: 201,
    access: { user: userInBody, rights: adminOnly },
    prepare: async (testbed, { user }) => ({
      body: { ...freshUser(testbed), request_user_id: user },
    }),
  },
  {
    method: 'PATCH',
    path: `${merchants}/users/`,
    success: 200,
    access: { user: userInBody, rights: adminOnly, record: { in: 'body', name: 'user_id' } },
    async prepare(testbed, who) {
      const user_id = await createdUser(testbed, who);
      return { body: { request_user_id: who.user, user_id, last_name: 'Vale-Hill' } };
    },
  },
  {
    method: 'POST',
    path: `${merchants}/users/{request_user_id}/batch-create-users/`,
    success: 201,
    access: { user: userInPath, rights: adminOnly },
    prepare: async (testbed, { user }) => ({
      path: { request_user_id: user },
      body: [freshUser(testbed), freshUser(testbed)],
    }),
  },
  {
    method: 'GET',
    path: `${merchants}/users/{user_id}/`,
    success: 200,
    access: { rights: everyone, record: { in: 'path', name: 'user_id' } },
    prepare: async (_world, { fixture }) => ({ path: { user_id: fixture.users.Salesrep } }),
  },
  {
    method: 'POST',
    path: `${merchants}/payment-detail/`,
    success: 201,
    access: { user: userInBody, rights: adminOnly },
    async prepare(testbed, who) {
      const ach_account_number = testbed.fresh('9000').replace('-', '');
      return { body: aPaymentDetail({ request_user_id: who.user, ach_account_number }) };
    },
  },
  {
    method: 'POST',
    path: `${merchants}/payment-detail/verify-micro-deposits/{request_user_id}/`,
    success: 200,
    access: { user: userInPath, rights: adminOnly },
    async prepare(testbed, who) {
      // Another account first: the same one again would stay verified.
      await withAccount(testbed, who, aPaymentDetail());
      await withAccount(testbed, who, verifiableAccount(who.user));
      const body = { micro_deposits_amounts: ['0.32', '0.45'] };
      return { path: { request_user_id: who.user }, body };
    },
  },
  {
    method: 'POST',
    path: `${merchants}/payment-detail/initiate-micro-deposits/{request_user_id}/`,
    success: 200,
    access: { user: userInPath, rights: adminOnly },
    async prepare(testbed, who) {
      await withAccount(testbed, who, aPaymentDetail());
      await withAccount(testbed, who, verifiableAccount(who.user));
      const path = `${merchants}/payment-detail/verify-micro-deposits/${who.fixture.users.Admin}/`;
      for (let wrong = 0; wrong < 4; wrong += 1) {
        const body = { micro_deposits_amounts: ['0.01', '0.02'] };
        await testbed.lending.call('POST', path, { body, as: who.fixture.sponsor });
      }
      return { path: { request_user_id: who.user } };
    },
  },
  {
    method: 'GET',
    path: `${merchants}/rate-sheets/{request_user_id}/`,
    success: 200,
    access: { user: userInPath, rights: adminOnly },
    prepare: async (_world, { user }) => ({ path: { request_user_id: user } }),
  },
  {
    method: 'PATCH',
    path: `${merchants}/rate-sheets/`,
    success: 200,
    access: { user: userInBody, rights: adminOnly },
    async prepare(testbed, { fixture, user }) {
      const product_ids = await productIds(testbed, fixture);
      return { body: { request_user_id: user, product_ids } };
    },
  },
];
