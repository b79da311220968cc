import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { LendingContext } from '../../../../../server/lending/context.ts';
import type { MessageKind } from '../../../../../server/lending/domain/messages/message-kinds.ts';
import { deliverMessage } from '../../../../../server/lending/operations/deliver-message.ts';
import {
  shredApplication,
  sweepApplications,
} from '../../../../../server/lending/operations/retention.ts';
import { verifyEvidence } from '../../../../../server/lending/operations/verify-evidence.ts';
import { en } from '../../../../../server/lending/pages/strings/en.ts';
import { shredLeftReasons } from '../../../../../server/lending/store/migrations/027-ends-of-applications.ts';
import { timerHandlers } from '../../../../../server/lending/work.ts';
import { aFreeCharge, chargePath } from '../../../../helpers/accepted-loan.ts';
import { daySeconds } from '../../../../helpers/durations.ts';
import { aSubmission, invited } from '../../../../helpers/invitations.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import {
  aNewPersonsSoftPull,
  aSoftPull,
  decidedSoftPull,
  sendSoftPull,
} from '../../../../helpers/soft-pull.ts';
import { storedRows } from '../../../../helpers/stored-rows.ts';
import { Consumer } from '../../pages/consumer.ts';

const sponsorId = 'sponsor@example.test';

let lending: TestLending;
beforeEach(async () => {
  lending = await startTestLending();
});
afterEach(() => lending.close());

const query = () => lending.context.database.query;
const advance = async (days: number) => {
  const body = { seconds: days * daySeconds };
  const answer = await lending.call('POST', '/sandbox/v1/clock/advance', { body });
  assert.equal(answer.status, 200, await answer.text());
};

/** A loan without merchant fees of a consumer whose portal account is active. */
async function accepted(change: Record<string, unknown> = {}): Promise<Consumer> {
  const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009', ...change });
  await consumer.accept();
  const path = `/sandbox/v1/applications/${consumer.externalId}/activate-portal`;
  await lending.call('POST', path, { body: {} });
  return consumer;
}

/** The service as in production, on what the sandbox has stored. */
const inProduction = (): LendingContext => ({
  ...lending.context,
  config: { ...lending.context.config, environment: 'production' },
});

async function linkOf(consumer: Consumer, kind: MessageKind, part: string): Promise<string> {
  const messages = await consumer.messages(kind);
  const links = messages.flatMap(({ links }) => JSON.parse(links) as string[]);
  return links.find((link) => link.includes(`/${part}/`)) ?? '';
}

const report = ({ inquiry_id }: { inquiry_id: string }) =>
  query()
    .selectFrom('bureau_reports')
    .select('inquiry_id')
    .where('inquiry_id', '=', inquiry_id)
    .executeTakeFirst();

