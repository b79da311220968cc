import type { ApiTestbed, Body } from '../api-testbed.ts';
import {
  BASE,
  type Endpoint,
  everyone,
  userInBody,
  userInPath,
  withoutSalesperson,
} from './endpoint.ts';

function invitation(testbed: ApiTestbed, request_user_id: string): Body {
  const external_application_id = testbed.fresh('invitation');
  return {
    request_user_id,
    external_application_id,
    email: `${external_application_id}@example.test`,
    sponsor_callback_url: 'http://localhost:8788/sandbox/receiver/invitations',
  };
}

const loanInPath = { in: 'path', name: 'loan_id' } as const;
const accountInBody = { in: 'body', name: 'external_application_id' } as const;

/** Consumer application endpoints, in the description's order. */
export const applicationEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: `${BASE}/consumers/application/`,
    success: 201,
    access: { user: userInBody, rights: everyone },
    prepare: async (testbed, { user }) => ({ body: invitation(testbed, user) }),
  },
  {
    method: 'GET',
    path: `${BASE}/merchants/{request_user_id}/invitation/`,
    success: 200,
    access: { user: userInPath, rights: everyone },
    async prepare(testbed, { fixture, user, owner }) {
      const body = invitation(testbed, owner);
      await testbed.must(['POST', `${BASE}/consumers/application/`, body], fixture.sponsor);
      const shows = String(body.external_application_id);
      return { path: { request_user_id: user }, query: { search: shows }, shows };
    },
  },
  {
    method: 'POST',
    path: `${BASE}/merchants/loan-applications/{request_user_id}/loan/{loan_id}/invite-portal/`,
    success: 200,
    access: { user: userInPath, rights: everyone, record: loanInPath },
    async prepare(testbed, who) {
      const { loan_id } = await testbed.loan(who, { ssn: '900-10-0007' });
      return { path: { request_user_id: who.user, loan_id } };
    },
  },
  {
    method: 'POST',
    path: `${BASE}/consumers/soft-pull/`,
    success: 200,
    access: { user: userInBody, rights: everyone },
    prepare: async (testbed, { user }) => ({ body: testbed.softPullBody(user) }),
  },
  {
    method: 'PATCH',
    path: `${BASE}/consumers/offers/{offer_uuid}/select/`,
    success: 200,
    access: { user: userInBody, rights: everyone, record: { in: 'path', name: 'offer_uuid' } },
    async prepare(testbed, who) {
      const { offers } = await testbed.softPull(who);
      const [offer] = offers as Body[];
      const body = { request_user_id: who.user, selected_amount: '5000.00' };
      return { path: { offer_uuid: String(offer?.offer_uuid) }, body };
    },
  },
  {
    method: 'GET',
    path: `${BASE}/merchants/loan-applications/{request_user_id}/`,
    success: 200,
    access: { user: userInPath, rights: everyone },
    async prepare(testbed, who) {
      const { loan_id } = await testbed.loan(who);
      return { path: { request_user_id: who.user }, shows: loan_id };
    },
  },
  {
    method: 'GET',
    path: `${BASE}/merchants/loan-applications/{request_user_id}/loan/{loan_id}/`,
    success: 200,
    access: { user: userInPath, rights: everyone, record: loanInPath },
    async prepare(testbed, who) {
      const loan = await testbed.loan(who);
      await testbed.settledCharge(who, loan);
      return { path: { request_user_id: who.user, loan_id: loan.loan_id } };
    },
  },
];

/** Consumer account endpoints, in the description's order. */
export const accountEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: `${BASE}/consumers/accounts/cancel/`,
    success: 200,
    access: { user: userInBody, rights: withoutSalesperson, record: accountInBody },
    async prepare(testbed, who) {
      const { external_application_id } = await testbed.loan(who);
      return { body: { request_user_id: who.user, external_application_id } };
    },
  },
  {
    method: 'POST',
    path: `${BASE}/consumers/accounts/credit-line-increase/`,
    success: 200,
    access: { user: userInBody, rights: withoutSalesperson, record: accountInBody },
    async prepare(testbed, who) {
      const { external_application_id } = await testbed.loan(who);
      return { body: { external_application_id, request_user_id: who.user, cli_amount: 12_000 } };
    },
  },
];
