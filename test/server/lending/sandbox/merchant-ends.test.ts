import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import { hourMs } from '../../../helpers/durations.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { anOnboarding, aPaymentDetail } from '../../../helpers/merchant-bodies.ts';
import type { SandboxMessage } from '../../../helpers/sandbox.ts';
import { type FundingFlow, startFunding } from '../funding-flow.ts';

const microDeposits = '/sandbox/v1/merchants/hillside-hvac/micro-deposits';
const admin = 'dana@quarry.example.test';

let lending: TestLending;
let flow: FundingFlow;
beforeEach(async () => {
  ({ lending, flow } = await startFunding());
});
afterEach(() => lending.close());

const onboard = (change: Record<string, unknown> = {}) =>
  flow.call('POST', '/api/v1/sponsor/merchants/onboarding/', anOnboarding(change), 201);

const step = (name: string, body: unknown = {}, status = 200, id = 'quarry') =>
  flow.sandbox(`/merchants/${id}/${name}`, body, status);

const merchant = () => flow.call('GET', '/api/v1/sponsor/merchants/quarry/');

async function toAdmin(): Promise<SandboxMessage[]> {
  const response = await lending.call('GET', `/sandbox/v1/messages?to=${admin}`);
  return (await response.json()) as SandboxMessage[];
}

async function unknownToOthers(method: string, path: string, body?: unknown): Promise<void> {
  const as = 'sponsor-two@example.test';
  assert.equal((await lending.call(method, `/sandbox/v1${path}`, { body, as })).status, 404);
}

describe('GET micro-deposits', () => {
  it('tells the amounts by which any account is verified', async () => {
    await flow.call('POST', '/api/v1/sponsor/merchants/payment-detail/', aPaymentDetail(), 201);
    const told = await flow.call('GET', microDeposits);
    assert.partialDeepStrictEqual(told, {
      bank_account_status: 'Pending',
      attempts_remaining: 4,
      micro_deposits_sent_at: '2026-03-02T15:00:00Z',
      micro_deposits_expire_at: '2026-03-16T15:00:00Z',
    });
    const verify = '/api/v1/sponsor/merchants/payment-detail/verify-micro-deposits/hillside-admin/';
    const { micro_deposits_amounts } = told;
    const verified = await flow.call('POST', verify, { micro_deposits_amounts });
    assert.equal(verified.bank_account_status, 'Verified');
    assert.equal((await flow.call('GET', microDeposits)).bank_account_status, 'Verified');
  });

  it('tells that they have expired before a timer has seen it', async () => {
    const account = aPaymentDetail({ ach_account_number: '000000000014' });
    await flow.call('POST', '/api/v1/sponsor/merchants/payment-detail/', account, 201);
    assert.equal((await flow.call('GET', microDeposits)).bank_account_status, 'VerificationFailed');
  });

  it('knows no other merchant, and none without a bank account', async () => {
    await onboard();
    await flow.call('GET', '/sandbox/v1/merchants/quarry/micro-deposits', undefined, 404);
    await flow.call('GET', '/sandbox/v1/merchants/nobody/micro-deposits', undefined, 404);
    await unknownToOthers('GET', '/merchants/hillside-hvac/micro-deposits');
  });
});

describe('underwrite', () => {
  for (const [result, status, words] of [
    ['approved', 'Active', /can offer financing/],
    ['declined', 'Declined', /declined/],
  ] as const) {
    it(`ends a review as ${result} and tells the Admin, without another callback`, async () => {
      await onboard({ business_name: 'REVIEW Roofing' });
      await step('underwrite', { result }, 400);
      await step('complete-onboarding');
      assert.equal((await merchant()).activated_at, null);
      assert.deepEqual(await step('underwrite', { result }), { merchant_status: status });
      const { activated_at } = await merchant();
      assert.equal(activated_at, status === 'Active' ? '2026-03-02T15:00:00Z' : null);
      assert.match((await toAdmin())[0]?.text ?? '', words);
      await step('underwrite', { result }, 400);
      const response = await lending.call('GET', '/sandbox/v1/events');
      assert.equal(((await response.json()) as unknown[]).length, 1);
    });
  }

  it('leaves a declined merchant no bank account to set up', async () => {
    const { user_id: request_user_id } = anOnboarding();
    await onboard({ business_name: 'DECLINE Roofing' });
    await step('complete-onboarding');
    assert.equal((await merchant()).status, 'Declined');
    const body = aPaymentDetail({ request_user_id });
    await flow.call('POST', '/api/v1/sponsor/merchants/payment-detail/', body, 403);
  });

  it('wants a result, of a merchant of its own', async () => {
    await onboard({ business_name: 'REVIEW Roofing' });
    await step('complete-onboarding');
    await step('underwrite', { result: 'perhaps' }, 400);
    await unknownToOthers('POST', '/merchants/quarry/underwrite', { result: 'approved' });
  });
});

