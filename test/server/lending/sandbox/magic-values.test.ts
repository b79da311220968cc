import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { magicValues } from '../../../../server/lending/providers/magic-values.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import { anInvitation, invitePath } from '../../../helpers/invitations.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { anOnboarding, aPaymentDetail } from '../../../helpers/merchant-bodies.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';
import { until } from '../../../helpers/until.ts';
import { type FundingFlow, startFunding } from '../funding-flow.ts';

const merchants = '/api/v1/sponsor/merchants';
const weekHours = 7 * 24;

let lending: TestLending;
let flow: FundingFlow;
beforeEach(async () => {
  ({ lending, flow } = await startFunding());
});
afterEach(() => lending.close());

async function smsOfCharge(phone: string): Promise<unknown> {
  const id = await flow.charge(await anAcceptedLoan(lending, { phone }));
  return (await flow.chargeRow(id)).sms_notification;
}

async function bankAccount(ach_account_number: string) {
  const detail = aPaymentDetail({ ach_account_number, ach_routing_number: '110000000' });
  await flow.call('POST', `${merchants}/payment-detail/`, detail, 201);
  return flow.call('GET', '/sandbox/v1/merchants/hillside-hvac/micro-deposits');
}

async function bankAccountAfterPayout(ach_account_number: string): Promise<unknown> {
  const { micro_deposits_amounts } = await bankAccount(ach_account_number);
  const verify = `${merchants}/payment-detail/verify-micro-deposits/hillside-admin/`;
  await flow.call('POST', verify, { micro_deposits_amounts });
  await flow.approvedCharge(await anAcceptedLoan(lending));
  await flow.advanceHours(weekHours);
  const { bank_account } = await flow.call('GET', `${merchants}/hillside-hvac/`);
  return (bank_account as { status: string }).status;
}

async function merchantNamed(word: string): Promise<unknown> {
  const body = anOnboarding({ business_name: `Quarry ${word} Roofing` });
  await flow.call('POST', `${merchants}/onboarding/`, body, 201);
  return (await flow.sandbox('/merchants/quarry/complete-onboarding')).merchant_status;
}

/** Both: what was asked of the consumer, and what became of the money. */
async function chargeCalled(payment_identifier: string): Promise<unknown> {
  const id = await flow.charge(await anAcceptedLoan(lending), { payment_identifier });
  await flow.advanceHours(0);
  const request = (await flow.chargeRow(id)).status;
  if (request !== 'Pending') return request;
  await flow.sandbox(`/payment-requests/${id}/approve`);
  await flow.advanceHours(weekHours);
  return (await flow.transactionRow(id))?.status;
}

async function decisionIn(state: string): Promise<unknown> {
  const answer = await flow.call('POST', softPullPath, aSoftPull({ state }));
  return answer.decision;
}

async function emailInvitation(email: string): Promise<unknown> {
  await flow.call('POST', invitePath, anInvitation({ email }), 201);
  return until('a delivery', async () => {
    const { status } = await lending.context.database.query
      .selectFrom('invitations')
      .select('status')
      .executeTakeFirstOrThrow();
    return status === 'Sent' ? undefined : status;
  });
}

async function increaseOf(idEnd: string): Promise<unknown> {
  const external_application_id = `increase${idEnd}`;
  await anAcceptedLoan(lending, { external_application_id });
  const body = { external_application_id, request_user_id: 'hillside-admin', cli_amount: 12_000 };
  const path = '/api/v1/sponsor/consumers/accounts/credit-line-increase/';
  return (await lending.call('POST', path, { body })).status;
}

async function receiver(path: string): Promise<unknown> {
  const post = async () => (await lending.app.request(path, { method: 'POST' })).status;
  return [await post(), await post()];
}

/** What a value brings about, as the list has them. */
const proofs: Readonly<Record<string, readonly [() => Promise<unknown>, unknown]>> = {
  '+15005550004': [() => smsOfCharge('+15005550004'), 'skipped_opted_out'],
  '+15005550001': [() => smsOfCharge('+15005550001'), 'failed'],
  '+15005550009': [() => smsOfCharge('+15005550009'), 'failed'],
  'bounce@example.test': [() => emailInvitation('bounce@example.test'), 'DeliveryFailed'],
  '123456': [async () => lending.context.providers.codes.codeFor('any secret'), '123456'],
  '000000': [async () => lending.context.providers.codes.endsCheck('000000'), true],
  '000123456789': [
    async () => (await bankAccount('000123456789')).micro_deposits_amounts,
    ['0.32', '0.45'],
  ],
  '000111111116': [() => bankAccountAfterPayout('000111111116'), 'Errored'],
  '000000000013': [
    async () => (await bankAccount('000000000013')).bank_account_status,
    'VerificationFailed',
  ],
  '000000000014': [
    async () => (await bankAccount('000000000014')).bank_account_status,
    'VerificationFailed',
  ],
  DECLINE: [() => merchantNamed('DECLINE'), 'Declined'],
  REVIEW: [() => merchantNamed('REVIEW'), 'PendingReview'],
  SUSPEND: [() => merchantNamed('SUSPEND'), 'Suspended'],
  '1 Undeliverable Way': [
    async () => {
      const body = anOnboarding({ business_address_1: '1 Undeliverable Way' });
      return (await lending.call('POST', `${merchants}/onboarding/`, { body })).status;
    },
    400,
  ],
  'sbx:consumer_approve': [() => chargeCalled('sbx:consumer_approve#17'), 'Approved'],
  'sbx:consumer_reject': [() => chargeCalled('sbx:consumer_reject'), 'Rejected'],
  'sbx:processor_fail': [() => chargeCalled('sbx:processor_fail#17'), 'Failed'],
  'sbx:exclude': [() => chargeCalled('sbx:exclude'), 'Excluded'],
  'sbx:reverse': [() => chargeCalled('sbx:reverse'), 'Reversed'],
  'sbx:slow': [() => chargeCalled('sbx:slow'), 'Submitted'],
  '-503': [() => increaseOf('-503'), 503],
  VI: [() => decisionIn('VI'), 'no_offers'],
  GU: [() => decisionIn('GU'), 'no_offers'],
  AS: [() => decisionIn('AS'), 'no_offers'],
  MP: [() => decisionIn('MP'), 'no_offers'],
  PR: [() => decisionIn('PR'), 'no_offers'],
  '/sandbox/receiver/{name}/fail-{N}': [() => receiver('/sandbox/receiver/one/fail-1'), [500, 200]],
};

describe('a magic value of the sandbox', () => {
  for (const { values, effect } of magicValues) {
    for (const value of values) {
      it(`${value}: ${effect}`, async () => {
        const proof = proofs[value];
        assert.ok(proof, value);
        const [happens, outcome] = proof;
        assert.deepEqual(await happens(), outcome);
      });
    }
  }

  it('is not what anything else does', async () => {
    assert.equal(await smsOfCharge('+15005550006'), 'sent');
    assert.equal(await chargeCalled('order-17'), 'Transferred');
    assert.equal(await decisionIn('OH'), 'offers');
    assert.equal(await increaseOf('-504'), 200);
    assert.deepEqual(await receiver('/sandbox/receiver/one'), [200, 200]);
  });
});
