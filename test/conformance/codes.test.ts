import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ApiTestbed, type Body, type Loan } from './api-testbed.ts';
import { aRefund } from './calls/funding.ts';
import { answered } from './requests.ts';

const merchants = '/api/v1/sponsor/merchants';

let testbed: ApiTestbed;
let owned: { fixture: ApiTestbed['fixture']; owner: string };
before(async () => {
  testbed = await ApiTestbed.start();
  owned = { fixture: testbed.fixture, owner: testbed.fixture.users.Salesrep };
});
after(() => testbed.close());

function invitePortal({ loan_id }: Loan): Promise<Body> {
  const path = `${merchants}/loan-applications/${owned.owner}/loan/${loan_id}/invite-portal/`;
  return testbed.must(['POST', path]);
}

async function transactions(): Promise<Body[]> {
  const list = await testbed.must(['GET', `${merchants}/transactions/${owned.owner}/`]);
  return list as unknown as Body[];
}

it('says 0 of a loan that may be charged [conformance:eligibility-code-0]', async () => {
  const { is_valid_for_transaction, transaction_status_code, no_transaction_message } =
    await invitePortal(await testbed.loan(owned));
  assert.deepEqual([is_valid_for_transaction, transaction_status_code], [true, 0]);
  assert.equal(no_transaction_message, '');
});

it('says 1 of a loan that may not be charged [conformance:eligibility-code-1]', async () => {
  const loan = await testbed.loan(owned);
  await testbed.sandbox(`/applications/${loan.external_application_id}/suspend`);
  const path = `${merchants}/loan-applications/${owned.owner}/loan/${loan.loan_id}/`;
  const { is_valid_for_transaction, transaction_status_code, no_transaction_message } =
    await testbed.must(['GET', path]);
  assert.deepEqual([is_valid_for_transaction, transaction_status_code], [false, 1]);
  assert.notEqual(no_transaction_message, '');
});

it('says 2 of a loan without a Payment Portal account [conformance:eligibility-code-2]', async () => {
  const answer = await invitePortal(await testbed.loan(owned, { ssn: '900-10-0007' }));
  assert.deepEqual([answer.is_valid_for_transaction, answer.transaction_status_code], [false, 2]);
  assert.notEqual(answer.no_transaction_message, '');
});

for (const status of [
  'Pending',
  'Submitted',
  'Successful',
  'Transferred',
  'Failed',
  'Reversed',
  'Excluded',
]) {
  it(`shows a charge that is ${status} [conformance:charge-status ${status}]`, async () => {
    const id = await testbed.approvedCharge(owned);
    const path = `/sandbox/v1/transactions/${id}/advance`;
    await answered(testbed, 200, ['POST', path, { to: status }]);
    const shown = (await transactions()).find((each) => each.associated_payment_request_id === id);
    assert.equal(shown?.status, status);
    assert.equal(shown?.transaction_description, 109);
  });
}

it('lists a refund as 115 [conformance:transaction-code-115]', async () => {
  const id = await testbed.settledCharge(owned);
  const refund = aRefund(owned.fixture.users.Admin, id);
  await answered(testbed, 201, ['POST', `${merchants}/refund-payment-request/`, refund]);
  const shown = (await transactions()).filter((each) => each.associated_payment_request_id === id);
  assert.deepEqual(shown.map((each) => each.transaction_description).toSorted(), [109, 115]);
});
