import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { timerHandlers } from '../../../../../server/lending/work.ts';
import type { TimerKind } from '../../../../../server/lending/work-kinds.ts';
import { dayMs } from '../../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { anOnboarding, aPaymentDetail } from '../../../../helpers/merchant-bodies.ts';

const sponsor = 'sponsor@example.test';
const merchants = '/api/v1/sponsor/merchants';

let lending: TestLending;
beforeEach(async () => {
  lending = await startTestLending();
});
afterEach(() => lending.close());

/** Runs a deadline's handler at the sponsor's time, as the due-work runner would. */
async function run(kind: TimerKind, key: string) {
  const handler = timerHandlers(lending.context)[kind];
  const now = lending.context.clock.now(sponsor);
  return handler({ kind, key, scope: sponsor, payload: null, attempts: 0, dueAt: now, now });
}

describe('the 7 days of an invitation', () => {
  async function invitedMerchant() {
    await lending.call('POST', `${merchants}/onboarding/`, { body: anOnboarding() });
    return merchant();
  }

  async function merchant() {
    return lending.context.database.query
      .selectFrom('merchants')
      .selectAll()
      .where('contractor_id', '=', 'quarry')
      .executeTakeFirstOrThrow();
  }

  it('end it and its link', async () => {
    const { id } = await invitedMerchant();
    lending.tick(7 * dayMs);
    assert.equal(await run('merchant_invitation_expiry', id), 'done');
    assert.equal((await merchant()).status, 'InvitationExpired');
    const link = await lending.context.database.query
      .selectFrom('links')
      .select('status')
      .where('subject_id', '=', id)
      .executeTakeFirst();
    assert.equal(link?.status, 'dead');
  });

  it('are waited for', async () => {
    const { id, invitation_expires_at } = await invitedMerchant();
    lending.tick(7 * dayMs - 1);
    const result = await run('merchant_invitation_expiry', id);
    assert.deepEqual(result, { retryAt: invitation_expires_at });
    assert.equal((await merchant()).status, 'Invited');
  });

  it('do nothing to a merchant that is Active', async () => {
    const { id } = await invitedMerchant();
    await lending.context.database.query
      .updateTable('merchants')
      .set({ status: 'Active' })
      .where('id', '=', id)
      .execute();
    lending.tick(8 * dayMs);
    assert.equal(await run('merchant_invitation_expiry', id), 'done');
    assert.equal((await merchant()).status, 'Active');
  });
});

describe('the 14 days of micro-deposits', () => {
  async function pendingAccount() {
    await lending.call('POST', `${merchants}/payment-detail/`, { body: aPaymentDetail() });
    return lending.context.database.query
      .selectFrom('bank_accounts')
      .selectAll()
      .where('status', '=', 'Pending')
      .executeTakeFirstOrThrow();
  }

  async function account(id: string) {
    return lending.context.database.query
      .selectFrom('bank_accounts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  }

  it('fail the verification', async () => {
    const { id } = await pendingAccount();
    lending.tick(14 * dayMs);
    assert.equal(await run('micro_deposit_expiry', id), 'done');
    const { status, status_reason } = await account(id);
    assert.deepEqual([status, status_reason], ['VerificationFailed', 'micro-deposit-expired']);
  });

  it('are waited for', async () => {
    const { id, micro_deposits_expire_at } = await pendingAccount();
    lending.tick(14 * dayMs - 1);
    const result = await run('micro_deposit_expiry', id);
    assert.deepEqual(result, { retryAt: micro_deposits_expire_at });
    assert.equal((await account(id)).status, 'Pending');
  });

  it('do nothing to an account that was replaced', async () => {
    const { id } = await pendingAccount();
    const body = aPaymentDetail({ ach_account_number: '55566677788' });
    await lending.call('POST', `${merchants}/payment-detail/`, { body });
    lending.tick(14 * dayMs);
    assert.equal(await run('micro_deposit_expiry', id), 'done');
    assert.equal((await account(id)).status, 'Replaced');
  });
});
