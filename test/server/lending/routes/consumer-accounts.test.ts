import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { consumerAccountCancelEvent } from '../../../../server/lending-api/events.ts';
import { sha256Hex } from '../../../../server/platform/crypto/digest.ts';
import { aFreeCharge, anAcceptedLoan, aRefund } from '../../../helpers/accepted-loan.ts';
import { anInvitation, invitePath } from '../../../helpers/invitations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';
import { fundingFlow } from '../funding-flow.ts';

const cancelPath = '/api/v1/sponsor/consumers/accounts/cancel/';
const increasePath = '/api/v1/sponsor/consumers/accounts/credit-line-increase/';
type Body = Record<string, unknown>;

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

const makeLoan = (
  ...args: Parameters<typeof anAcceptedLoan> extends [unknown, ...infer Rest] ? Rest : never
) => anAcceptedLoan(lending, ...args);

async function answerOf(response: Response): Promise<{ status: number; body: Body }> {
  return { status: response.status, body: (await response.json()) as Body };
}

async function cancel(loan: { external_application_id: string }, change: Body = {}) {
  const { external_application_id } = loan;
  const body = { request_user_id: 'hillside-rep-1', external_application_id, ...change };
  return answerOf(await lending.call('POST', cancelPath, { body }));
}

async function increase(loan: { external_application_id: string }, change: Body = {}) {
  const { external_application_id } = loan;
  const body = {
    request_user_id: 'hillside-rep-1',
    external_application_id,
    cli_amount: 12_000,
    ...change,
  };
  return answerOf(await lending.call('POST', increasePath, { body }));
}

async function detail(loan: { loan_id: string }): Promise<Body> {
  const path = `/api/v1/sponsor/merchants/loan-applications/hillside-admin/loan/${loan.loan_id}/`;
  return (await answerOf(await lending.call('GET', path))).body;
}

function messagesAbout(loan: { id: string }, kind: string) {
  const { query } = lending.context.database;
  return query
    .selectFrom('messages')
    .selectAll()
    .where('application_id', '=', loan.id)
    .where('kind', '=', kind)
    .execute();
}

/** The same fields as JSON, as a form and as multipart. */
function encodings(fields: Record<string, string | number>): RequestInit[] {
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)] as const);
  const multipart = new FormData();
  for (const [name, value] of texts) multipart.append(name, value);
  return [
    { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) },
    { body: new URLSearchParams(texts.map(([name, value]) => [name, value])) },
    { body: multipart },
  ];
}

function post(path: string, { headers, body }: RequestInit): Promise<Response> {
  const login = Buffer.from('sponsor@example.test:sandbox-api-password').toString('base64');
  return Promise.resolve(
    lending.app.request(path, {
      method: 'POST',
      headers: { ...headers, authorization: `Basic ${login}` },
      ...(body !== undefined && { body }),
    }),
  );
}