describe('what an applicant said', () => {
  it('is gone with its report after 30 days in the sandbox, and not before', async () => {
    const consumer = await accepted();
    await advance(29);
    assert.notEqual((await consumer.application()).applicant_sealed, '');
    await advance(2);
    const after = await consumer.application();
    assert.equal(after.applicant_sealed, '');
    assert.notEqual(after.person_index, '');
    assert.equal(await report(after), undefined);
    const { broken } = await verifyEvidence(query(), lending.context.sealer);
    assert.equal(broken, null);
  });

  it('is gone with what was bought, in the consumer’s own words', async () => {
    const consumer = await accepted({ purchase_description: 'a stair lift' });
    assert.equal((await consumer.application()).purchase_description, 'a stair lift');
    await advance(31);
    assert.equal((await consumer.application()).purchase_description, null);
  });

  it('is gone with the reasons for a decline, and the digests of what was sent and decided on', async () => {
    const { context } = lending;
    await lending.stop();
    const consumer = await Consumer.approved(lending, { ssn: '900-10-0101' });
    const before = await consumer.application();
    assert.equal(before.decline_reasons, '["SCORE_LOW"]');
    assert.notEqual(before.decision_inputs_index, '');
    assert.notEqual(before.request_index, '');
    for (const { id } of await consumer.messages('adverse_action')) {
      await deliverMessage(context, { key: id, scope: sponsorId });
    }
    await advance(31);
    const after = await consumer.application();
    assert.equal(after.applicant_sealed, '');
    assert.equal(after.decline_reasons, null);
    assert.equal(after.decision_inputs_index, '');
    assert.equal(after.request_index, '');
  });

  it('is not asked about again by a repeat that comes later', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0009' });
    const first = await decidedSoftPull(lending, body);
    assert.deepEqual(await decidedSoftPull(lending, body), first);
    await advance(40);
    assert.equal((await sendSoftPull(lending, body)).status, 400);
    const inquiries = await query().selectFrom('bureau_inquiries').select('id').execute();
    assert.equal(inquiries.length, 1);
  });

  it('is asked for no more, but the last four digits still open a charge', async () => {
    const consumer = await accepted();
    await advance(40);
    const loan = await consumer.application();
    const body = aFreeCharge(loan, '1000.00');
    const asked = await lending.call('POST', chargePath, {
      body,
    });
    assert.equal(asked.status, 201, await asked.text());
    const link = await linkOf(consumer, 'charge_request', 'charge');
    const fields = { loan_number: loan.consumer_application_human_readable_id };
    const answer = async (ssn_last4: string) => {
      const { hidden } = await consumer.browser.post(`${link}/identity`, { ...fields, ssn_last4 });
      return consumer.browser.post(link, { ...hidden, answer: 'approve' });
    };
    await answer('9999');
    const before = await query().selectFrom('charge_requests').select('status').execute();
    assert.deepEqual(before, [{ status: 'Pending' }]);
    await answer(consumer.last4);
    const after = await query().selectFrom('charge_requests').select('status').execute();
    assert.deepEqual(after, [{ status: 'Approved' }]);
  });

  it('leaves pages and lists that say what is there', async () => {
    const consumer = await accepted();
    const link = await linkOf(consumer, 'loan_documents', 'preferences');
    await advance(40);
    const page = await consumer.browser.open(link);
    assert.ok(page.text.includes(en.preferences.paperNoAddress));
    await consumer.browser.post(`${link}/paper`, {});
    assert.deepEqual(
      await storedRows(lending.context).selectFrom('letters').select('id').execute(),
      [],
    );
    const documents = await consumer.browser.open(`${consumer.link}/documents`);
    assert.ok(documents.text.includes(en.link.expired));
    const { loan_id } = await consumer.application();
    const path = '/api/v1/sponsor/merchants/loan-applications/hillside-admin/';
    for (const each of [path, `${path}loan/${loan_id}/`]) {
      const answer = await lending.call('GET', each);
      assert.equal(answer.status, 200, await answer.text());
    }
  });

  it('is kept while its offers stand or a letter has to leave, and then goes', async () => {
    const { context } = lending;
    const consumer = await Consumer.approved(lending);
    const { id } = await consumer.application();
    const now = context.clock.now(sponsorId) + 60 * daySeconds * 1_000;
    const shred = () => shredApplication(context, { key: id, scope: sponsorId, now });
    assert.deepEqual(await shred(), { retryAt: now + daySeconds * 1_000 });
    const decline = await consumer.choose(consumer.offers[0]?.offer_uuid ?? '');
    assert.ok(decline);
    await consumer.identify();
    await consumer.decline();
    assert.equal(await shred(), 'done');
    const gone = await consumer.application();
    assert.equal(gone.applicant_sealed, '');
    assert.equal(await shred(), 'done');
    assert.deepEqual(await consumer.application(), gone);
  });

  it('is kept for 30 days from the notice about a review that ran out', async () => {
    const consumer = await Consumer.approved(lending, { ssn: '900-10-0106' });
    await advance(14);
    assert.equal((await consumer.application()).status, 'Expired');
    await advance(29);
    assert.notEqual((await consumer.application()).applicant_sealed, '');
    await advance(2);
    assert.equal((await consumer.application()).applicant_sealed, '');
  });

  it('is kept in production for 25 months from the day on which the notice left', async () => {
    const email = 'bounce@example.test';
    const consumer = await Consumer.approved(lending, { ssn: '900-10-0101', email });
    await advance(3);
    const { id, decided_at } = await consumer.application();
    const notices = await query().selectFrom('notices').select('status').execute();
    assert.deepEqual(notices, [{ status: 'Mailed' }]);
    const due = (decided_at ?? 0) + (762 * daySeconds + 60) * 1_000;
    const shred = (now: number) =>
      shredApplication(inProduction(), { key: id, scope: sponsorId, now });
    const after = due + 3 * daySeconds * 1_000;
    assert.deepEqual(await shred(due), { retryAt: after });
    assert.equal(await shred(after), 'done');
    assert.equal((await consumer.application()).applicant_sealed, '');
  });

  it('is kept in production with the report until 5 years after the account was closed', async () => {
    const consumer = await accepted();
    const { id, external_application_id } = await consumer.application();
    const shred = (now: number) =>
      shredApplication(inProduction(), { key: id, scope: sponsorId, now });
    const year = 365 * daySeconds * 1_000;
    const inThreeYears = lending.context.clock.now(sponsorId) + 3 * year;
    assert.deepEqual(await shred(inThreeYears), { retryAt: inThreeYears + year });
    const path = '/api/v1/sponsor/consumers/accounts/cancel/';
    const body = { request_user_id: 'hillside-admin', external_application_id };
    assert.equal((await lending.call('POST', path, { body })).status, 200);
    const { modified_at } = await consumer.application();
    const due = await shred(modified_at + 4 * year);
    assert.ok(due !== 'done' && due !== 'given_up');
    assert.ok(due.retryAt >= modified_at + 5 * year);
    assert.notEqual(await report(await consumer.application()), undefined);
    assert.equal(await shred(due.retryAt), 'done');
    const after = await consumer.application();
    assert.equal(after.applicant_sealed, '');
    assert.equal(await report(after), undefined);
  });

  it('is kept for 30 days from the day on which its offers were priced again', async () => {
    const consumer = await Consumer.approved(lending);
    await advance(10);
    const { email } = consumer;
    await decidedSoftPull(lending, aNewPersonsSoftPull({ email, requested_amount: '5000.00' }));
    assert.equal((await consumer.application()).requested_amount_cents, 500_000);
    await advance(29);
    assert.equal((await consumer.application()).status, 'Expired');
    assert.notEqual((await consumer.application()).applicant_sealed, '');
    await advance(2);
    assert.equal((await consumer.application()).applicant_sealed, '');
  });

  it('goes once, whatever part of the sweep a crash repeats', async () => {
    const { context } = lending;
    await lending.stop();
    const consumer = await accepted();
    const { merchant_id, id } = await consumer.application();
    const now = context.clock.now(sponsorId) + 31 * daySeconds * 1_000;
    const sweep = { key: merchant_id, scope: sponsorId, now, payload: null };
    await sweepApplications(context, sweep);
    await sweepApplications(context, sweep);
    const work = await query()
      .selectFrom('due_work')
      .select('key')
      .where('kind', '=', 'applicant_shred')
      .execute();
    assert.deepEqual(work, [{ key: id }]);
    const shred = timerHandlers(context).applicant_shred;
    const times = { dueAt: now, now };
    const run = { kind: 'applicant_shred', key: id, scope: sponsorId, payload: null, ...times };
    await Promise.all([shred({ ...run, attempts: 0 }), shred({ ...run, attempts: 1 })]);
    assert.equal((await consumer.application()).applicant_sealed, '');
  });

  it('knows the person again', async () => {
    const first = await accepted({ ssn: '900-22-3344', email: 'again@example.test' });
    await advance(40);
    const again = await Consumer.approved(lending, {
      ssn: '900-22-3344',
      email: 'again@example.test',
    });
    const [before, after] = [await first.application(), await again.application()];
    assert.equal(before.applicant_sealed, '');
    assert.notEqual(after.id, before.id);
    assert.equal(after.person_index, before.person_index);
  });
});

