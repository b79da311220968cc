import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { LendingContext, Sponsor } from '../../../../server/lending/context.ts';
import { createChargeRequest } from '../../../../server/lending/operations/funding/create-charge-request.ts';
import { createRefund } from '../../../../server/lending/operations/funding/create-refund.ts';
import { createInvitation } from '../../../../server/lending/operations/invitations/create-invitation.ts';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import type { MerchantUserRow } from '../../../../server/lending/store/schema/merchants.ts';
import { createInvitationRequest } from '../../../../server/lending-api/invitations.ts';
import { chargeRequest } from '../../../../server/lending-api/payment-requests.ts';
import { refundRequest } from '../../../../server/lending-api/refunds.ts';
import { aCharge, anAcceptedLoan, aRefund } from '../../../helpers/accepted-loan.ts';
import { anInvitation } from '../../../helpers/invitations.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { openPostgresFaults } from '../../../helpers/postgres-faults.ts';
import { type FundingFlow, startFunding } from '../funding-flow.ts';
import { accountCalls } from '../routes/account-calls.ts';

const users = '/api/v1/sponsor/merchants/users/';
const accounts = '/api/v1/sponsor/consumers/accounts';

let lending: TestLending;
let flow: FundingFlow;
before(async () => {
  ({ lending, flow } = await startFunding());
  await accountCalls(lending).addUser('second-admin', 'Admin');
});
after(() => lending.close());

/** The service, with something that happens just before its next transaction begins. */
function interrupted(happening: () => Promise<unknown>): LendingContext {
  const { database: before } = lending.context;
  const database: LendingContext['database'] = {
    ...before,
    transaction: async (work) => {
      await happening();
      return before.transaction(work);
    },
  };
  return { ...lending.context, database };
}

function sponsor(): Sponsor {
  const found = lending.context.config.sponsors.find(({ id }) => id === 'sponsor@example.test');
  assert.ok(found);
  return found;
}

describe('a call whose user or merchant changes while it begins', () => {
  it('closes no merchant while one of its charges is being made', async (t) => {
    if (!lending.databaseUrl) return t.skip('SQLite makes one after the other');
    const loan = await anAcceptedLoan(lending);
    const faults = await openPostgresFaults(lending.databaseUrl);
    const unlock = await faults.lockTable('lending.links');
    const body = chargeRequest.parse(aCharge(loan));
    const charging = createChargeRequest(lending.context, sponsor(), body);
    await faults.waiting(1);
    const path = '/sandbox/v1/merchants/hillside-hvac/offboard';
    const closing = lending.call('POST', path);
    await Promise.race([closing, faults.waiting(2)]);
    await unlock();
    await charging;
    assert.equal((await closing).status, 400);
    await faults.close();
  });

  for (const { name, table, ask } of [
    {
      name: 'a refund',
      table: 'refund_requests',
      ask: async (loan: ApplicationRow) => ({
        path: '/api/v1/sponsor/merchants/refund-payment-request/',
        body: aRefund(await flow.settledCharge(loan)),
      }),
    },
    {
      name: 'a cancellation',
      table: 'account_cancellations',
      ask: async ({ external_application_id }: ApplicationRow) => ({
        path: `${accounts}/cancel/`,
        body: { external_application_id },
      }),
    },
    {
      name: 'a credit line increase',
      table: 'credit_line_increases',
      ask: async ({ external_application_id }: ApplicationRow) => ({
        path: `${accounts}/credit-line-increase/`,
        body: { external_application_id, cli_amount: 12_000 },
      }),
    },
  ]) {
    it(`deactivates no user while ${name} of that user is being made`, async (t) => {
      if (!lending.databaseUrl) return t.skip('SQLite makes one after the other');
      const { path, body } = await ask(await anAcceptedLoan(lending));
      const faults = await openPostgresFaults(lending.databaseUrl);
      const unlock = await faults.lockTable(`lending.${table}`);
      const asked = { ...body, request_user_id: 'second-admin' };
      const making = lending.call('POST', path, { body: asked });
      await faults.waiting(1);
      const deactivating = setActive(false);
      const first = await Promise.race([
        deactivating.then(() => 'deactivated'),
        faults.waiting(2).then(() => 'waiting'),
      ]);
      await unlock();
      assert.ok((await making).ok);
      await deactivating;
      await setActive(true);
      await faults.close();
      assert.equal(first, 'waiting');
    });
  }

  it('refunds nothing for a user who is no Admin any more', async () => {
    const loan = await anAcceptedLoan(lending);
    const charge = await flow.settledCharge(loan);
    const demoted = interrupted(() => setType('Salesrep'));
    const body = refundRequest.parse(aRefund(charge));
    await assert.rejects(createRefund(demoted, sponsor(), body), { kind: 'forbidden' });
    await setType('Admin');
    await flow.refund(charge);
  });

  it('invites nobody for a merchant that was suspended', async () => {
    const merchant = '/merchants/hillside-hvac';
    const suspended = interrupted(() => flow.sandbox(`${merchant}/suspend`));
    const body = createInvitationRequest.parse(anInvitation());
    await assert.rejects(createInvitation(suspended, sponsor(), body), { kind: 'forbidden' });
    await flow.sandbox(`${merchant}/release`);
  });

  it('charges nothing for a user who is not active any more', async () => {
    const loan = await anAcceptedLoan(lending);
    const body = chargeRequest.parse(aCharge(loan));
    const deactivated = interrupted(() => setRep({ status: 'Deactivated' }));
    await assert.rejects(createChargeRequest(deactivated, sponsor(), body), { kind: 'forbidden' });
    await setRep({ status: 'Active' });
    await createChargeRequest(lending.context, sponsor(), body);
  });

  it('charges nothing for a user who may reach its own consumers alone from now on', async () => {
    const loan = await anAcceptedLoan(lending);
    const body = chargeRequest.parse(aCharge(loan, { request_user_id: 'hillside-admin' }));
    const demoted = interrupted(() => setType('Salesrep'));
    await assert.rejects(createChargeRequest(demoted, sponsor(), body), { kind: 'forbidden' });
    await setType('Admin');
    await createChargeRequest(lending.context, sponsor(), body);
  });

  const setActive = (is_active: boolean) =>
    flow.call('PATCH', users, {
      request_user_id: 'hillside-admin',
      user_id: 'second-admin',
      is_active,
    });

  const setRep = (change: Pick<MerchantUserRow, 'status'>) =>
    lending.context.database.query
      .updateTable('merchant_users')
      .set(change)
      .where('user_id', '=', 'hillside-rep-1')
      .execute();

  const setType = (user_type: MerchantUserRow['user_type']) =>
    lending.context.database.query
      .updateTable('merchant_users')
      .set({ user_type })
      .where('user_id', '=', 'hillside-admin')
      .execute();
});
