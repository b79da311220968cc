import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { aCharge } from '../helpers/accepted-loan.ts';
import { problemWith } from './answers.ts';
import { ApiTestbed, type Body } from './api-testbed.ts';
import { addressOf, type Call, type Endpoint } from './calls/endpoint.ts';
import { endpoints } from './calls/endpoints.ts';
import { aRefund } from './calls/funding.ts';
import { changedTables, snapshot } from './snapshot.ts';

const api = '/api/v1/sponsor';

let testbed: ApiTestbed;
let owned: { fixture: ApiTestbed['fixture']; owner: string };
before(async () => {
  testbed = await ApiTestbed.start();
  owned = { fixture: testbed.fixture, owner: testbed.fixture.users.Salesrep };
});
after(() => testbed.close());

function endpointAt(path: string): Endpoint {
  const endpoint = endpoints.find((each) => each.path === `${api}${path}` && each.method !== 'GET');
  if (!endpoint) throw new Error(`There is no endpoint ${path}.`);
  return endpoint;
}

/** The call is answered with success, or refused with 400 and without an effect. */
async function assertAllowed(path: string, call: Call, isAllowed: boolean): Promise<void> {
  const endpoint = endpointAt(path);
  const stored = await snapshot(testbed.lending);
  const { method, success } = endpoint;
  const options = { body: call.body };
  const response = await testbed.lending.call(method, addressOf(endpoint, call), options);
  const text = await response.text();
  assert.equal(response.status, isAllowed ? success : 400, `${path}: ${text}`);
  assert.equal(problemWith(endpoint, response.status, text), undefined);
  if (isAllowed) return;
  assert.deepEqual(changedTables(stored, await snapshot(testbed.lending)), [], path);
}

interface Application {
  external_application_id: string;
  loan_id: string;
  offers: Body[];
}

async function applied(change: Body = {}): Promise<Application> {
  return (await testbed.softPull(owned, change)) as unknown as Application;
}

async function selected(): Promise<Application> {
  const application = await applied();
  const uuid = String(application.offers[0]?.offer_uuid);
  await testbed.must(['PATCH', `${api}/consumers/offers/${uuid}/select/`, {}]);
  return application;
}

async function accepted(): Promise<Application> {
  const application = await selected();
  await testbed.sandbox(`/applications/${application.external_application_id}/accept-terms`);
  return application;
}

async function suspended(): Promise<Application> {
  const application = await accepted();
  await testbed.sandbox(`/applications/${application.external_application_id}/suspend`);
  return application;
}

async function cancelled(): Promise<Application> {
  const application = await accepted();
  const { external_application_id } = application;
  const body = { request_user_id: owned.owner, external_application_id };
  await testbed.must(['POST', `${api}/consumers/accounts/cancel/`, body]);
  return application;
}

async function withdrawn(): Promise<Application> {
  const application = await selected();
  await testbed.sandbox(`/applications/${application.external_application_id}/decline-terms`);
  return application;
}

/** How an application comes to a state, and whether an offer may be selected or the loan be used. */
const applications = [
  ['Approved: Offers Available', () => applied(), { select: true, use: false }],
  ['Approved: Offer Selected', selected, { select: true, use: false }],
  ['Approved: Accepted', accepted, { select: false, use: true }],
  ['Suspended', suspended, { select: false, use: false }],
  ['Cancelled', cancelled, { select: false, use: false }],
  ['Cancelled by the consumer', withdrawn, { select: false, use: false }],
  ['Declined', () => applied({ ssn: '900-10-0101' }), { select: false, use: false }],
  ['Pending: Verification', () => applied({ ssn: '900-10-0106' }), { select: false, use: false }],
  ['Expired', () => applied({ ssn: '900-10-0004' }), { select: false, use: false }],
] as const;

describe('an application that is', () => {
  for (const [state, reach, may] of applications) {
    it(`${state} takes what that state allows, and nothing else [conformance:application-state ${state}]`, async () => {
      const application = await reach();
      const { external_application_id, loan_id, offers } = application;
      const request_user_id = owned.owner;
      const named = { request_user_id, external_application_id };
      const portal = '/merchants/loan-applications/{request_user_id}/loan/{loan_id}/invite-portal/';
      await assertAllowed(portal, { path: { request_user_id, loan_id } }, may.use);
      const increase = { body: { ...named, cli_amount: 12_000 } };
      await assertAllowed('/consumers/accounts/credit-line-increase/', increase, may.use);
      const charge = aCharge(application, { request_user_id });
      await assertAllowed('/merchants/payment-request/', { body: charge }, may.use);
      await assertAllowed('/consumers/accounts/cancel/', { body: named }, may.use);
      for (const { offer_uuid } of offers.slice(0, 1)) {
        const call = { path: { offer_uuid: String(offer_uuid) }, body: {} };
        await assertAllowed('/consumers/offers/{offer_uuid}/select/', call, may.select);
      }
    });
  }
});

async function approved(to?: string): Promise<string> {
  const uuid = await testbed.approvedCharge(owned);
  if (to !== undefined) await testbed.sandbox(`/transactions/${uuid}/advance`, { to });
  return uuid;
}

async function rejected(): Promise<string> {
  const uuid = await testbed.charge(owned);
  await testbed.sandbox(`/payment-requests/${uuid}/reject`);
  return uuid;
}

async function canceled(): Promise<string> {
  const loan = await testbed.loan(owned);
  const uuid = await testbed.charge(owned, loan);
  await testbed.sandbox(`/applications/${loan.external_application_id}/suspend`);
  return uuid;
}

async function expired(): Promise<string> {
  const uuid = await testbed.charge(owned);
  await testbed.sandbox('/clock/advance', { seconds: 48 * 3_600 });
  return uuid;
}

/** How a charge comes to a state, and whether it may be approved or refunded in full. */
const charges = [
  ['waiting', () => testbed.charge(owned), { approve: true, refund: false }],
  ['approved', () => approved(), { approve: false, refund: true }],
  ...(['Submitted', 'Successful', 'Failed', 'Reversed', 'Excluded'] as const).map(
    (status) => [status, () => approved(status), { approve: false, refund: false }] as const,
  ),
  ['Transferred', () => approved('Transferred'), { approve: false, refund: true }],
  ['Rejected', rejected, { approve: false, refund: false }],
  ['Canceled', canceled, { approve: false, refund: false }],
  ['Expired', expired, { approve: false, refund: false }],
] as const;

describe('a charge that is', () => {
  for (const [state, reach, may] of charges) {
    it(`${state} takes what that state allows, and nothing else [conformance:application-state ${state}]`, async () => {
      const uuid = await reach();
      const refund = { body: aRefund(owned.fixture.users.Admin, uuid) };
      await assertAllowed('/merchants/refund-payment-request/', refund, may.refund);
      const approval = { path: { payment_request_uuid: uuid }, body: {} };
      const path = '/merchants/payment-request/{payment_request_uuid}/approve/';
      await assertAllowed(path, approval, may.approve);
    });
  }
});