describe('reasons where an earlier application took an invited one’s place', () => {
  it('are shredded in their time', async () => {
    const reasons = await answeredByAnEarlierOne();
    await advance(32);
    assert.equal(await reasons(), null);
  });

  it('are shredded in their time where an earlier version left them', async () => {
    const reasons = await answeredByAnEarlierOne();
    // It had looked for them before they were there.
    await query().deleteFrom('due_work').where('kind', '=', 'retention_sweep').execute();
    await shredLeftReasons(query());
    await advance(29);
    assert.notEqual(await reasons(), null);
    await advance(3);
    assert.equal(await reasons(), null);
  });
});

/** The stored reasons of an invited application that a soft pull a moment ago has answered. */
async function answeredByAnEarlierOne(): Promise<() => Promise<string | null>> {
  const who = { ssn: '900-10-0009', email: 'same@example.test' };
  assert.equal((await sendSoftPull(lending, aSoftPull(who))).status, 200);
  await invited(lending, { external_application_id: 'answered' });
  const path = '/sandbox/v1/applications/answered/complete';
  const body = aSubmission(who);
  assert.equal((await lending.call('POST', path, { body })).status, 200);
  const stored = () => {
    const rows = query().selectFrom('applications').select(['status', 'decline_reasons']);
    return rows.where('external_application_id', '=', 'answered').executeTakeFirstOrThrow();
  };
  const before = await stored();
  assert.equal(before.status, 'Cancelled');
  assert.notEqual(before.decline_reasons, null);
  return async () => (await stored()).decline_reasons;
}
