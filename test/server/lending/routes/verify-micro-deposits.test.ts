import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { verifyMicroDepositsResponse } from '../../../../server/lending-api/payment-detail.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { authorizationOf, startTestLending, type TestLending } from '../../../helpers/lending.ts';
import {
  BankAccountCalls,
  expiredAccount,
  rightAmounts,
  verifyPath,
  verifyRefusal,
  wrongAmounts,
} from './bank-account-calls.ts';

let lending: TestLending;
let bank: BankAccountCalls;
beforeEach(async () => {
  lending = await startTestLending();
  bank = new BankAccountCalls(lending);
});
afterEach(() => lending.close());

describe('POST merchants/payment-detail/verify-micro-deposits/{request_user_id}/', () => {
  for (const amounts of [
    ['0.32', '0.45'],
    ['0.45', '0.32'],
  ]) {
    it(`verifies by ${amounts.join(' and ')}`, async () => {
      await bank.registerKnown();
      const response = await bank.verify(...amounts);
      assert.equal(response.status, 200);
      const answer = verifyMicroDepositsResponse.parse(await response.json());
      assert.deepEqual(
        [answer.bank_account_status, answer.attempts_remaining, answer.verified_at],
        ['Verified', 4, '2026-03-02T15:00:00Z'],
      );
      assert.equal((await bank.accountInUse()).status, 'Verified');
    });
  }

  it('refuses numbers, whole or not, and counts no attempt', async () => {
    await bank.registerKnown();
    for (const amounts of ['[0.11, 0.12]', '[0.32, 0.45]', '[1, 2]']) {
      const response = await lending.app.request(verifyPath(), {
        method: 'POST',
        headers: {
          authorization: authorizationOf('sponsor@example.test'),
          'content-type': 'application/json',
        },
        body: `{"micro_deposits_amounts": ${amounts}}`,
      });
      assert.equal(response.status, 400, amounts);
    }
    const answer = await bank.verify(...rightAmounts);
    assert.equal(verifyMicroDepositsResponse.parse(await answer.json()).attempts_remaining, 4);
  });

  it('fails at the fourth wrong attempt, not before [conformance:post-merchants-payment-detail-verify-micro-deposits-request-user-id]', async () => {
    await bank.registerKnown();
    const seen: unknown[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const answer = await verifyRefusal(await bank.verify('0.32', '0.46'), 400);
      seen.push([answer.bank_account_status, answer.attempts_remaining]);
    }
    assert.deepEqual(seen, [
      ['Pending', 3],
      ['Pending', 2],
      ['Pending', 1],
      ['VerificationFailed', 0],
    ]);
    assert.equal((await bank.accountInUse()).status_reason, 'micro-deposit-attempts-exceeded');
    const late = await verifyRefusal(await bank.verify(...rightAmounts), 400);
    assert.deepEqual(Object.keys(late), ['detail']);
  });

  it('counts every one of several wrong attempts at once', async () => {
    await bank.registerKnown();
    await Promise.all(Array.from({ length: 6 }, () => bank.verify(...wrongAmounts)));
    const account = await bank.accountInUse();
    assert.deepEqual([account.status, account.wrong_attempts], ['VerificationFailed', 4]);
  });

  for (const amounts of [['0.32'], ['0.32', '0.45', '0.01'], ['0.32', '1.00'], ['0.32', '.45']]) {
    it(`takes [${amounts}] for malformed, which is no attempt`, async () => {
      await bank.registerKnown();
      await verifyRefusal(await bank.verify(...amounts), 400);
      assert.equal((await bank.accountInUse()).wrong_attempts, 0);
    });
  }

  it('does not take one amount twice for both', async () => {
    await bank.registerKnown();
    await verifyRefusal(await bank.verify('0.32', '0.32'), 400);
  });

  it('ends after 14 days, read before any timer has run', async () => {
    await bank.registerKnown();
    await lending.stop();
    lending.tick(14 * dayMs);
    const answer = await verifyRefusal(await bank.verify(...rightAmounts), 400);
    assert.equal(answer.bank_account_status, 'VerificationFailed');
    assert.equal((await bank.accountInUse()).status_reason, 'micro-deposit-expired');
  });

  it('still verifies a millisecond before', async () => {
    await bank.registerKnown();
    await lending.stop();
    lending.tick(14 * dayMs - 1);
    assert.equal((await bank.verify(...rightAmounts)).status, 200);
  });

  it('refuses deposits that had expired on arrival', async () => {
    await bank.register(expiredAccount);
    const answer = await verifyRefusal(await bank.verify(...rightAmounts), 400);
    assert.ok(!('verified_at' in answer));
  });

  it('needs an account that is Pending', async () => {
    const answer = await verifyRefusal(await bank.verify(...rightAmounts), 400);
    assert.deepEqual(Object.keys(answer), ['detail']);
  });

  it('is for Admins of this sponsor', async () => {
    const body = { micro_deposits_amounts: rightAmounts };
    await verifyRefusal(await lending.call('POST', verifyPath('hillside-rep-1'), { body }), 403);
    await verifyRefusal(await lending.call('POST', verifyPath('nobody'), { body }), 404);
    const foreign = { body, as: 'sponsor-two@example.test' } as const;
    await verifyRefusal(await lending.call('POST', verifyPath(), foreign), 404);
  });
});
