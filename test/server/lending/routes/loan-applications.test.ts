import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import {
  type LoanApplication,
  type LoanApplicationDetail,
  loanApplication,
  loanApplicationDetail,
} from '../../../../server/lending-api/loan-applications.ts';
import type { SoftPullResponse } from '../../../../server/lending-api/soft-pull.ts';
import { minuteMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending, testStart } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { wrongDigits } from '../../../helpers/wrong-answers.ts';

const sponsorId = 'sponsor@example.test';
const base = '/api/v1/sponsor/merchants/loan-applications';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

let count = 0;
const pull = async (change: Record<string, unknown> = {}): Promise<SoftPullResponse> => {
  count += 1;
  const body = aSoftPull({
    external_application_id: `app-${count}`,
    email: `person-${count}@example.test`,
    ...change,
  });
  const response = await lending.call('POST', softPullPath, { body });
  assert.equal(response.status, 200);
  return (await response.json()) as SoftPullResponse;
};
const get = (path: string, as?: 'sponsor-two@example.test') =>
  lending.call('GET', `${base}/${path}`, { ...(as && { as }) });
const list = async (user: string): Promise<LoanApplication[]> => {
  const response = await get(`${user}/`);
  assert.equal(response.status, 200);
  return loanApplication
    .strict()
    .array()
    .parse(await response.json());
};
const detail = async (loanId: string, user = 'hillside-rep-1'): Promise<LoanApplicationDetail> => {
  const response = await get(`${user}/loan/${loanId}/`);
  assert.equal(response.status, 200);
  return loanApplicationDetail.strict().parse(await response.json());
};
const change = (loanId: string, columns: Partial<ApplicationRow>) =>
  lending.context.database.query
    .updateTable('applications')
    .set(columns)
    .where('loan_id', '=', loanId)
    .execute();

const accepted = {
  status: 'Approved: Accepted',
  account_status: 'Active',
  credit_limit_cents: 840_000,
  accepted_at: testStart,
  // The end of July 30 in New York.
  purchase_window_ends_at: Date.parse('2026-07-31T04:00:00Z'),
} as const;

describe('GET merchants/loan-applications/{request_user_id}/', () => {
  it('lists the merchant’s applications, the newest first [conformance:get-merchants-loan-applications-request-user-id]', async () => {
    const before = await list('hillside-admin');
    const one = await pull();
    lending.tick(1_000);
    const two = await pull({ request_user_id: 'hillside-rep-2' });
    for (const user of ['hillside-admin', 'hillside-manager']) {
      const ids = (await list(user)).map((each) => each.loan_id);
      assert.deepEqual(ids.slice(0, 2), [two.loan_id, one.loan_id]);
      assert.equal(ids.length, before.length + 2);
    }
  });

  it('shows a sales representative its own only', async () => {
    const own = await pull({ request_user_id: 'hillside-rep-2' });
    const rows = await list('hillside-rep-2');
    assert.ok(rows.some((row) => row.loan_id === own.loan_id));
    assert.ok(rows.every((row) => row.invited_by_merchant_user === 'hillside-rep-2'));
  });

  it('answers 404 for an unknown user and to another sponsor', async () => {
    assert.equal((await get('nobody/')).status, 404);
    assert.equal((await get('hillside-admin/', 'sponsor-two@example.test')).status, 404);
  });
});

describe('GET merchants/loan-applications/{request_user_id}/loan/{loan_id}/', () => {
  it('has all that a lost answer said [conformance:get-merchants-loan-applications-request-user-id-loan-loan-id]', async () => {
    const answer = await pull({ locale: 'es' });
    const loan = await detail(answer.loan_id);
    assert.equal(loan.decision, 'offers');
    assert.deepEqual(loan.offers, answer.offers);
    assert.deepEqual(loan.lender, answer.lender);
    assert.equal(loan.decided_at, answer.decided_at);
    assert.equal(loan.requested_amount, '8400.00');
    assert.equal(loan.available_spend, '0.00');
    assert.equal(loan.transaction_status_code, 1);
    assert.deepEqual(
      loan.status_history.map(({ status, actor }) => [status, actor]),
      [
        ['Started', 'hillside-rep-1'],
        ['Approved: Offers Available', 'lender'],
      ],
    );
  });

  it('gives no reason for a decline', async () => {
    const answer = await pull({ ssn: '900-10-0101' });
    const loan = await detail(answer.loan_id);
    assert.equal(loan.application_status, 'Declined');
    assert.equal(loan.decision, undefined);
    assert.notEqual(loan.adverse_action_notice, 'none');
    assert.doesNotMatch(JSON.stringify(loan), /score|SCORE|\b560\b|reason/);
  });

  it('has no offer, chosen or not, while a review goes on', async () => {
    const { loan_id } = await pull({ ssn: '900-10-0106' });
    const loan = await detail(loan_id);
    assert.equal(loan.application_status, 'Pending: Verification');
    assert.equal(loan.selected_offer, null);
    assert.equal(loan.offers, undefined);
  });

  it('shows what may be charged of an accepted loan', async () => {
    const { loan_id } = await pull();
    await change(loan_id, {
      ...accepted,
      portal_account_status: 'Active',
      amount_spent_cents: 100_000,
      pending_charge_amount_cents: 40_000,
    });
    const loan = await detail(loan_id);
    assert.equal(loan.available_spend, '7000.00');
    assert.equal(loan.is_valid_for_transaction, true);
    assert.equal(loan.transaction_status_code, 0);
    assert.equal(loan.offers, undefined);
  });

  it('answers 404 for what is unknown or foreign, 403 for another’s consumer', async () => {
    const { loan_id } = await pull();
    assert.equal((await get('hillside-rep-1/loan/unknown/')).status, 404);
    assert.equal((await get(`nobody/loan/${loan_id}/`)).status, 404);
    const foreign = await get(`hillside-rep-1/loan/${loan_id}/`, 'sponsor-two@example.test');
    assert.equal(foreign.status, 404);
    assert.equal((await get(`hillside-rep-2/loan/${loan_id}/`)).status, 403);
    assert.equal((await detail(loan_id, 'hillside-manager')).loan_id, loan_id);
  });
});

