import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { anAcceptedLoan, chargePath } from '../../../helpers/accepted-loan.ts';
import { type TestLending, testStart } from '../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';
import { type FundingFlow, startFunding } from '../funding-flow.ts';

let lending: TestLending;
let flow: FundingFlow;
let made = 0;
before(async () => {
  ({ lending, flow } = await startFunding());
});
after(() => lending.close());

/** A soft pull of a persona; answers the application's id and the first offer, if there is one. */
async function apply(ssn: string): Promise<{ id: string; offer: string | undefined }> {
  made += 1;
  const id = `controls-${made}`;
  const email = `controls-${made}@example.test`;
  const body = aSoftPull({ external_application_id: id, ssn, email });
  const answer = await flow.call('POST', softPullPath, body);
  const [offer] = answer.offers as { offer_uuid: string }[];
  return { id, offer: offer?.offer_uuid };
}

async function select(ssn: string): Promise<string> {
  const { id, offer } = await apply(ssn);
  await flow.call('PATCH', `/api/v1/sponsor/consumers/offers/${offer}/select/`, {});
  return id;
}

async function accepted(ssn = '900-10-0001'): Promise<string> {
  const id = await select(ssn);
  await flow.sandbox(`/applications/${id}/accept-terms`);
  return id;
}

const step = (id: string, name: string, body: unknown = {}) =>
  flow.sandbox(`/applications/${id}/${name}`, body);

const refused = (id: string, name: string, body: unknown = {}) =>
  flow.sandbox(`/applications/${id}/${name}`, body, 400);

async function callbacksOf(id: string) {
  const path = `/sandbox/v1/events?external_application_id=${id}`;
  const events = (await (await lending.call('GET', path)).json()) as {
    payload: Record<string, unknown>;
  }[];
  return events.map(({ payload }) => [payload.stage, payload.decision, payload.application_status]);
}

describe('accept-terms', () => {
  it('accepts the selected offer, with the callback', async () => {
    const id = await select('900-10-0001');
    assert.deepEqual(await step(id, 'accept-terms'), { application_status: 'Approved: Accepted' });
    assert.deepEqual(await callbacksOf(id), [
      ['loan_terms_accepted', 'approved', 'Approved: Accepted'],
    ]);
    await refused(id, 'accept-terms');
  });

  it('has nothing to accept before an offer is selected', async () => {
    const { id } = await apply('900-10-0001');
    await refused(id, 'accept-terms');
  });

  it('brings a check of identity first for the persona that is asked for one', async () => {
    const id = await select('900-10-0005');
    assert.deepEqual(await step(id, 'accept-terms'), {
      application_status: 'Pending: Verification',
    });
    assert.deepEqual(await step(id, 'verify', { result: 'passed' }), {
      application_status: 'Approved: Offer Selected',
    });
    assert.deepEqual(await step(id, 'accept-terms'), { application_status: 'Approved: Accepted' });
  });

  it('is declined by the persona that declines', async () => {
    const id = await select('900-10-0006');
    assert.deepEqual(await step(id, 'accept-terms'), { application_status: 'Cancelled' });
  });
});

describe('decline-terms', () => {
  it('withdraws the application, with the callback', async () => {
    const id = await select('900-10-0001');
    assert.deepEqual(await step(id, 'decline-terms'), { application_status: 'Cancelled' });
    assert.deepEqual(await callbacksOf(id), [['decision', 'canceled', 'Cancelled']]);
  });
});

describe('activate-portal', () => {
  it('makes the account active, so that charges may be requested', async () => {
    const id = await accepted('900-10-0002');
    await flow.call('POST', chargePath, charge(id), 400);
    assert.deepEqual(await step(id, 'activate-portal'), { portal_account_status: 'Active' });
    await flow.call('POST', chargePath, charge(id), 201);
    await refused(id, 'activate-portal');
  });

  it('leaves the account of one persona Invited', async () => {
    const id = await accepted('900-10-0007');
    assert.deepEqual(await step(id, 'activate-portal'), { portal_account_status: 'Invited' });
  });
});

describe('suspend and release', () => {
  it('hold the loan, whose waiting charge is canceled', async () => {
    const id = await accepted();
    const request = await flow.call('POST', chargePath, charge(id), 201);
    assert.deepEqual(await step(id, 'suspend'), { application_status: 'Suspended' });
    const { status } = await flow.chargeRow(String(request.payment_request_uuid));
    assert.equal(status, 'Canceled');
    await refused(id, 'suspend');
    assert.deepEqual(await step(id, 'release'), { application_status: 'Approved: Accepted' });
    await refused(id, 'release');
  });

  it('hold the loan of one persona an hour after acceptance', async () => {
    const id = await accepted('900-10-0008');
    await flow.advanceHours(1);
    assert.deepEqual(await step(id, 'release'), { application_status: 'Approved: Accepted' });
  });
});