describe('renew-invitation', () => {
  const WEEK_H = 7 * 24;

  it('sends a new link for seven days, by which the onboarding goes on', async () => {
    const { invitation_link } = await onboard();
    await step('renew-invitation', {}, 400);
    await flow.advanceHours(WEEK_H);
    assert.equal((await merchant()).status, 'InvitationExpired');
    assert.deepEqual(await step('renew-invitation'), { merchant_status: 'Invited' });
    const [message] = await toAdmin();
    assert.notEqual(message?.links[0], invitation_link);
    assert.equal((await merchant()).invitation_link, message?.links[0]);
    await flow.advanceHours(WEEK_H - 1);
    assert.deepEqual(await step('complete-onboarding'), { merchant_status: 'Active' });
    await step('renew-invitation', {}, 400);
  });

  it('expires again', async () => {
    await onboard();
    await flow.advanceHours(WEEK_H);
    await step('renew-invitation');
    await flow.advanceHours(WEEK_H);
    assert.equal((await merchant()).status, 'InvitationExpired');
  });

  it('does so before the timer of the old one has run', async () => {
    await onboard();
    await lending.stop();
    lending.tick(WEEK_H * hourMs);
    assert.deepEqual(await step('renew-invitation'), { merchant_status: 'Invited' });
    assert.equal((await merchant()).status, 'Invited');
  });

  it('knows no merchant of another sponsor', async () => {
    await onboard();
    await unknownToOthers('POST', '/merchants/quarry/renew-invitation', {});
  });
});

describe('offboard', () => {
  const offboard = (status = 200) => step('offboard', {}, status, 'hillside-hvac');

  for (const [name, before] of [
    ['an active', []],
    ['a suspended', ['suspend']],
  ] as const) {
    it(`closes ${name} merchant for good`, async () => {
      for (const control of before) await step(control, {}, 200, 'hillside-hvac');
      assert.deepEqual(await offboard(), { merchant_status: 'Closed' });
      await offboard(400);
      await step('release', {}, 400, 'hillside-hvac');
      const body = { request_user_id: 'hillside-admin', product_ids: [] };
      await flow.call('PATCH', '/api/v1/sponsor/merchants/rate-sheets/', body, 403);
    });
  }

  it('waits for charges that are pending, before and after their approval', async () => {
    const id = await flow.charge(await anAcceptedLoan(lending));
    await offboard(400);
    await flow.sandbox(`/payment-requests/${id}/approve`);
    await offboard(400);
    await onboard();
    await step('complete-onboarding');
    assert.deepEqual(await step('offboard'), { merchant_status: 'Closed' }, 'another merchant');
    await flow.sandbox(`/transactions/${id}/advance`, { to: 'Transferred' });
    await offboard();
  });

  it('does not wait for one that has expired though its timer is late', async () => {
    await flow.charge(await anAcceptedLoan(lending));
    await lending.stop();
    lending.tick(48 * hourMs);
    await offboard();
  });

  it('leaves its bank account to the Admin: a payout may come back', async () => {
    await offboard();
    const path = '/api/v1/sponsor/merchants/payment-detail/';
    const expired = aPaymentDetail({ ach_account_number: '000000000014' });
    await flow.call('POST', path, expired, 201);
    await flow.call('POST', `${path}initiate-micro-deposits/hillside-admin/`, {});
    await flow.call('POST', path, aPaymentDetail(), 201);
    const { micro_deposits_amounts } = await flow.call('GET', microDeposits);
    const verify = `${path}verify-micro-deposits/hillside-admin/`;
    const verified = await flow.call('POST', verify, { micro_deposits_amounts });
    assert.equal(verified.bank_account_status, 'Verified');
  });

  it('closes no merchant that is not active yet, and none of another sponsor', async () => {
    await onboard();
    await step('offboard', {}, 400);
    await unknownToOthers('POST', '/merchants/hillside-hvac/offboard', {});
  });
});
