import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  initiateMicroDepositsRefusal,
  initiateMicroDepositsResponse,
} from '../../../../server/lending-api/payment-detail.ts';
import { answered } from '../../../helpers/answered.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import {
  BankAccountCalls,
  detailPath,
  expiredAccount,
  knownAccount,
  returnedAccount,
  rightAmounts,
  wrongAmounts,
} from './bank-account-calls.ts';

const sponsor = 'sponsor@example.test';

let lending: TestLending;
let bank: BankAccountCalls;
beforeEach(async () => {
  lending = await startTestLending();
  bank = new BankAccountCalls(lending);
});
afterEach(() => lending.close());

const initiate = (
  user = 'hillside-admin',
  as: typeof sponsor | 'sponsor-two@example.test' = sponsor,
) => lending.call('POST', `${detailPath}initiate-micro-deposits/${user}/`, { as });

/** An account whose verification has failed by four wrong attempts. */
async function failedAccount(): Promise<void> {
  await bank.registerKnown();
  await bank.failAttempts();
}

async function initiated() {
  return initiateMicroDepositsResponse.parse(await answered(await initiate(), 200));
}

async function refused(response: Response, status: number) {
  return initiateMicroDepositsRefusal.parse(await answered(response, status));
}

describe('POST merchants/payment-detail/initiate-micro-deposits/{request_user_id}/', () => {
  it('starts a failed verification again, with fresh attempts and 14 days [conformance:transition-verification-started-again]', async () => {
    await failedAccount();
    lending.tick(60_000);
    const { detail, ...answer } = await initiated();
    assert.match(detail, /./);
    assert.deepEqual(answer, {
      bank_account_status: 'Pending',
      micro_deposits_sent_at: '2026-03-02T15:01:00Z',
      micro_deposits_expire_at: '2026-03-16T15:01:00Z',
    });
    const { status_reason, wrong_attempts, initiations } = await bank.accountInUse();
    assert.deepEqual([status_reason, wrong_attempts, initiations], [null, 0, 1]);
    assert.equal((await bank.verify(...wrongAmounts)).status, 400);
    assert.equal((await bank.verify(...rightAmounts)).status, 200);
  });

  it('starts one again whose deposits ran out, before any timer has run', async () => {
    await bank.registerAgain();
    await lending.stop();
    lending.tick(14 * dayMs - 1);
    await refused(await initiate(), 400);
    lending.tick(1);
    assert.equal((await initiated()).bank_account_status, 'Pending');
  });

  it('lets the new deposits run out after 14 days of their own', async () => {
    await failedAccount();
    const { id } = await bank.accountInUse();
    lending.tick(dayMs);
    await initiated();
    const work = await lending.context.database.query
      .selectFrom('due_work')
      .select('due_at')
      .where('kind', '=', 'micro_deposit_expiry')
      .where('key', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(work.due_at, lending.context.clock.now(sponsor) + 14 * dayMs);
  });

  it('says so when the bank returns the deposits again', async () => {
    await bank.registerAgain(returnedAccount);
    assert.equal((await initiated()).bank_account_status, 'VerificationFailed');
    assert.equal((await bank.accountInUse()).status_reason, 'micro-deposit-return');
  });

  for (const [name, account] of [
    ['whose deposits come back', returnedAccount],
    ['whose deposits have run out on arrival', expiredAccount],
  ] as const) {
    it(`is taken three times for an account ${name}; the fourth leaves it Errored`, async () => {
      await bank.registerAgain(account);
      for (let times = 1; times <= 3; times += 1) await initiated();
      const { detail, ...rest } = await refused(await initiate(), 400);
      assert.match(detail, /too often/);
      assert.deepEqual(rest, { bank_account_status: 'Errored' });
      assert.deepEqual(Object.keys(await refused(await initiate(), 400)), ['detail']);
      const { status, status_reason, initiations } = await bank.accountInUse();
      assert.deepEqual(
        [status, status_reason, initiations],
        ['Errored', 'micro-deposit-initiations-exceeded', 3],
      );
    });
  }

  it('starts again with another account', async () => {
    await bank.registerAgain(returnedAccount);
    for (let times = 1; times <= 4; times += 1) await initiate();
    await bank.registerAgain(knownAccount);
    assert.equal((await bank.verify(...rightAmounts)).status, 200);
  });

  it('counts nothing when the deposits could not be sent', async () => {
    await failedAccount();
    const rails = lending.context.providers.bankRails;
    const { sendMicroDeposits } = rails;
    rails.sendMicroDeposits = () => Promise.reject(new Error('rails down'));
    await refused(await initiate(), 503);
    rails.sendMicroDeposits = sendMicroDeposits;
    const { status, initiations } = await bank.accountInUse();
    assert.deepEqual([status, initiations], ['VerificationFailed', 0]);
    assert.equal((await initiated()).bank_account_status, 'Pending');
  });

  it('orders new deposits each time', async () => {
    const rails = lending.context.providers.bankRails;
    const { sendMicroDeposits } = rails;
    const orders: string[] = [];
    rails.sendMicroDeposits = (order) => {
      orders.push(order.id);
      return sendMicroDeposits(order);
    };
    await failedAccount();
    await initiated();
    await bank.failAttempts();
    await initiated();
    rails.sendMicroDeposits = sendMicroDeposits;
    // Two accounts, the second one started again twice. Rails that know an order by its id would
    // send nothing for a repeated one.
    assert.equal(orders.length, 4);
    assert.equal(new Set(orders).size, 4);
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
    assert.equal((await bank.accountInUse()).initiations, 1);
  });

  it('brings no fresh attempts to a verification that another call has started and that failed', async () => {
    await failedAccount();
    const rails = lending.context.providers.bankRails;
    const { sendMicroDeposits } = rails;
    const { promise: answer, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
    rails.sendMicroDeposits = async (order) => {
      onAsked();
      await answer;
      return sendMicroDeposits(order);
    };
    const late = initiate();
    await asked;
    rails.sendMicroDeposits = sendMicroDeposits;
    await initiated();
    await bank.failAttempts();
    letGo();
    assert.equal((await late).status, 400);
    const { status, wrong_attempts, initiations } = await bank.accountInUse();
    assert.deepEqual([status, wrong_attempts, initiations], ['VerificationFailed', 4, 1]);
  });

  for (const [name, prepare] of [
    ['Verified', () => Promise.resolve()],
    ['Pending', () => bank.registerAgain()],
  ] as const) {
    it(`does nothing to an account that is ${name}`, async () => {
      await prepare();
      const before = await bank.accountInUse();
      assert.deepEqual(Object.keys(await refused(await initiate(), 400)), ['detail']);
      assert.deepEqual(await bank.accountInUse(), before);
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
    assert.equal((await bank.accountInUse()).status, 'VerificationFailed');
  });
});