describe('pay-off', () => {
  const accountOf = async (id: string) => {
    const path = `/api/v1/sponsor/merchants/loan-applications/hillside-admin/loan/${id}/`;
    const { application_status, account_status } = await flow.call('GET', path);
    return [application_status, account_status];
  };

  async function chargedAccount(description: number): Promise<string> {
    const id = await accepted();
    const body = { ...charge(id), transaction_description: description };
    const { payment_request_uuid } = await flow.call('POST', chargePath, body, 201);
    await flow.sandbox(`/payment-requests/${payment_request_uuid}/approve`);
    await flow.sandbox(`/transactions/${payment_request_uuid}/advance`, { to: 'Transferred' });
    return id;
  }

  it('closes the account of a loan whose final charge has been made', async () => {
    const id = await chargedAccount(113);
    assert.deepEqual(await step(id, 'pay-off'), { account_status: 'Closed' });
    assert.deepEqual(await accountOf(id), ['Approved: Accepted', 'Closed']);
    for (const name of ['pay-off', 'suspend']) await refused(id, name);
    await flow.call('POST', chargePath, charge(id), 400);
  });

  it('leaves nothing to cancel or to increase, though nothing is spent', async () => {
    const id = await accepted();
    await flow.advanceHours(151 * 24);
    await step(id, 'pay-off');
    const named = { external_application_id: id, request_user_id: 'hillside-admin' };
    const accounts = '/api/v1/sponsor/consumers/accounts';
    await flow.call('POST', `${accounts}/cancel/`, named, 400);
    const increase = { ...named, cli_amount: 12_000 };
    await flow.call('POST', `${accounts}/credit-line-increase/`, increase, 400);
  });

  it('waits for the end of the purchase window', async () => {
    const id = await chargedAccount(111);
    await refused(id, 'pay-off');
    assert.deepEqual(await accountOf(id), ['Approved: Accepted', 'Active']);
    await flow.advanceHours(151 * 24);
    assert.deepEqual(await step(id, 'pay-off'), { account_status: 'Closed' });
  });

  it('ends what should have ended with the window, though its timer is late', async () => {
    const { lending: own, flow: steps } = await startFunding();
    try {
      const purchase_window_ends_at = testStart + 3_600_000;
      const loan = await anAcceptedLoan(own, { purchase_window_ends_at });
      const uuid = await steps.charge(loan);
      await own.stop();
      own.tick(3_600_000);
      await steps.sandbox(`/applications/${loan.external_application_id}/pay-off`);
      assert.equal((await steps.chargeRow(uuid)).status, 'Canceled');
      assert.deepEqual(await steps.balance(loan), { spent: 0, pending: 0 });
    } finally {
      await own.close();
    }
  });

  it('has no account to close before acceptance, and none that is on hold', async () => {
    await refused(await select('900-10-0001'), 'pay-off');
    const id = await chargedAccount(113);
    await step(id, 'suspend');
    await refused(id, 'pay-off');
  });

  it('leaves nothing to suspend later on', async () => {
    const id = await accepted('900-10-0008');
    await lending.context.database.query
      .updateTable('applications')
      .set({ purchase_window_ends_at: testStart })
      .where('external_application_id', '=', id)
      .execute();
    await step(id, 'pay-off');
    await flow.advanceHours(1);
    assert.deepEqual(await accountOf(id), ['Approved: Accepted', 'Closed']);
  });
});

describe('verify', () => {
  for (const [result, status, decision] of [
    ['passed', 'Approved: Offers Available', 'approved'],
    ['failed', 'Declined', 'canceled'],
  ] as const) {
    it(`ends a review as ${result}, with the callback`, async () => {
      const { id } = await apply('900-10-0106');
      assert.deepEqual(await step(id, 'verify', { result }), { application_status: status });
      assert.deepEqual(await callbacksOf(id), [['decision', decision, status]]);
      await refused(id, 'verify', { result });
    });
  }

  it('wants a result', async () => {
    const { id } = await apply('900-10-0106');
    await refused(id, 'verify', { result: 'maybe' });
  });
});

describe('application controls', () => {
  it('know no application of another sponsor', async () => {
    const { id } = await apply('900-10-0001');
    for (const name of [
      'accept-terms',
      'decline-terms',
      'activate-portal',
      'suspend',
      'release',
      'pay-off',
    ]) {
      const path = `/sandbox/v1/applications/${id}/${name}`;
      const response = await lending.call('POST', path, { as: 'sponsor-two@example.test' });
      assert.equal(response.status, 404, name);
    }
  });
});

function charge(externalApplicationId: string): Record<string, unknown> {
  return {
    request_user_id: 'hillside-rep-1',
    external_application_id: externalApplicationId,
    transaction_description: 109,
    consumer_charge_amount: '1000.00',
    net_to_merchant_amount: '940.00',
    net_platform_fee: '40.00',
    net_to_sponsor_amount: '20.00',
    transaction_callback_url: 'http://localhost:8788/sandbox/receiver/charges',
  };
}
