import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  initiateMicroDepositsRefusal,
  initiateMicroDepositsResponse,
} from '../../../../server/lending-api/payment-detail.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aPaymentDetail } from '../../../helpers/merchant-bodies.ts';

const DETAIL = '/api/v1/sponsor/merchants/payment-detail/';
const DAY_MS = 86_400_000;
const SPONSOR = 'sponsor@example.test';

/** Magic accounts of the sandbox. */
const KNOWN = { ach_routing_number: '110000000', ach_account_number: '000123456789' };
const RETURNED = { ach_account_number: '000000000013' };
const EXPIRED = { ach_account_number: '000000000014' };

let lending: TestLending;
beforeEach(async () => {
  lending = await startTestLending();
});
afterEach(() => lending.close());

const initiate = (
  user = 'hillside-admin',
  as: typeof SPONSOR | 'sponsor-two@example.test' = SPONSOR,
) => lending.call('POST', `${DETAIL}initiate-micro-deposits/${user}/`, { as });

async function register(change: Record<string, unknown> = {}): Promise<void> {
  const response = await lending.call('POST', DETAIL, { body: aPaymentDetail(change) });
  assert.equal(response.status, 201);
}

const verify = async (...micro_deposits_amounts: string[]): Promise<number> => {
  const path = `${DETAIL}verify-micro-deposits/hillside-admin/`;
  return (await lending.call('POST', path, { body: { micro_deposits_amounts } })).status;
};

/** An account whose verification has failed by four wrong attempts. */
async function failedAccount(): Promise<void> {
  await register();
  await register(KNOWN);
  await failAttempts();
}

async function failAttempts(): Promise<void> {
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    assert.equal(await verify('0.01', '0.02'), 400);
  }
}

function accountInUse() {
  return lending.context.database.query
    .selectFrom('bank_accounts')
    .selectAll()
    .where('status', '<>', 'Replaced')
    .executeTakeFirstOrThrow();
}

async function initiated() {
  const response = await initiate();
  const body: unknown = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return initiateMicroDepositsResponse.parse(body);
}

async function refused(response: Response, status: number) {
  const body: unknown = await response.json();
  assert.equal(response.status, status, JSON.stringify(body));
  return initiateMicroDepositsRefusal.parse(body);
}

describe('POST merchants/payment-detail/initiate-micro-deposits/{request_user_id}/', () => {
  it('starts a failed verification again, with fresh attempts and 14 days', async () => {
    await failedAccount();
    lending.tick(60_000);
    const { detail, ...answer } = await initiated();
    assert.match(detail, /./);
    assert.deepEqual(answer, {
      bank_account_status: 'Pending',
      micro_deposits_sent_at: '2026-03-02T15:01:00Z',
      micro_deposits_expire_at: '2026-03-16T15:01:00Z',
    });
    const { status_reason, wrong_attempts, initiations } = await accountInUse();
    assert.deepEqual([status_reason, wrong_attempts, initiations], [null, 0, 1]);
    assert.equal(await verify('0.01', '0.02'), 400);
    assert.equal(await verify('0.32', '0.45'), 200);
  });

  it('starts one again whose deposits ran out, before any timer has run', async () => {
    await register();
    await lending.stop();
    lending.tick(14 * DAY_MS - 1);
    await refused(await initiate(), 400);
    lending.tick(1);
    assert.equal((await initiated()).bank_account_status, 'Pending');
  });

  it('lets the new deposits run out after 14 days of their own', async () => {
    await failedAccount();
    const { id } = await accountInUse();
    lending.tick(DAY_MS);
    await initiated();
    const work = await lending.context.database.query
      .selectFrom('due_work')
      .select('due_at')
      .where('kind', '=', 'micro_deposit_expiry')
      .where('key', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(work.due_at, lending.context.clock.now(SPONSOR) + 14 * DAY_MS);
  });

  it('says so when the bank returns the deposits again', async () => {
    await register(RETURNED);
    assert.equal((await initiated()).bank_account_status, 'VerificationFailed');
    assert.equal((await accountInUse()).status_reason, 'micro-deposit-return');
  });

  for (const [name, account] of [
    ['whose deposits come back', RETURNED],
    ['whose deposits have run out on arrival', EXPIRED],
  ] as const) {
    it(`is taken three times for an account ${name}; the fourth leaves it Errored`, async () => {
      await register(account);
      for (let times = 1; times <= 3; times += 1) await initiated();
      const { detail, ...rest } = await refused(await initiate(), 400);
      assert.match(detail, /too often/);
      assert.deepEqual(rest, { bank_account_status: 'Errored' });
      assert.deepEqual(Object.keys(await refused(await initiate(), 400)), ['detail']);
      const { status, status_reason, initiations } = await accountInUse();
      assert.deepEqual(
        [status, status_reason, initiations],
        ['Errored', 'micro-deposit-initiations-exceeded', 3],
      );
    });
  }

  it('begins anew with another account', async () => {
    await register(RETURNED);
    for (let times = 1; times <= 4; times += 1) await initiate();
    await register(KNOWN);
    assert.equal(await verify('0.32', '0.45'), 200);
  });

  it('counts nothing when the deposits could not be sent', async () => {
    await failedAccount();
    const rails = lending.context.providers.bankRails;
    const { sendMicroDeposits } = rails;
    rails.sendMicroDeposits = () => Promise.reject(new Error('rails down'));
    await refused(await initiate(), 503);
    rails.sendMicroDeposits = sendMicroDeposits;
    const { status, initiations } = await accountInUse();
    assert.deepEqual([status, initiations], ['VerificationFailed', 0]);
    assert.equal((await initiated()).bank_account_status, 'Pending');
  });

  it('lets exactly one of several at once through, under one order', async () => {
    await failedAccount();
    const rails = lending.context.providers.bankRails;
    const { sendMicroDeposits } = rails;
    const orders = new Set<string>();
    rails.sendMicroDeposits = (order) => {
      orders.add(order.id);
      return sendMicroDeposits(order);
    };
    const answers = await Promise.all(Array.from({ length: 6 }, () => initiate()));
    rails.sendMicroDeposits = sendMicroDeposits;
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400, 400]);
    assert.equal(orders.size, 1);
    assert.equal((await accountInUse()).initiations, 1);
  });

  for (const [name, prepare] of [
    ['Verified', () => Promise.resolve()],
    ['Pending', () => register()],
  ] as const) {
    it(`does nothing to an account that is ${name}`, async () => {
      await prepare();
      const before = await accountInUse();
      assert.deepEqual(Object.keys(await refused(await initiate(), 400)), ['detail']);
      assert.deepEqual(await accountInUse(), before);
    });
  }

  it('needs an account', async () => {
    await lending.context.database.query.deleteFrom('bank_accounts').execute();
    await refused(await initiate(), 400);
  });

  it('is for Admins of this sponsor', async () => {
    await failedAccount();
    await refused(await initiate('hillside-manager'), 403);
    await refused(await initiate('hillside-rep-1'), 403);
    await refused(await initiate('nobody'), 404);
    await refused(await initiate('hillside-admin', 'sponsor-two@example.test'), 404);
    assert.equal((await accountInUse()).status, 'VerificationFailed');
  });
});
