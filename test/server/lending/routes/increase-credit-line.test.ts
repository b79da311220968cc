import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sha256Hex } from '../../../../server/platform/crypto/digest.ts';
import { aFreeCharge } from '../../../helpers/accepted-loan.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { fundingFlow } from '../funding-flow.ts';
import { accountCalls, answerOf, type Body, encodings } from './account-calls.ts';

const increasePath = '/api/v1/sponsor/consumers/accounts/credit-line-increase/';

let lending: TestLending;
let accounts: ReturnType<typeof accountCalls>;
before(async () => {
  lending = await startTestLending();
  accounts = accountCalls(lending);
});
after(() => lending.close());

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

describe('POST consumers/accounts/credit-line-increase/', () => {
  it('raises the limit at once and shows the increase [conformance:transition-credit-line-increased]', async () => {
    const loan = await accounts.makeLoan();
    assert.deepEqual(await increase(loan, { request_user_id: 'hillside-manager' }), {
      status: 200,
      body: { detail: 'The credit limit is now 12000.00.' },
    });
    const shown = await accounts.detail(loan);
    assert.equal(shown.application_status, 'Approved: Accepted');
    assert.equal(shown.credit_limit, '12000.00');
    assert.equal(shown.available_spend, '12000.00');
    assert.partialDeepStrictEqual(shown.credit_line_increase, {
      status: 'Completed',
      previous_limit: '10000.00',
      new_limit: '12000.00',
    });
    assert.partialDeepStrictEqual(shown.selected_offer, { amount: '12000.00' });
    const { requested_by } = await lending.context.database.query
      .selectFrom('credit_line_increases')
      .select('requested_by')
      .where('application_id', '=', loan.id)
      .executeTakeFirstOrThrow();
    assert.equal(requested_by, 'hillside-manager');
    const flow = fundingFlow(lending);
    await flow.charge(loan, aFreeCharge(loan, '11000.00'));
  });

  it('e-mails the revised disclosure and keeps it', async () => {
    const loan = await accounts.makeLoan();
    await increase(loan);
    const [message] = await accounts.messagesAbout(loan, 'credit_line_increased');
    assert.match(message?.text ?? '', /raised from \$10,000\.00 to \$12,000\.00/);
    assert.match(message?.text ?? '', /Revised Truth in Lending disclosure/);
    assert.match(message?.text ?? '', /Amount financed.*\$12,000\.00 \(e\)/);
    const document = await storedRows(lending.context)
      .selectFrom('documents')
      .selectAll()
      .where('application_id', '=', loan.id)
      .executeTakeFirstOrThrow();
    assert.equal(document.type, 'revised_truth_in_lending');
    assert.equal(document.sha256, sha256Hex(document.content));
    const [listed] = (await accounts.detail(loan)).documents as Body[];
    assert.equal(listed?.sha256, document.sha256);
  });

  it('gives a covered borrower the statement of the Military Lending Act again', async () => {
    const loan = await accounts.makeLoan({ mla_covered: 1 });
    await increase(loan);
    const [message] = await accounts.messagesAbout(loan, 'credit_line_increased');
    assert.match(message?.text ?? '', /members of the Armed Forces/);
    assert.match(message?.text ?? '', /59 monthly payments of \$272\.98/);
    const documents = await storedRows(lending.context)
      .selectFrom('documents')
      .selectAll()
      .where('application_id', '=', loan.id)
      .orderBy('position')
      .execute();
    assert.deepEqual(
      documents.map(({ type }) => type),
      ['revised_mla_statement', 'revised_truth_in_lending'],
    );
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
    const shown = await accounts.detail(loan);
    assert.equal(shown.credit_limit, '50000.00');
    const types = (shown.documents as Body[]).map(({ type }) => type);
    assert.ok(types.includes('truth_in_lending') && types.includes('revised_truth_in_lending'));
  });

  it('takes JSON and both kinds of form alike', async () => {
    for (const [index] of encodings({}).entries()) {
      const loan = await accounts.makeLoan();
      const fields = {
        request_user_id: 'hillside-rep-1',
        external_application_id: loan.external_application_id,
        cli_amount: 12000.5,
      };
      const response = await accounts.post(increasePath, encodings(fields)[index] ?? {});
      assert.equal(response.status, 200, `encoding ${index}`);
      assert.equal((await accounts.detail(loan)).credit_limit, '12000.50');
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
        const loan = await accounts.makeLoan();
        const body = `{"request_user_id":"hillside-rep-1","external_application_id":"${loan.external_application_id}","cli_amount":${text}}`;
        const headers = { 'content-type': 'application/json' };
        assert.equal((await accounts.post(increasePath, { headers, body })).status, status);
        const limit = (await accounts.detail(loan)).credit_limit;
        assert.equal(limit === '10000.00', status === 400);
      });
    }
  });

  it('is answered 503 for ids that end in -503, and nothing is done', async () => {
    const loan = await accounts.makeLoan({ external_application_id: 'account-503' });
    const { status, body } = await increase(loan);
    assert.equal(status, 503);
    assert.equal(typeof body.detail, 'string');
    assert.equal((await accounts.detail(loan)).credit_limit, '10000.00');
  });

  describe('refuses', () => {
    it('a second increase', async () => {
      const loan = await accounts.makeLoan();
      await increase(loan);
      assert.deepEqual(await increase(loan, { cli_amount: 13_000 }), {
        status: 400,
        body: { detail: 'The account has had its credit line increase.' },
      });
    });

    it('an amount that is not above the limit, or above the maximum approved [conformance:post-consumers-accounts-credit-line-increase]', async () => {
      const loan = await accounts.makeLoan();
      for (const cli_amount of ['9999.99', '10000.00', '50000.01']) {
        const { status, body } = await increase(loan, { cli_amount });
        assert.equal(status, 400, cli_amount);
        assert.deepEqual(Object.keys(body.errors as Body), ['cli_amount']);
      }
    });

    it('an account on which anything is spent', async () => {
      const loan = await accounts.makeLoan();
      await fundingFlow(lending).approvedCharge(loan);
      assert.equal((await increase(loan)).status, 400);
    });

    it('an application that is cancelled or suspended, an account that is closed', async () => {
      const cancelled = await accounts.makeLoan({ status: 'Cancelled', account_status: 'Closed' });
      const suspended = await accounts.makeLoan({
        status: 'Suspended',
        account_status: 'Suspended',
      });
      const closed = await accounts.makeLoan({ account_status: 'Closed' });
      for (const loan of [cancelled, suspended, closed]) {
        assert.equal((await increase(loan)).status, 400);
      }
    });

    it('users by role and reach, and unknown accounts', async () => {
      const loan = await accounts.makeLoan();
      const as = async (request_user_id: string) =>
        (await increase(loan, { request_user_id })).status;
      assert.equal(await as('hillside-rep-2'), 403);
      assert.equal(await as('nobody'), 400);
      await accounts.addUser('hillside-salesperson-two', 'Salesperson');
      assert.equal(await as('hillside-salesperson-two'), 403);
      assert.equal((await increase({ external_application_id: 'nothing-here' })).status, 404);
      assert.equal(await as('hillside-manager'), 200);
    });
  });
});
