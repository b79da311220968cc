import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { longDate } from '../../../../server/lending/domain/formats.ts';
import { LendingError } from '../../../../server/lending/errors.ts';
import {
  endReview,
  type ReviewResult,
  runApplicationExpiry,
} from '../../../../server/lending/operations/applications/end-review.ts';
import { easternDate } from '../../../../server/platform/calendar/eastern-time.ts';
import { aCharge, chargePath } from '../../../helpers/accepted-loan.ts';
import { daySeconds, hourMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { InvitedConsumer } from './invitations/invited-consumer.ts';

const sponsor = { id: 'sponsor@example.test' };

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

let count = 0;
/** Sends a soft pull and gives the external id. */
const pull = async (change: Record<string, unknown> = {}): Promise<string> => {
  count += 1;
  const external_application_id = `app-${count}`;
  const email = `person-${count}@example.test`;
  const body = aSoftPull({ external_application_id, email, ...change });
  assert.equal((await lending.call('POST', softPullPath, { body })).status, 200);
  return external_application_id;
};
const advance = (seconds: number) =>
  lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds } });
const stored = (externalId: string) =>
  storedRows(lending.context)
    .selectFrom('applications')
    .selectAll()
    .where('external_application_id', '=', externalId)
    .executeTakeFirstOrThrow();
const eventsOf = async (externalId: string) => {
  const { id } = await stored(externalId);
  const rows = await lending.context.database.query
    .selectFrom('events')
    .select('payload')
    .where('application_id', '=', id)
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
};
const messagesOf = async (externalId: string) => {
  const { id } = await stored(externalId);
  return storedRows(lending.context)
    .selectFrom('messages')
    .selectAll()
    .where('application_id', '=', id)
    .orderBy('created_at')
    .execute();
};
const kindsOf = async (externalId: string) =>
  (await messagesOf(externalId)).map(({ kind }) => kind).sort();
/** The e-mail that says how the review ended: its subject and its own words. */
const endingOf = async (externalId: string) => {
  const ended = (await messagesOf(externalId)).find(({ kind }) => kind === 'review_ended');
  return { subject: ended?.subject, text: ended?.text ?? '' };
};
const noticeOf = async (externalId: string) =>
  (await messagesOf(externalId)).find(({ kind }) => kind === 'adverse_action')?.text ?? '';
const end = (externalId: string, result: ReviewResult) =>
  endReview(lending.context, sponsor, externalId, result);

/** Selects the first offer and accepts its terms as the consumer. */
const acceptTerms = async (externalId: string) => {
  const { id } = await stored(externalId);
  const offer = await lending.context.database.query
    .selectFrom('offers')
    .select('id')
    .where('application_id', '=', id)
    .where('position', '=', 1)
    .executeTakeFirstOrThrow();
  const calls = [
    ['PATCH', `/api/v1/sponsor/consumers/offers/${offer.id}/select/`],
    ['POST', `/sandbox/v1/applications/${externalId}/accept-terms`],
  ] as const;
  for (const [method, path] of calls) {
    assert.equal((await lending.call(method, path, { body: {} })).status, 200);
  }
};

describe('a review', () => {
  it('that is passed ends in offers, a callback and an e-mail with the way back', async () => {
    const externalId = await pull({ ssn: '900-10-0106' });
    assert.equal((await end(externalId, 'passed')).status, 'Approved: Offers Available');
    const [event] = await eventsOf(externalId);
    assert.equal(event?.stage, 'decision');
    assert.equal(event?.decision, 'approved');
    const [message] = await messagesOf(externalId);
    assert.equal(message?.kind, 'review_ended');
    const [wayBack] = JSON.parse(message?.links ?? '[]') as string[];
    assert.equal(wayBack, 'https://shop.example/checkout#resume');
    assert.match(message?.text ?? '', /\n\nContinue here:\n\nhttps:/);
  });

  it('that is failed ends in a decline with its notice', async () => {
    const externalId = await pull({ ssn: '900-10-0109' });
    const declined = await end(externalId, 'failed');
    assert.equal(declined.status, 'Declined');
    assert.equal((await stored(externalId)).decline_reasons, '["ID_UNVERIFIED"]');
    const [event] = await eventsOf(externalId);
    assert.equal(event?.decision, 'canceled');
    assert.equal(event?.application_status, 'Declined');
    assert.deepEqual(await kindsOf(externalId), ['adverse_action', 'review_ended']);
    const { subject, text } = await endingOf(externalId);
    assert.equal(subject, 'We have finished reviewing your application');
    assert.match(text, /\n\nBack to Hillside Heating & Air:\n\nhttps:/);
  });

  it('ends once', async () => {
    const externalId = await pull({ ssn: '900-10-0106' });
    await end(externalId, 'passed');
    await assert.rejects(end(externalId, 'failed'), LendingError);
    assert.equal((await eventsOf(externalId)).length, 1);
  });

  it('is unknown to another sponsor', async () => {
    const externalId = await pull({ ssn: '900-10-0106' });
    await assert.rejects(
      endReview(lending.context, { id: 'sponsor-two@example.test' }, externalId, 'passed'),
      (error) => error instanceof LendingError && error.kind === 'not_found',
    );
  });

  it('ends by itself after 14 days, as a refusal with its notice [conformance:deadline-review]', async () => {
    const externalId = await pull({ ssn: '900-10-0106' });
    await advance(14 * daySeconds - 1);
    assert.equal((await stored(externalId)).status, 'Pending: Verification');
    await advance(1);
    assert.equal((await stored(externalId)).status, 'Expired');
    const [event] = await eventsOf(externalId);
    assert.equal(event?.application_status, 'Expired');
    assert.deepEqual(await kindsOf(externalId), ['adverse_action', 'review_ended']);
    assert.match(await noticeOf(externalId), /based in whole or in part on information obtained/);
    const { subject, text } = await endingOf(externalId);
    assert.equal(subject, 'Your application has ended');
    assert.match(
      text,
      /could not finish the review .*\n\nBack to Hillside Heating & Air:\n\nhttps:/s,
    );
    await assert.rejects(end(externalId, 'passed'), LendingError);
  });

  it('ends by itself also where a clock that was ahead began to end it', async () => {
    const externalId = await pull({ ssn: '900-10-0106' });
    const { id: key, review_expires_at: retryAt } = await stored(externalId);
    const run = () => runApplicationExpiry(lending.context, { key, scope: sponsor.id });
    await advance(14 * daySeconds - 1);
    lending.tick(900);
    assert.deepEqual(await run(), { retryAt });
    assert.deepEqual(await kindsOf(externalId), []);
    lending.tick(100);
    assert.equal(await run(), 'done');
    assert.deepEqual(await kindsOf(externalId), ['adverse_action', 'review_ended']);
    assert.equal(await run(), 'done');
  });
});

