import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { callbackEvent } from '../../server/lending-api/events.ts';
import { anOnboarding } from '../helpers/merchant-bodies.ts';
import { ApiTestbed, type Body } from './api-testbed.ts';
import { aRefund } from './calls/funding.ts';
import { answered } from './requests.ts';

const api = '/api/v1/sponsor';

let testbed: ApiTestbed;
let owned: { fixture: ApiTestbed['fixture']; owner: string };
before(async () => {
  testbed = await ApiTestbed.start();
  owned = { fixture: testbed.fixture, owner: testbed.fixture.users.Salesrep };
});
after(() => testbed.close());

interface Recorded {
  event_type: string;
  target_url: string;
  payload: Body;
}

/** Callbacks of one kind whose payload has these values, each of its own form. */
async function events(event_type: string, about: Body): Promise<Recorded[]> {
  const recorded = await testbed.must(['GET', `/sandbox/v1/events?event_type=${event_type}`]);
  const found = (recorded as unknown as Recorded[]).filter(({ payload }) =>
    Object.entries(about).every(([name, value]) => payload[name] === value),
  );
  for (const { payload } of found) assert.deepEqual(callbackEvent.parse(payload), payload);
  return found;
}

/** The one callback of a kind about something. */
async function event(event_type: string, about: Body): Promise<Recorded> {
  const [only, ...others] = await events(event_type, about);
  assert.ok(only, `${event_type} was recorded`);
  assert.deepEqual(others, []);
  return only;
}

it('tells of a merchant whose onboarding is complete [conformance:transition-merchant-onboarding-complete-2]', async () => {
  const contractor_id = testbed.fresh('onboarded');
  const sponsor_callback_url = 'http://localhost:8788/sandbox/receiver/onboarded';
  const body = anOnboarding({
    contractor_id,
    sponsor_callback_url,
    user_id: `${contractor_id}-admin`,
    user_business_email: `${contractor_id}@example.test`,
  });
  await testbed.must(['POST', `${api}/merchants/onboarding/`, body]);
  assert.deepEqual(await events('merchant_onboarding_complete', { contractor_id }), []);
  await testbed.sandbox(`/merchants/${contractor_id}/complete-onboarding`);
  const { target_url } = await event('merchant_onboarding_complete', { contractor_id });
  assert.equal(target_url, sponsor_callback_url);
});

async function invite(): Promise<string> {
  const external_application_id = testbed.fresh('path-a');
  const body = {
    request_user_id: owned.owner,
    external_application_id,
    email: `${external_application_id}@example.test`,
    sponsor_callback_url: 'http://localhost:8788/sandbox/receiver/path-a',
  };
  await testbed.must(['POST', `${api}/consumers/application/`, body]);
  return external_application_id;
}

it('tells of an invited application’s decision, and again of the accepted documents [conformance:transition-invited-application-decided-1]', async () => {
  const external_application_id = await invite();
  const about = { external_application_id };
  const path = `/applications/${external_application_id}`;
  const email = `${external_application_id}@example.test`;
  await testbed.sandbox(`${path}/complete`, testbed.softPullBody(owned.owner, { email }));
  const decided = await event('consumer_application_complete', about);
  assert.equal(decided.target_url, 'http://localhost:8788/sandbox/receiver/path-a');
  assert.deepEqual([decided.payload.stage, decided.payload.decision], ['decision', 'approved']);

  const list = `${api}/merchants/loan-applications/${owned.owner}/`;
  const loans = (await testbed.must(['GET', list])) as unknown as Body[];
  const loan = loans.find((each) => each.external_application_id === external_application_id);
  const { offers } = await testbed.must(['GET', `${list}loan/${String(loan?.loan_id)}/`]);
  const [offer] = offers as Body[];
  await testbed.sandbox(`${path}/choose-offer`, { offer_uuid: offer?.offer_uuid });
  await testbed.sandbox(`${path}/accept-terms`);
  await event('consumer_application_complete', { ...about, stage: 'loan_documents_accepted' });
  assert.equal((await events('consumer_application_complete', about)).length, 2);
});

it('tells of an invited application that was canceled [conformance:transition-invited-application-decided-2]', async () => {
  const external_application_id = await invite();
  const email = `${external_application_id}@example.test`;
  const applicant = testbed.softPullBody(owned.owner, { email, ssn: '900-10-0101' });
  await testbed.sandbox(`/applications/${external_application_id}/complete`, applicant);
  const about = { external_application_id };
  const { payload } = await event('consumer_application_complete', about);
  assert.deepEqual([payload.stage, payload.decision], ['decision', 'canceled']);
});

it('tells of a soft pull’s terms when they are accepted, and of nothing before [conformance:transition-soft-pull-accepted]', async () => {
  const { external_application_id } = await testbed.loan(owned);
  const about = { external_application_id };
  const { payload } = await event('consumer_application_complete', about);
  assert.deepEqual([payload.stage, payload.decision], ['loan_terms_accepted', 'approved']);
});

it('tells of an account that was canceled [conformance:transition-account-canceled-2]', async () => {
  const { external_application_id } = await testbed.loan(owned);
  const body = { request_user_id: owned.owner, external_application_id };
  await answered(testbed, 200, ['POST', `${api}/consumers/accounts/cancel/`, body]);
  const { payload } = await event('consumer_account_cancel', { external_application_id });
  assert.deepEqual([payload.application_status, payload.account_status], ['Cancelled', 'Closed']);
});

for (const [answer, outcome] of [
  ['approve', 'approved'],
  ['reject', 'rejected'],
] as const) {
  it(`tells the transaction’s address of a charge that was ${outcome} [conformance:charge-outcome ${outcome}]`, async () => {
    const payment_request_uuid = await testbed.charge(owned);
    await testbed.sandbox(`/payment-requests/${payment_request_uuid}/${answer}`);
    const recorded = await event('consumer_charge_outcome', { payment_request_uuid });
    assert.equal(recorded.payload.outcome, outcome);
    assert.equal(recorded.target_url, 'http://localhost:8788/sandbox/receiver/charges');
  });
}

it('tells nobody of a charge that has expired [conformance:event-consumer-charge-outcome]', async () => {
  const payment_request_uuid = await testbed.charge(owned);
  await testbed.sandbox('/clock/advance', { seconds: 49 * 3_600 });
  assert.deepEqual(await events('consumer_charge_outcome', { payment_request_uuid }), []);
});

it('tells the transaction’s address of a refund when it has settled [conformance:transition-refund-accepted-2]', async () => {
  const payment_request_uuid = await testbed.settledCharge(owned);
  const body = aRefund(owned.fixture.users.Admin, payment_request_uuid);
  const { refund_request_uuid } = await answered(testbed, 201, [
    'POST',
    `${api}/merchants/refund-payment-request/`,
    body,
  ]);
  assert.deepEqual(await events('consumer_refund_outcome', { payment_request_uuid }), []);
  const uuid = String(refund_request_uuid);
  await testbed.sandbox(`/transactions/${uuid}/advance`, { to: 'Transferred' });
  const recorded = await event('consumer_refund_outcome', { refund_request_uuid: uuid });
  assert.equal(recorded.payload.outcome, 'settled');
  assert.equal(recorded.target_url, 'http://localhost:8788/sandbox/receiver/refunds');
});