describe('POST consumers/accounts/cancel/', () => {
  it('cancels the application and closes the account', async () => {
    const loan = await makeLoan();
    assert.deepEqual(await cancel(loan), {
      status: 200,
      body: { detail: 'The account was cancelled.' },
    });
    const { application_status, account_status, status_history, ...rest } = await detail(loan);
    assert.equal(application_status, 'Cancelled');
    assert.equal(account_status, 'Closed');
    assert.equal(rest.transaction_status_code, 1);
    assert.partialDeepStrictEqual((status_history as Body[]).at(-1), {
      status: 'Cancelled',
      actor: 'hillside-rep-1',
    });
  });

  it('calls the sponsor back and tells the consumer by e-mail', async () => {
    const loan = await makeLoan();
    await cancel(loan);
    const [event, ...others] = await fundingFlow(lending).callbacks(loan);
    assert.deepEqual(others, []);
    consumerAccountCancelEvent.parse(event);
    assert.partialDeepStrictEqual(event, {
      external_application_id: loan.external_application_id,
      application_status: 'Cancelled',
      account_status: 'Closed',
      canceled_by: 'hillside-rep-1',
    });
    const [message] = await messagesAbout(loan, 'account_cancelled');
    assert.equal(message?.recipient, loan.email);
    assert.match(message?.text ?? '', /at the request of Hillside Heating & Air/);
  });

  it('writes to the consumer in the language of the application', async () => {
    const loan = await makeLoan({ locale: 'es' });
    await cancel(loan);
    const [message] = await messagesAbout(loan, 'account_cancelled');
    assert.equal(message?.subject, 'Su préstamo fue cancelado');
  });

  it('cancels what waits for approval, which is no spending, without a callback', async () => {
    const loan = await makeLoan();
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
    const loan = await makeLoan();
    const flow = fundingFlow(lending);
    const charge = await flow.charge(loan);
    lending.tick(48 * 3_600_000);
    await cancel(loan);
    assert.equal((await flow.chargeRow(charge)).status, 'Expired');
  });

  it('is forbidden while anything is spent, and allowed again when nothing is', async () => {
    const loan = await makeLoan();
    const flow = fundingFlow(lending);
    const charge = await flow.approvedCharge(loan);
    assert.equal((await cancel(loan)).status, 403);
    assert.equal((await detail(loan)).account_status, 'Active');
    const refund = '/api/v1/sponsor/merchants/refund-payment-request/';
    await flow.call('POST', refund, aRefund(charge), 201);
    assert.equal((await cancel(loan)).status, 200);
  });

  it('takes JSON and both kinds of form alike', async () => {
    for (const [index] of encodings({}).entries()) {
      const loan = await makeLoan();
      const fields = {
        request_user_id: 'hillside-admin',
        external_application_id: loan.external_application_id,
        reason: 'Changed their mind',
      };
      const response = await post(cancelPath, encodings(fields)[index] ?? {});
      assert.equal(response.status, 200, `encoding ${index}`);
      assert.equal((await detail(loan)).application_status, 'Cancelled');
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
    const { application_status, account_status } = await detail(invited);
    assert.deepEqual([application_status, account_status], ['Cancelled', null]);
    assert.equal((await cancel(invited)).status, 400);
  });

  describe('refuses', () => {
    it('an account that is cancelled already, or on hold', async () => {
      const loan = await makeLoan();
      await cancel(loan);
      assert.deepEqual(await cancel(loan), {
        status: 400,
        body: { detail: 'The application is Cancelled.' },
      });
      const held = await makeLoan({ status: 'Suspended', account_status: 'Suspended' });
      assert.equal((await cancel(held)).status, 400);
    });

    it('an application whose terms were not accepted', async () => {
      const open = await makeLoan({ status: 'Approved: Offers Available', account_status: null });
      assert.equal((await cancel(open)).status, 400);
    });

    it('users by role and reach', async () => {
      const loan = await makeLoan();
      const as = async (request_user_id: string) =>
        (await cancel(loan, { request_user_id })).status;
      assert.equal(await as('hillside-rep-2'), 403);
      assert.equal(await as('nobody'), 400);
      await addUser('hillside-salesperson', 'Salesperson');
      assert.equal(await as('hillside-salesperson'), 403);
      assert.equal(await as('hillside-manager'), 200);
    });

    it('unknown ids, and those of another sponsor', async () => {
      const unknown = await cancel({ external_application_id: 'nothing-here' });
      assert.equal(unknown.status, 404);
      const loan = await makeLoan();
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
      const loan = await makeLoan();
      const { status, body } = await cancel(loan, { reason: 'x'.repeat(201) });
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body.errors as Body), ['reason']);
      assert.equal((await cancel(loan, { request_user_id: undefined })).status, 400);
    });
  });
});