describe('POST merchants/loan-applications/{request_user_id}/loan/{loan_id}/invite-portal/', () => {
  const invite = (loanId: string, user = 'hillside-rep-1') =>
    lending.call('POST', `${base}/${user}/loan/${loanId}/invite-portal/`);
  const invitationsOf = (applicationId: string) =>
    storedRows(lending.context)
      .selectFrom('messages')
      .selectAll()
      .where('application_id', '=', applicationId)
      .where('kind', '=', 'portal_invitation')
      .execute();

  it('sends the e-mail with its link, and again while it is not followed [conformance:post-merchants-loan-applications-request-user-id-loan-loan-id-invite-portal]', async () => {
    const { loan_id } = await pull();
    await change(loan_id, accepted);
    for (const sent of [1, 2]) {
      const response = await invite(loan_id);
      assert.equal(response.status, 200);
      const { portal_account_status, transaction_status_code } = (await response.json()) as {
        portal_account_status: string;
        transaction_status_code: number;
      };
      assert.equal(portal_account_status, 'Invited');
      assert.equal(transaction_status_code, 2);
      const messages = await invitationsOf((await detail(loan_id)).consumer_application_id);
      assert.equal(messages.length, sent);
      await invite(loan_id);
      lending.tick(10 * minuteMs - 1);
      await invite(loan_id);
      const { length } = await invitationsOf((await detail(loan_id)).consumer_application_id);
      assert.equal(length, sent, 'no sooner than after ten minutes');
      lending.tick(1);
      assert.match(messages[0]?.links ?? '', /http:\/\/localhost:8788\/portal\/[\w-]{43}/);
    }
  });

  it('sends the link that was mailed when the last one is locked', async () => {
    const { loan_id } = await pull();
    await change(loan_id, accepted);
    await invite(loan_id);
    const { consumer_application_id } = await detail(loan_id);
    const [first] = await invitationsOf(consumer_application_id);
    const [link = ''] = JSON.parse(first?.links ?? '[]') as string[];
    const browser = new PlainBrowser(lending);
    for (let tries = 0; tries < 5; tries += 1) {
      await browser.post(link, { ssn_last4: wrongDigits() });
    }
    const lockMails = await storedRows(lending.context)
      .selectFrom('messages')
      .selectAll()
      .where('application_id', '=', consumer_application_id)
      .where('kind', '=', 'mailed_link')
      .execute();
    const [mailed = ''] = JSON.parse(lockMails[0]?.links ?? '[]') as string[];
    await invite(loan_id);
    assert.equal((await invitationsOf(consumer_application_id)).length, 1);
    lending.tick(10 * minuteMs);
    await invite(loan_id);
    const sent = await invitationsOf(consumer_application_id);
    assert.deepEqual(
      sent.map(({ links }) => (JSON.parse(links) as string[])[0]).toSorted(),
      [link, mailed].toSorted(),
    );
  });

  it('says until when the portal can be set up, and its link opens until then', async (t) => {
    const { loan_id } = await pull();
    await change(loan_id, accepted);
    await invite(loan_id);
    const [message] = await invitationsOf((await detail(loan_id)).consumer_application_id);
    assert.match(message?.text ?? '', /Set it up by July 30, 2026:/);
    const [link = ''] = JSON.parse(message?.links ?? '[]') as string[];
    const toLastDay = Date.parse('2026-07-30T12:00:00Z') - lending.context.clock.now(sponsorId);
    lending.tick(toLastDay);
    t.after(() => lending.tick(-toLastDay));
    const page = await new PlainBrowser(lending).open(link);
    assert.equal(page.heading, en.portal.title);
  });

  it('sends nothing once the purchase window is over', async () => {
    const { loan_id } = await pull();
    const now = lending.context.clock.now(sponsorId);
    await change(loan_id, { ...accepted, purchase_window_ends_at: now });
    const response = await invite(loan_id);
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {
      detail: 'The purchase window is over; nothing was sent.',
      portal_account_status: 'NotInvited',
      is_valid_for_transaction: false,
      transaction_status_code: 1,
      no_transaction_message: 'The purchase window is over.',
    });
    assert.deepEqual(await invitationsOf((await detail(loan_id)).consumer_application_id), []);
  });

  it('sends nothing when the account is active', async () => {
    const { loan_id } = await pull();
    await change(loan_id, { ...accepted, portal_account_status: 'Active' });
    const response = await invite(loan_id);
    assert.equal(response.status, 200);
    assert.deepEqual(await invitationsOf((await detail(loan_id)).consumer_application_id), []);
  });

  it('refuses before the terms are accepted', async () => {
    const { loan_id } = await pull();
    assert.equal((await invite(loan_id)).status, 400);
    assert.equal((await detail(loan_id)).portal_account_status, 'NotInvited');
  });

  it('answers 404 for what is unknown, 403 for another’s consumer', async () => {
    const { loan_id } = await pull();
    await change(loan_id, accepted);
    assert.equal((await invite('unknown')).status, 404);
    assert.equal((await invite(loan_id, 'nobody')).status, 404);
    assert.equal((await invite(loan_id, 'hillside-rep-2')).status, 403);
  });
});
