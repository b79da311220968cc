import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ApplicationRow } from '../../../server/lending/store/schema/applications.ts';
import { aCharge, anAcceptedLoan, chargePath } from '../../helpers/accepted-loan.ts';
import { fillDisk } from '../../helpers/full-disk.ts';
import { startTestLending, type TestLending } from '../../helpers/lending.ts';
import { aMerchantUser } from '../../helpers/merchant-bodies.ts';
import { openPostgresFaults, type PostgresFaults } from '../../helpers/postgres-faults.ts';
import { aNewPersonsSoftPull, sendSoftPull, softPullPath } from '../../helpers/soft-pull.ts';
import { BankAccountCalls, detailPath } from './routes/bank-account-calls.ts';

const batchPath = '/api/v1/sponsor/merchants/users/hillside-admin/batch-create-users/';
const isPostgres = process.env.TEST_DATABASE_URL !== undefined;

async function assertUndone(response: Response): Promise<void> {
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('retry-after'), '1');
  const answer: unknown = await response.json();
  assert.deepEqual(answer, { detail: 'Unavailable at the moment; nothing was done.' });
}

describe('while PostgreSQL cannot serve a call', { skip: !isPostgres }, () => {
  let lending: TestLending;
  let faults: PostgresFaults;
  before(async () => {
    lending = await startTestLending();
    // Nothing but the calls is at work, so that what waits for a lock is one of them.
    await lending.stop();
    faults = await openPostgresFaults(lending.databaseUrl ?? '');
  });
  after(async () => {
    await faults.close();
    await lending.close();
  });

  const charge = (loan: ApplicationRow) =>
    lending.call('POST', chargePath, { body: aCharge(loan) });
  const chargesOf = async ({ id }: ApplicationRow) => {
    const { query } = lending.context.database;
    const rows = query.selectFrom('charge_requests').select('id').where('application_id', '=', id);
    return (await rows.execute()).length;
  };

  for (const table of ['charge_requests', 'applications', 'merchant_users']) {
    it(`a charge is answered 503 and nothing is done when ${table} is locked`, async () => {
      const loan = await anAcceptedLoan(lending);
      const unlock = await faults.lockTable(`lending.${table}`);
      const response = await charge(loan);
      await unlock();
      await assertUndone(response);
      assert.equal(await chargesOf(loan), 0);
      assert.equal((await charge(loan)).status, 201);
      assert.equal(await chargesOf(loan), 1);
    });
  }

  it('a list is answered 503 too', async () => {
    const unlock = await faults.lockTable('lending.merchants');
    const { status } = await lending.call('GET', '/api/v1/sponsor/merchants/hillside-admin/');
    await unlock();
    assert.equal(status, 503);
  });

  it('a charge is made once, and answered so, although its connection was ended', async () => {
    const loan = await anAcceptedLoan(lending);
    const unlock = await faults.lockTable('lending.charge_requests');
    const answer = charge(loan);
    await faults.waiting(1);
    await faults.terminateOthers();
    await unlock();
    assert.equal((await answer).status, 201);
    assert.equal(await chargesOf(loan), 1);
  });

  it('a soft pull that is written down is not said to be undone, and is decided later', async () => {
    const body = aNewPersonsSoftPull();
    const unlock = await faults.lockTable('lending.offers');
    const response = await lending.call('POST', softPullPath, { body });
    assert.equal(response.status, 500);
    await unlock();
    const advance = { body: { seconds: 60 } };
    assert.equal((await lending.call('POST', '/sandbox/v1/clock/advance', advance)).status, 200);
    const { decision } = await lending.context.database.query
      .selectFrom('applications')
      .select('decision')
      .where('external_application_id', '=', String(body.external_application_id))
      .executeTakeFirstOrThrow();
    assert.equal(decision, 'offers');
  });

  it('a soft pull that is decided is not said to be undone where its answer is not kept', async () => {
    const body = aNewPersonsSoftPull();
    const send = () => sendSoftPull(lending, body, { 'idempotency-key': 'not kept at first' });
    const { bureau } = lending.context.providers;
    const { softInquiry } = bureau;
    let unlock: () => Promise<void> = assert.fail;
    bureau.softInquiry = async (inquiry) => {
      unlock = await faults.lockTable('lending.idempotency_keys');
      return softInquiry(inquiry);
    };
    const { status } = await send();
    bureau.softInquiry = softInquiry;
    await unlock();
    assert.equal(status, 500);
    assert.equal((await send()).status, 200);
  });

  it('a bank account is not said to be undone once deposits are sent to it', async () => {
    const bank = new BankAccountCalls(lending);
    const { bankRails } = lending.context.providers;
    const { sendMicroDeposits } = bankRails;
    /** What a call is answered when it cannot write that it has sent them. */
    const statusOf = async (call: () => Promise<Response>) => {
      let unlock: () => Promise<void> = assert.fail;
      bankRails.sendMicroDeposits = async (order) => {
        unlock = await faults.lockTable('lending.bank_accounts');
        return sendMicroDeposits(order);
      };
      const { status } = await call();
      bankRails.sendMicroDeposits = sendMicroDeposits;
      await unlock();
      return status;
    };
    const initiate = () =>
      lending.call('POST', `${detailPath}initiate-micro-deposits/hillside-admin/`);
    assert.equal(await statusOf(() => bank.register()), 500);
    assert.equal((await bank.register()).status, 201);
    await bank.failAttempts();
    assert.equal(await statusOf(initiate), 500);
    assert.equal((await initiate()).status, 200);
  });
});

describe('while the disk has no room', { skip: isPostgres }, () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
    // What is due would take of the room.
    await lending.stop();
  });
  after(() => lending.close());

  const users = (batch: number) =>
    Array.from({ length: 100 }, (_, index) => {
      const { request_user_id: _admin, ...fields } = aMerchantUser();
      const user_id = `batch-${batch}-${index}`;
      return { ...fields, user_id, email: `${user_id}@hillside.example.test` };
    });
  const create = (batch: number) => lending.call('POST', batchPath, { body: users(batch) });
  const countUsers = async () => {
    const { query } = lending.context.database;
    return (await query.selectFrom('merchant_users').select('id').execute()).length;
  };

  it('a batch is answered 503 and nothing of it is kept; with room it is made', async () => {
    const before = await countUsers();
    const makeRoom = await fillDisk(lending.context.database.query);
    await assertUndone(await create(1));
    assert.equal(await countUsers(), before);
    await makeRoom();
    assert.equal((await create(1)).status, 201);
    assert.equal(await countUsers(), before + 100);
  });
});
