import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { consumerAccountCancelEvent } from '../../../../server/lending-api/events.ts';
import { aRefund } from '../../../helpers/accepted-loan.ts';
import { hourMs } from '../../../helpers/durations.ts';
import {
  anInvitation,
  invited as invitedConsumer,
  invitePath,
} from '../../../helpers/invitations.ts';
import { startTestLending, type TestLending, testStart } from '../../../helpers/lending.ts';
import { fundingFlow } from '../funding-flow.ts';
import { accountCalls, answerOf, type Body, encodings } from './account-calls.ts';

const cancelPath = '/api/v1/sponsor/consumers/accounts/cancel/';

let lending: TestLending;
let accounts: ReturnType<typeof accountCalls>;
before(async () => {
  lending = await startTestLending();
  accounts = accountCalls(lending);
});
after(() => lending.close());

async function cancel(loan: { external_application_id: string }, change: Body = {}) {
  const { external_application_id } = loan;
  const body = { request_user_id: 'hillside-rep-1', external_application_id, ...change };
  return answerOf(await lending.call('POST', cancelPath, { body }));
}

describe('POST consumers/accounts/cancel/', () => {
  it('cancels the application and closes the account [conformance:transition-account-canceled-1]', async () => {
    const loan = await accounts.makeLoan();
    assert.deepEqual(await cancel(loan, { reason: 'Asked for by e-mail' }), {
      status: 200,
      body: { detail: 'The account was cancelled.' },
    });
    const { application_status, account_status, status_history, ...rest } =
      await accounts.detail(loan);
    assert.equal(application_status, 'Cancelled');
    assert.equal(account_status, 'Closed');
    assert.equal(rest.transaction_status_code, 1);
    assert.partialDeepStrictEqual((status_history as Body[]).at(-1), {
      status: 'Cancelled',
      actor: 'hillside-rep-1',
    });
    const { query } = lending.context.database;
    const record = query.selectFrom('account_cancellations').selectAll();
    assert.deepEqual(await record.where('application_id', '=', loan.id).execute(), [
      {
        application_id: loan.id,
        sponsor_id: 'sponsor@example.test',
        cancelled_by: 'hillside-rep-1',
        reason: 'Asked for by e-mail',
        cancelled_at: testStart,
      },
    ]);
  });

  it('calls the sponsor back and tells the consumer by e-mail', async () => {
    const loan = await accounts.makeLoan();
    await cancel(loan, { request_user_id: 'hillside-manager' });
    const [event, ...others] = await fundingFlow(lending).callbacks(loan);
    assert.deepEqual(others, []);
    consumerAccountCancelEvent.parse(event);
    assert.partialDeepStrictEqual(event, {
      external_application_id: loan.external_application_id,
      application_status: 'Cancelled',
      account_status: 'Closed',
      canceled_by: 'hillside-manager',
    });
    const [message] = await accounts.messagesAbout(loan, 'account_cancelled');
    assert.equal(message?.recipient, loan.email);
    assert.match(message?.text ?? '', /at the request of Hillside Heating & Air/);
  });

  it('writes to the consumer in the language of the application', async () => {
    const loan = await accounts.makeLoan({ locale: 'es' });
    await cancel(loan);
    const [message] = await accounts.messagesAbout(loan, 'account_cancelled');
    assert.equal(message?.subject, 'Su préstamo fue cancelado');
  });

  it('cancels what waits for approval, which is no spending, without a callback', async () => {
    const loan = await accounts.makeLoan();
    const flow = fundingFlow(lending);
    const charge = await flow.charge(loan);
    assert.equal((await cancel(loan)).status, 200);
    assert.equal((await flow.chargeRow(charge)).status, 'Canceled');
    assert.deepEqual(await flow.balance(loan), { spent: 0, pending: 0 });
    const types = (await flow.callbacks(loan)).map(({ event_type }) => event_type);
    assert.deepEqual(types, ['consumer_account_cancel']);
    await flow.sandbox(`/payment-requests/${charge}/approve`, {}, 400);
  });

  it('leaves what had expired before as expired', async () => {
    const loan = await accounts.makeLoan();
    const flow = fundingFlow(lending);
    const charge = await flow.charge(loan);
    lending.tick(48 * hourMs);
    await cancel(loan);
    assert.equal((await flow.chargeRow(charge)).status, 'Expired');
  });

  it('is forbidden while anything is spent, and allowed again when nothing is [conformance:post-consumers-accounts-cancel]', async () => {
    const loan = await accounts.makeLoan();
    const flow = fundingFlow(lending);
    const charge = await flow.approvedCharge(loan);
    assert.equal((await cancel(loan)).status, 403);
    assert.equal((await accounts.detail(loan)).account_status, 'Active');
    const refund = '/api/v1/sponsor/merchants/refund-payment-request/';
    await flow.call('POST', refund, aRefund(charge), 201);
    assert.equal((await cancel(loan)).status, 200);
  });

  it('takes JSON and both kinds of form alike', async () => {
    for (const [index] of encodings({}).entries()) {
      const loan = await accounts.makeLoan();
      const fields = {
        request_user_id: 'hillside-admin',
        external_application_id: loan.external_application_id,
        reason: 'Changed their mind',
      };
      const response = await accounts.post(cancelPath, encodings(fields)[index] ?? {});
      assert.equal(response.status, 200, `encoding ${index}`);
      assert.equal((await accounts.detail(loan)).application_status, 'Cancelled');
    }
  });

  it('cancels an open invitation, with its application', async () => {
    const invitation = anInvitation({ external_application_id: 'invited-to-cancel' });
    assert.equal((await lending.call('POST', invitePath, { body: invitation })).status, 201);
    const invited = { external_application_id: 'invited-to-cancel', loan_id: 'invited-to-cancel' };
    assert.equal((await cancel(invited, { request_user_id: 'hillside-rep-2' })).status, 403);
    assert.deepEqual(await cancel(invited), {
      status: 200,
      body: { detail: 'The invitation was cancelled.' },
    });
    const { application_status, account_status } = await accounts.detail(invited);
    assert.deepEqual([application_status, account_status], ['Cancelled', null]);
    assert.equal((await cancel(invited)).status, 400);
  });

  it('calls the sponsor back about an open invitation as about an account [conformance:event-consumer-account-cancel]', async () => {
    const { external_application_id } = await invitedConsumer(lending);
    assert.equal((await cancel({ external_application_id })).status, 200);
    const { id } = await lending.context.database.query
      .selectFrom('applications')
      .select('id')
      .where('external_application_id', '=', external_application_id)
      .executeTakeFirstOrThrow();
    const [event, ...others] = await fundingFlow(lending).callbacks({ id });
    assert.deepEqual(others, []);
    assert.partialDeepStrictEqual(consumerAccountCancelEvent.parse(event), {
      external_application_id,
      application_status: 'Cancelled',
      account_status: null,
      canceled_by: 'hillside-rep-1',
    });
  });

  describe('refuses', () => {
    it('an account that is cancelled already, or on hold [conformance:state-application-cancelled]', async () => {
      const loan = await accounts.makeLoan();
      await cancel(loan);
      assert.deepEqual(await cancel(loan), {
        status: 400,
        body: { detail: 'The application is Cancelled.' },
      });
      const held = await accounts.makeLoan({ status: 'Suspended', account_status: 'Suspended' });
      assert.equal((await cancel(held)).status, 400);
    });

    it('spending with 403 on an account on hold, too', async () => {
      const held = await accounts.makeLoan({
        status: 'Suspended',
        account_status: 'Suspended',
        amount_spent_cents: 100,
      });
      assert.deepEqual(await cancel(held), {
        status: 403,
        body: { detail: 'The account has spending activity.' },
      });
    });

    it('an application whose terms were not accepted', async () => {
      const open = await accounts.makeLoan({
        status: 'Approved: Offers Available',
        account_status: null,
      });
      assert.equal((await cancel(open)).status, 400);
    });

    it('users by role and reach', async () => {
      const loan = await accounts.makeLoan();
      const as = async (request_user_id: string) =>
        (await cancel(loan, { request_user_id })).status;
      assert.equal(await as('hillside-rep-2'), 403);
      assert.equal(await as('nobody'), 400);
      await accounts.addUser('hillside-salesperson', 'Salesperson');
      assert.equal(await as('hillside-salesperson'), 403);
      assert.equal(await as('hillside-manager'), 200);
    });

    it('unknown ids, and those of another sponsor', async () => {
      const unknown = await cancel({ external_application_id: 'nothing-here' });
      assert.equal(unknown.status, 404);
      const loan = await accounts.makeLoan();
      const body = {
        request_user_id: 'hillside-rep-1',
        external_application_id: loan.external_application_id,
      };
      const foreign = await lending.call('POST', cancelPath, {
        body,
        as: 'sponsor-two@example.test',
      });
      assert.equal(foreign.status, 400);
    });

    it('invalid data, naming the field', async () => {
      const loan = await accounts.makeLoan();
      const { status, body } = await cancel(loan, { reason: 'x'.repeat(201) });
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body.errors as Body), ['reason']);
      assert.equal((await cancel(loan, { request_user_id: undefined })).status, 400);
    });
  });
});
