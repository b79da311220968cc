import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { recordNoticeDelivery } from '../../../../server/lending/operations/adverse-action-notices.ts';
import { deliverMessage } from '../../../../server/lending/operations/deliver-message.ts';
import { expiredVerification } from '../../../../server/lending/operations/merchants/micro-deposits.ts';
import { createSandboxProviders } from '../../../../server/lending/providers/sandbox-providers.ts';
import { updateBankAccount } from '../../../../server/lending/store/bank-accounts.ts';
import { holdDeliveries, releaseEvents } from '../../../../server/lending/store/events.ts';
import { findMessage } from '../../../../server/lending/store/messages.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { addCode } from '../../../helpers/lending-offer-codes.ts';
import { aNewPersonsSoftPull, decidedSoftPull } from '../../../helpers/soft-pull.ts';
import { until } from '../../../helpers/until.ts';
import { BankAccountCalls, rightAmounts } from '../routes/bank-account-calls.ts';

const sponsorId = 'sponsor@example.test';

let lending: TestLending;
let isMessengerDown = false;
before(async () => {
  const providers = createSandboxProviders();
  const { messenger } = providers;
  const send: typeof messenger.send = async (message) =>
    isMessengerDown ? 'failed' : messenger.send(message);
  lending = await startTestLending({}, { ...providers, messenger: { ...messenger, send } });
});
after(() => lending.close());

/**
 * Another process's transaction, which has read and written what `work` does when a call begins, and
 * commits once the call is through or waits for its locks.
 */
async function during<T>(work: Work, call: () => Promise<T>): Promise<T> {
  const { database } = lending.context;
  const { promise: written, resolve: onWritten } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const other = database.transaction(async (tx) => {
    await work(tx);
    onWritten();
    await ended;
  });
  await written;
  let isOver = false;
  const answer = call().finally(() => {
    isOver = true;
  });
  await until('the call', async () => isOver || (await isAnyWaiting()) || undefined);
  end();
  await other;
  return answer;
}

type Work = Parameters<TestLending['context']['database']['transaction']>[0];

async function isAnyWaiting(): Promise<boolean> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(lending.context.database.query);
  return Number(rows[0]?.count) > 0;
}

// On SQLite no two transactions run at once.
const skip = process.env.TEST_DATABASE_URL ? false : 'needs two transactions at once';

describe('a callback that is written while held ones are released', { skip }, () => {
  it('leaves with them or after them', async () => {
    const loan = await anAcceptedLoan(lending);
    await lending.call('POST', '/sandbox/v1/events/hold', { body: {} });
    const body = {
      request_user_id: 'hillside-admin',
      external_application_id: loan.external_application_id,
    };
    const cancelled = await during(
      async (tx) => {
        await holdDeliveries(tx, sponsorId, false);
        await releaseEvents(tx, sponsorId, lending.context.clock.now(sponsorId));
      },
      () => lending.call('POST', '/api/v1/sponsor/consumers/accounts/cancel/', { body }),
    );
    assert.equal(cancelled.status, 200);
    const { held } = await lending.context.database.query
      .selectFrom('events')
      .select('held')
      .where('application_id', '=', loan.id)
      .executeTakeFirstOrThrow();
    assert.equal(held, 0);
  });
});

describe('right amounts that come as the micro-deposits run out', { skip }, () => {
  it('do not verify an account whose verification has failed', async () => {
    const bank = new BankAccountCalls(lending);
    await bank.registerKnown();
    const account = await bank.accountInUse();
    const verified = await during(
      (tx) => updateBankAccount(tx, account, expiredVerification(account.micro_deposits_expire_at)),
      () => bank.verify(...rightAmounts),
    );
    assert.equal(verified.status, 400);
    assert.equal((await bank.accountInUse()).status, 'VerificationFailed');
  });
});

describe('a notice that leaves while another one of the application does', { skip }, () => {
  it('does not count that one as waiting', async () => {
    const { context } = lending;
    isMessengerDown = true;
    const change = {
      ssn: '900-10-0002',
      email: 'notices@example.test',
      requested_amount: '10000.00',
    };
    const { external_application_id } = await decidedSoftPull(lending, aNewPersonsSoftPull(change));
    const offer_code_name = await addCode(lending, {
      product: 'STD-60-1299',
      change: { max_amount: '5000.00' },
    });
    await decidedSoftPull(lending, aNewPersonsSoftPull({ ...change, offer_code_name }));
    const of = async () =>
      context.database.query
        .selectFrom('applications')
        .select(['id', 'adverse_action_notice as word'])
        .where('external_application_id', '=', external_application_id)
        .executeTakeFirstOrThrow();
    const { id } = await of();
    const [first, second] = await context.database.query
      .selectFrom('notices')
      .select('message_id')
      .where('application_id', '=', id)
      .execute();
    assert.ok(first && second);
    const message = await findMessage(
      context.database.query,
      context.sealer,
      sponsorId,
      first.message_id,
    );
    assert.ok(message);
    isMessengerDown = false;
    const delivery = { outcome: 'Sent', at: context.clock.now(sponsorId) } as const;
    await during(
      (tx) => recordNoticeDelivery(context, tx, message, delivery),
      () => deliverMessage(context, { key: second.message_id, scope: sponsorId }),
    );
    assert.equal((await of()).word, 'sent');
  });
});