describe('a check of identity on the terms page', () => {
  it('ends by itself after 14 days, as a refusal with a notice that rests on no report', async () => {
    const externalId = await pull({ ssn: '900-10-0005' });
    await acceptTerms(externalId);
    await advance(14 * daySeconds - 1);
    assert.equal((await stored(externalId)).status, 'Pending: Verification');
    await advance(1);
    assert.equal((await stored(externalId)).status, 'Expired');
    const [event] = await eventsOf(externalId);
    assert.equal(event?.application_status, 'Expired');
    assert.match(await noticeOf(externalId), /not based on information in a report/);
    const { subject, text } = await endingOf(externalId);
    assert.equal(subject, 'Your application has ended');
    assert.match(text, /\n\nYou did not enter the code that we sent you in time, so/);
    assert.match(text, /\n\nBack to Hillside Heating & Air:\n\nhttps:/);
  });

  it('sends whoever was invited back to the merchant, not to an invitation that is over', async () => {
    const sponsor_redirect_url = 'https://shop.example/back';
    const consumer = await InvitedConsumer.by(lending, { sponsor_redirect_url });
    await consumer.submit({ ssn: '900-10-0005' });
    await acceptTerms(consumer.externalId);
    await advance(14 * daySeconds);
    const [ended] = await consumer.messages('review_ended');
    const [wayBack] = JSON.parse(ended?.links ?? '[]') as string[];
    assert.equal(wayBack, sponsor_redirect_url);
  });

  it('ends with the offers before that', async () => {
    const externalId = await pull({ ssn: '900-10-0005' });
    await advance(29 * daySeconds);
    await acceptTerms(externalId);
    await advance(daySeconds);
    assert.equal((await stored(externalId)).status, 'Expired');
  });
});

describe('offers', () => {
  it('expire after 30 days, without a callback [conformance:deadline-offers]', async () => {
    const externalId = await pull();
    await advance(30 * daySeconds - 1);
    assert.equal((await stored(externalId)).status, 'Approved: Offers Available');
    await advance(1);
    const { id, status } = await stored(externalId);
    assert.equal(status, 'Expired');
    const offers = await lending.context.database.query
      .selectFrom('offers')
      .select('status')
      .where('application_id', '=', id)
      .execute();
    assert.ok(offers.length === 5 && offers.every((offer) => offer.status === 'Expired'));
    assert.deepEqual(await eventsOf(externalId), []);
  });

  it('that were accepted do not expire', async () => {
    const externalId = await pull();
    await acceptTerms(externalId);
    await advance(31 * daySeconds);
    assert.equal((await stored(externalId)).status, 'Approved: Accepted');
  });
});

describe('the persona that is suspended later', () => {
  it('is suspended an hour after acceptance', async () => {
    const externalId = await pull({ ssn: '900-10-0008' });
    await acceptTerms(externalId);
    await advance(3_599);
    assert.equal((await stored(externalId)).status, 'Approved: Accepted');
    await advance(1);
    const { status, account_status } = await stored(externalId);
    assert.deepEqual([status, account_status], ['Suspended', 'Suspended']);
  });

  it('is suspended at that hour by a step of many days, too', async () => {
    const externalId = await pull({ ssn: '900-10-0008' });
    await acceptTerms(externalId);
    const path = `/sandbox/v1/applications/${externalId}/activate-portal`;
    assert.equal((await lending.call('POST', path)).status, 200);
    const body = aCharge({ external_application_id: externalId });
    assert.equal((await lending.call('POST', chargePath, { body })).status, 201);
    const { id, accepted_at } = await stored(externalId);
    await advance(30 * daySeconds);
    const { query } = lending.context.database;
    const charge = await query
      .selectFrom('charge_requests')
      .select(['status', 'rejection_reason', 'status_at'])
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow();
    const hold = await query
      .selectFrom('application_history')
      .select('at')
      .where('application_id', '=', id)
      .where('status', '=', 'Suspended')
      .executeTakeFirstOrThrow();
    const at = (accepted_at ?? 0) + hourMs;
    assert.equal(hold.at, at);
    // The charge would have expired a day later.
    const canceled = { status: 'Canceled', rejection_reason: 'loan_suspended', status_at: at };
    assert.deepEqual(charge, canceled);
    const notice = (await messagesOf(externalId)).find(({ kind }) => kind === 'account_on_hold');
    const day = longDate(easternDate(at), 'en');
    assert.ok(notice?.text.includes(`On ${day} we put your loan`), notice?.text);
  });
});
