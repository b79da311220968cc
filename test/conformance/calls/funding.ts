import { aCharge } from '../../helpers/accepted-loan.ts';
import type { Body } from '../api-testbed.ts';
import { adminOnly, BASE, type Endpoint, everyone, userInBody, userInPath } from './endpoint.ts';

const merchants = `${BASE}/merchants`;
const applicationInBody = { in: 'body', name: 'external_application_id' } as const;
const chargeInBody = { in: 'body', name: 'payment_request_uuid' } as const;

/** Full refund of a charge made by `aCharge()`. */
export function aRefund(request_user_id: string, payment_request_uuid: string): Body {
  const {
    consumer_charge_amount,
    net_to_merchant_amount,
    net_platform_fee,
    net_to_sponsor_amount,
  } = aCharge({ external_application_id: '' });
  return {
    request_user_id,
    payment_request_uuid,
    consumer_charge_amount,
    net_to_merchant_amount,
    net_platform_fee,
    net_to_sponsor_amount,
    transaction_callback_url: 'http://localhost:8788/sandbox/receiver/refunds',
  };
}

/** Funding and refund endpoints, in the description's order. */
export const fundingEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: `${merchants}/payment-request/`,
    success: 201,
    access: { user: userInBody, rights: everyone, record: applicationInBody },
    prepare: async (testbed, who) => ({
      body: aCharge(await testbed.loan(who), { request_user_id: who.user }),
    }),
  },
  {
    method: 'POST',
    path: `${merchants}/payment-request/{payment_request_uuid}/approve/`,
    success: 200,
    access: {
      user: userInBody,
      rights: everyone,
      record: { in: 'path', name: 'payment_request_uuid' },
    },
    prepare: async (testbed, who) => ({
      path: { payment_request_uuid: await testbed.charge(who) },
      body: { request_user_id: who.user, authorization_method: 'signed_contract' },
    }),
  },
  {
    method: 'GET',
    path: `${merchants}/payment-request/{request_user_id}/`,
    success: 200,
    access: { user: userInPath, rights: everyone },
    prepare: async (testbed, who) => ({
      path: { request_user_id: who.user },
      query: { begin_date: '2026-03-01', end_date: '2026-03-31' },
      shows: await testbed.charge(who),
    }),
  },
  {
    method: 'GET',
    path: `${merchants}/{request_user_id}/refundable-transactions/{external_application_id}/`,
    success: 200,
    access: {
      user: userInPath,
      rights: everyone,
      record: { in: 'path', name: 'external_application_id' },
    },
    async prepare(testbed, who) {
      const loan = await testbed.loan(who);
      const shows = await testbed.settledCharge(who, loan);
      const { external_application_id } = loan;
      return { path: { request_user_id: who.user, external_application_id }, shows };
    },
  },
  {
    method: 'POST',
    path: `${merchants}/refund-payment-request/`,
    success: 201,
    access: { user: userInBody, rights: adminOnly, record: chargeInBody },
    prepare: async (testbed, who) => ({
      body: aRefund(who.user, await testbed.settledCharge(who)),
    }),
  },
];

/** Transaction history endpoints, in the description's order. */
export const historyEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: `${merchants}/transactions/{request_user_id}/`,
    success: 200,
    access: { user: userInPath, rights: everyone },
    prepare: async (testbed, who) => ({
      path: { request_user_id: who.user },
      query: { begin_date: '2026-03-01', end_date: '2026-03-31' },
      shows: await testbed.approvedCharge(who),
    }),
  },
  {
    method: 'GET',
    path: `${merchants}/{request_user_id}/all-transactions/`,
    success: 200,
    access: { user: userInPath, rights: everyone },
    async prepare(testbed, who) {
      const loan = await testbed.loan(who);
      const shows = await testbed.charge(who, loan);
      const query = { search: loan.number, begin_date: '03/01/2026', page: '1', page_size: '10' };
      return { path: { request_user_id: who.user }, query, shows };
    },
  },
  {
    method: 'GET',
    path: `${merchants}/{request_user_id}/available-transactions/`,
    success: 200,
    access: { user: userInPath, rights: everyone },
    async prepare(testbed, who) {
      const { loan_id: shows } = await testbed.loan(who);
      return { path: { request_user_id: who.user }, query: { page_size: '100' }, shows };
    },
  },
  {
    method: 'POST',
    path: `${merchants}/{request_user_id}/settled/`,
    success: 200,
    access: { user: userInPath, rights: everyone, record: chargeInBody },
    prepare: async (testbed, who) => ({
      path: { request_user_id: who.user },
      body: { payment_request_uuid: await testbed.settledCharge(who) },
    }),
  },
];