describe('POST consumers/accounts/credit-line-increase/', () => {
  it('raises the limit at once and shows the increase', async () => {
    const loan = await makeLoan();
    assert.deepEqual(await increase(loan), {
      status: 200,
      body: { detail: 'The credit limit is now 12000.00.' },
    });
    const shown = await detail(loan);
    assert.equal(shown.application_status, 'Approved: Accepted');
    assert.equal(shown.credit_limit, '12000.00');
    assert.equal(shown.available_spend, '12000.00');
    assert.partialDeepStrictEqual(shown.credit_line_increase, {
      status: 'Completed',
      previous_limit: '10000.00',
      new_limit: '12000.00',
    });
    assert.partialDeepStrictEqual(shown.selected_offer, { amount: '12000.00' });
    const flow = fundingFlow(lending);
    await flow.charge(loan, aFreeCharge(loan, '11000.00'));
  });

  it('e-mails the revised disclosure and keeps it, with the evidence', async () => {
    const loan = await makeLoan();
    await increase(loan);
    const [message] = await messagesAbout(loan, 'credit_line_increased');
    assert.match(message?.text ?? '', /raised from \$10,000\.00 to \$12,000\.00/);
    assert.match(message?.text ?? '', /Revised Truth in Lending disclosure/);
    assert.match(message?.text ?? '', /Amount financed.*\$12,000\.00 \(e\)/);
    const { query } = lending.context.database;
    const document = await query
      .selectFrom('documents')
      .selectAll()
      .where('application_id', '=', loan.id)
      .executeTakeFirstOrThrow();
    assert.equal(document.type, 'revised_truth_in_lending');
    assert.equal(document.sha256, sha256Hex(document.content));
    const evidence = await query
      .selectFrom('consent_events')
      .selectAll()
      .where('application_id', '=', loan.id)
      .where('consent_type', '=', 'revised_terms_sent')
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(evidence.document_sha256), [document.sha256]);
    const [listed] = (await detail(loan)).documents as Body[];
    assert.equal(listed?.sha256, document.sha256);
  });

  it('follows a loan that was applied for and accepted', async () => {
    const body = aSoftPull({ external_application_id: 'cli-walk', ssn: '900-10-0010' });
    const { offers } = (await answerOf(await lending.call('POST', softPullPath, { body }))).body;
    const offer = (offers as Body[]).find(({ promo_type }) => promo_type !== 'none');
    const select = `/api/v1/sponsor/consumers/offers/${offer?.offer_uuid}/select/`;
    await lending.call('PATCH', select, { body: {} });
    await lending.call('POST', '/sandbox/v1/applications/cli-walk/accept-terms', { body: {} });
    const loan = { external_application_id: 'cli-walk', loan_id: 'cli-walk' };
    assert.equal((await increase(loan, { cli_amount: '50000.01' })).status, 400);
    assert.equal((await increase(loan, { cli_amount: '50000' })).status, 200);
    const shown = await detail(loan);
    assert.equal(shown.credit_limit, '50000.00');
    const types = (shown.documents as Body[]).map(({ type }) => type);
    assert.ok(types.includes('truth_in_lending') && types.includes('revised_truth_in_lending'));
  });

  it('takes JSON and both kinds of form alike', async () => {
    for (const [index] of encodings({}).entries()) {
      const loan = await makeLoan();
      const fields = {
        request_user_id: 'hillside-rep-1',
        external_application_id: loan.external_application_id,
        cli_amount: 12000.5,
      };
      const response = await post(increasePath, encodings(fields)[index] ?? {});
      assert.equal(response.status, 200, `encoding ${index}`);
      assert.equal((await detail(loan)).credit_limit, '12000.50');
    }
  });

  describe('reads cli_amount without loss', () => {
    const sent: readonly (readonly [string, number])[] = [
      ['12000', 200],
      ['12000.1', 200],
      ['12000.10', 200],
      ['"12000.10"', 200],
      ['12000.001', 400],
      ['12000.000000000000001', 400],
      ['1.2e4', 400],
      ['12000.5E0', 400],
      ['-12000', 400],
      ['0', 400],
      ['"1,2000"', 400],
      ['9007199254740993', 400],
      ['true', 400],
      ['null', 400],
      ['[12000]', 400],
    ];
    for (const [text, status] of sent) {
      it(`${text} is answered ${status}`, async () => {
        const loan = await makeLoan();
        const body = `{"request_user_id":"hillside-rep-1","external_application_id":"${loan.external_application_id}","cli_amount":${text}}`;
        const headers = { 'content-type': 'application/json' };
        assert.equal((await post(increasePath, { headers, body })).status, status);
        const limit = (await detail(loan)).credit_limit;
        assert.equal(limit === '10000.00', status === 400);
      });
    }
  });

  it('is answered 503 for ids that end in -503, and nothing is done', async () => {
    const loan = await makeLoan({ external_application_id: 'account-503' });
    const { status, body } = await increase(loan);
    assert.equal(status, 503);
    assert.equal(typeof body.detail, 'string');
    assert.equal((await detail(loan)).credit_limit, '10000.00');
  });

  describe('refuses', () => {
    it('a second increase', async () => {
      const loan = await makeLoan();
      await increase(loan);
      assert.deepEqual(await increase(loan, { cli_amount: 13_000 }), {
        status: 400,
        body: { detail: 'The account has had its credit line increase.' },
      });
    });

    it('an amount that is not above the limit, or above the maximum approved', async () => {
      const loan = await makeLoan();
      for (const cli_amount of ['9999.99', '10000.00', '50000.01']) {
        const { status, body } = await increase(loan, { cli_amount });
        assert.equal(status, 400, cli_amount);
        assert.deepEqual(Object.keys(body.errors as Body), ['cli_amount']);
      }
    });

    it('an account on which anything is spent', async () => {
      const loan = await makeLoan();
      await fundingFlow(lending).approvedCharge(loan);
      assert.equal((await increase(loan)).status, 400);
    });

    it('an application that is cancelled or suspended, an account that is closed', async () => {
      const cancelled = await makeLoan({ status: 'Cancelled', account_status: 'Closed' });
      const suspended = await makeLoan({ status: 'Suspended', account_status: 'Suspended' });
      const closed = await makeLoan({ account_status: 'Closed' });
      for (const loan of [cancelled, suspended, closed]) {
        assert.equal((await increase(loan)).status, 400);
      }
    });

    it('users by role and reach, and unknown accounts', async () => {
      const loan = await makeLoan();
      const as = async (request_user_id: string) =>
        (await increase(loan, { request_user_id })).status;
      assert.equal(await as('hillside-rep-2'), 403);
      assert.equal(await as('nobody'), 400);
      await addUser('hillside-salesperson-two', 'Salesperson');
      assert.equal(await as('hillside-salesperson-two'), 403);
      assert.equal((await increase({ external_application_id: 'nothing-here' })).status, 404);
      assert.equal(await as('hillside-manager'), 200);
    });
  });
});

async function addUser(user_id: string, user_type: string): Promise<void> {
  const body = {
    request_user_id: 'hillside-admin',
    user_id,
    user_type,
    first_name: 'Sam',
    last_name: 'Sample',
    email: `${user_id}@example.test`,
    phone_number: '+16145550188',
  };
  const response = await lending.call('POST', '/api/v1/sponsor/merchants/users/', { body });
  assert.equal(response.status, 201, await response.text());
}
