import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { endEvidence } from '../../../../../server/lending/operations/end-evidence.ts';
import { verifyEvidence } from '../../../../../server/lending/operations/verify-evidence.ts';
import { BureauUnavailableError } from '../../../../../server/lending/providers/providers.ts';
import { createSandboxProviders } from '../../../../../server/lending/providers/sandbox-providers.ts';
import {
  consentOf,
  recordConsent,
  recordConsents,
} from '../../../../../server/lending/store/consent-events.ts';
import { insertAttempt } from '../../../../../server/lending/store/events.ts';
import { endTakenBackEvidence } from '../../../../../server/lending/store/migrations/018-taken-back-evidence.ts';
import { endEvidenceOfStops } from '../../../../../server/lending/store/migrations/027-ends-of-applications.ts';
import { hasStoppedSms, maySendSms } from '../../../../../server/lending/store/sms-consent.ts';
import { createLogger } from '../../../../../server/platform/logging.ts';
import { dayMs } from '../../../../helpers/durations.ts';
import { lastLink } from '../../../../helpers/last-link.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { aSoftPull, sendSoftPull } from '../../../../helpers/soft-pull.ts';
import { Consumer } from '../../pages/consumer.ts';
import { InvitedConsumer } from '../invitations/invited-consumer.ts';

const daysAtOnce = 365;

let lending: TestLending;
beforeEach(async () => {
  lending = await startTestLending();
  // Deliveries leave evidence of their own, in their own time.
  await lending.stop();
});
afterEach(() => lending.close());

const query = () => lending.context.database.query;

async function advance(days: number): Promise<void> {
  for (let left = days; left > 0; left -= daysAtOnce) {
    const body = { seconds: Math.min(left, daysAtOnce) * 86_400 };
    const answer = await lending.call('POST', '/sandbox/v1/clock/advance', { body });
    assert.equal(answer.status, 200, await answer.text());
  }
}

const kept = async ({ id }: { id: string }) => {
  const rows = query().selectFrom('consent_events').select('consent_type').orderBy('position');
  const found = await rows.where('application_id', '=', id).execute();
  return found.map(({ consent_type }) => consent_type);
};
const verify = () => verifyEvidence(query(), lending.context.sealer);
const cancel = async ({ external_application_id }: { external_application_id: string }) => {
  const body = { external_application_id, request_user_id: 'hillside-admin' };
  const path = '/api/v1/sponsor/consumers/accounts/cancel/';
  const answer = await lending.call('POST', path, { body });
  assert.equal(answer.status, 200, await answer.text());
};
/** One whose loan was canceled on the day it began. */
async function canceled(): Promise<Consumer> {
  const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
  await consumer.accept();
  await cancel(await consumer.application());
  return consumer;
}

describe('evidence', () => {
  it('is deleted 7 years after its application has ended, and not before', async () => {
    const consumer = await canceled();
    const application = await consumer.application();
    const before = await kept(application);
    assert.notEqual(before.length, 0);
    await advance(7 * 365);
    assert.deepEqual(await kept(application), before);
    await advance(3);
    assert.deepEqual(await kept(application), []);
    const { id, first_name } = await consumer.application();
    assert.notEqual(first_name, '');
    const records = query().selectFrom('evidence_records').select('id');
    assert.deepEqual(await records.where('application_id', '=', id).execute(), []);
    assert.deepEqual(await verify(), { rows: 0, chains: 0, broken: null });
  });

  it('goes with the messages, letters and callbacks about its application', async () => {
    const consumer = await canceled();
    // Has a loan that goes on.
    const other = await Consumer.choosing(lending, { ssn: '900-10-0001' });
    await other.accept();
    for (const each of [consumer, other]) {
      const [message] = await each.messages('loan_documents');
      const preferences = lastLink(message);
      await each.browser.post(`${preferences}/paper`, {});
    }
    // The letters leave, which is evidence.
    await advance(1);
    const events = await query().selectFrom('events').selectAll().execute();
    for (const { id: event_id, sponsor_id, created_at: at } of events) {
      const answer = { status_code: 200, error: null, reply: '' };
      await insertAttempt(query(), { event_id, position: 0, sponsor_id, at, ...answer });
    }
    const tables = ['messages', 'letters', 'events', 'consent_events', 'evidence_records'] as const;
    const left = async (of: Consumer) => {
      const { id } = await of.application();
      const about = tables.map((table) =>
        query().selectFrom(table).select('id').where('application_id', '=', id).execute(),
      );
      const attempts = query()
        .selectFrom('event_attempts')
        .innerJoin('events', 'events.id', 'event_attempts.event_id')
        .select('event_id')
        .where('application_id', '=', id);
      return [...(await Promise.all(about)), await attempts.execute()].map((rows) => rows.length);
    };
    const attempts = () => query().selectFrom('event_attempts').select('event_id').execute();
    await advance(7 * 365);
    const [before, tried, ofOther] = [await left(consumer), await attempts(), await left(other)];
    for (const count of [...before, ...ofOther]) assert.notEqual(count, 0);
    await advance(3);
    assert.deepEqual(await left(consumer), [0, 0, 0, 0, 0, 0]);
    assert.deepEqual(await left(other), ofOther);
    assert.equal((await attempts()).length, tried.length - (before.at(-1) ?? 0));
  });

  it('of a soft pull that was taken back is deleted 7 years after that, and not before', async () => {
    // The bureau is down for this one.
    const refused = await sendSoftPull(lending, aSoftPull({ ssn: '900-10-0201' }));
    assert.equal(refused.status, 503);
    const rows = async () =>
      (await query().selectFrom('consent_events').select('consent_type').execute()).length;
    assert.equal(await rows(), 3);
    await advance(7 * 365);
    assert.equal(await rows(), 3);
    await advance(3);
    assert.equal(await rows(), 0);
    assert.deepEqual(await verify(), { rows: 0, chains: 0, broken: null });
  });

  it('of one that was taken back after a STOP is deleted then, too', async (t) => {
    const providers = createSandboxProviders();
    const sms = { sms_consent: true, sms_consent_version: '2026-01' };
    const phone = '+16145550100';
    const asked = await startTestLending(
      {},
      {
        ...providers,
        bureau: {
          ...providers.bureau,
          softInquiry: async (): Promise<never> => {
            const body = { from: phone, text: 'STOP' };
            await asked.call('POST', '/sandbox/v1/messages/inbound', { body });
            throw new BureauUnavailableError('down');
          },
        },
      },
    );
    t.after(() => asked.close());
    await asked.stop();
    const body = aSoftPull({ phone, ...sms, sms_consent_at: '2026-03-01T15:04:05Z' });
    assert.equal((await sendSoftPull(asked, body)).status, 503);
    const found = asked.context.database.query
      .selectFrom('consent_events')
      .select(['application_id', 'sponsor_id', 'consent_type', 'accepted_at'])
      .orderBy('position');
    const rows = await found.execute();
    const last = rows.at(-1);
    assert.equal(last?.consent_type, 'revocation');
    const { application_id: key, sponsor_id: scope, accepted_at } = last;
    const now = accepted_at + (7 * 365 + 2) * dayMs;
    assert.equal(await endEvidence(asked.context, { key, scope, now }), 'done');
    assert.deepEqual(await found.execute(), []);
  });

  it('is counted out once where two processes delete it at the same time', async () => {
    for (let pull = 0; pull < 8; pull += 1) {
      await sendSoftPull(lending, aSoftPull({ ssn: '900-10-0201' }));
    }
    await advance(7 * 365);
    const work = await query()
      .selectFrom('due_work')
      .select(['key', 'scope', 'due_at'])
      .where('kind', '=', 'evidence_end')
      .execute();
    assert.equal(work.length, 8);
    for (const { key, scope, due_at: now } of work) {
      const end = () => endEvidence(lending.context, { key, scope, now });
      assert.deepEqual(await Promise.all([end(), end()]), ['done', 'done']);
    }
    assert.deepEqual(await verify(), { rows: 0, chains: 0, broken: null });
  });

  it('of one that was taken back by an earlier version is deleted then, too', async () => {
    await canceled();
    const work = () =>
      query().selectFrom('due_work').selectAll().where('kind', '=', 'evidence_end').execute();
    const before = await work();
    assert.equal((await sendSoftPull(lending, aSoftPull({ ssn: '900-10-0201' }))).status, 503);
    const now = await work();
    assert.equal(now.length, before.length + 1);
    await query().deleteFrom('due_work').where('kind', '=', 'evidence_end').execute();
    await endTakenBackEvidence(query());
    await endTakenBackEvidence(query());
    assert.deepEqual(
      await work(),
      now.filter(({ key }) => before.every((each) => each.key !== key)),
    );
  });

  it('stays as long as its loan does', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    await consumer.accept();
    const application = await consumer.application();
    const before = await kept(application);
    await advance(9 * 365);
    assert.deepEqual(await kept(application), before);
  });

  it('stays until 5 years after the last text message', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    await consumer.accept();
    const loan = await consumer.application();
    const help = async () => {
      const body = { from: loan.phone, text: 'HELP' };
      await lending.call('POST', '/sandbox/v1/messages/inbound', { body });
    };
    await help();
    await cancel(loan);
    await advance(3 * 365);
    await help();
    assert.equal((await consumer.messages('sms_help')).length, 2);
    await advance(5 * 365);
    assert.notDeepEqual(await kept(loan), []);
    await advance(4);
    assert.deepEqual(await kept(loan), []);
  });

  it('does not stay longer for a wrong answer on one of its links', async () => {
    const consumer = await canceled();
    const [message] = await consumer.messages('loan_documents');
    const preferences = lastLink(message);
    const application = await consumer.application();
    await advance(4 * 365);
    await consumer.browser.post(`${preferences}/esign`, { ssn_last4: '1111' });
    assert.equal((await consumer.application()).identity_failures_total, 1);
    await advance(3 * 365);
    assert.notDeepEqual(await kept(application), []);
    await advance(3);
    assert.deepEqual(await kept(application), []);
  });

  it('is deleted 7 years after its loan was paid off, whatever was asked since', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    await consumer.accept();
    await advance(200);
    const { id, external_application_id } = await consumer.application();
    const path = `/sandbox/v1/applications/${external_application_id}/pay-off`;
    assert.equal((await lending.call('POST', path)).status, 200);
    await advance(4 * 365);
    await query()
      .updateTable('applications')
      .set({ modified_at: Date.UTC(2030, 1) })
      .execute();
    await advance(3 * 365);
    assert.notDeepEqual(await kept({ id }), []);
    await advance(3);
    assert.deepEqual(await kept({ id }), []);
  });

  it('is deleted where it says STOP, too; the number stays', async () => {
    const sms_consent_at = '2026-03-01T15:04:05Z';
    const sms = { sms_consent: true, sms_consent_version: '2026-01', sms_consent_at };
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009', ...sms });
    await consumer.accept();
    const loan = await consumer.application();
    const body = { from: loan.phone, text: 'STOP' };
    const stop = await lending.call('POST', '/sandbox/v1/messages/inbound', { body });
    assert.partialDeepStrictEqual(await stop.json(), { revoked: 1 });
    assert.ok((await kept(loan)).includes('revocation'));
    await cancel(loan);
    await advance(7 * 365 + 3);
    assert.deepEqual(await kept(loan), []);
    assert.equal(await hasStoppedSms(query(), loan.sponsor_id, loan.phone), true);
    assert.equal(await maySendSms(query(), loan), false);
  });

  it('is deleted where an earlier version kept it for a STOP', async () => {
    const application = await (await canceled()).application();
    const { id, sponsor_id } = application;
    await lending.context.database.transaction((tx) =>
      recordConsent(tx, lending.context, {
        ...consentOf(application),
        consentType: 'revocation',
        action: 'clicked',
        acceptedAt: lending.context.clock.now(sponsor_id),
        collectedBy: 'hosted',
      }),
    );
    await advance(400);
    await query().deleteFrom('due_work').where('kind', '=', 'evidence_end').execute();
    await endEvidenceOfStops(query());
    await endEvidenceOfStops(query());
    await advance(6 * 365);
    assert.deepEqual(await kept({ id }), []);
  });

  it('is deleted where an earlier version kept it for a STOP of who never applied', async () => {
    const phone = '+16145550881';
    const invited = { email: undefined, phone, sms_consent: true };
    const application = await (await InvitedConsumer.by(lending, invited)).application();
    const body = { from: phone, text: 'STOP' };
    await lending.call('POST', '/sandbox/v1/messages/inbound', { body });
    await advance(400);
    assert.deepEqual(await kept(application), ['sms', 'revocation']);
    await query().deleteFrom('due_work').where('kind', '=', 'evidence_end').execute();
    await endEvidenceOfStops(query());
    await advance(7 * 365);
    assert.deepEqual(await kept(application), []);
  });

  it('goes on where it ended, which nobody else can make so', async () => {
    const consumer = await canceled();
    await advance(7 * 365 + 3);
    const application = await consumer.application();
    await lending.context.database.transaction((tx) =>
      recordConsent(tx, lending.context, {
        ...consentOf(application),
        consentType: 'esign',
        action: 'clicked',
        acceptedAt: 1,
        collectedBy: 'hosted',
      }),
    );
    assert.deepEqual(await verify(), { rows: 1, chains: 1, broken: null });
    const end = await query().selectFrom('evidence_ends').selectAll().executeTakeFirstOrThrow();
    await query().updateTable('evidence_ends').set({ ended_at: 1 }).execute();
    assert.equal((await verify()).broken?.what, 'the record of its deletion was changed');
    // That of an earlier version, which said nothing of the time.
    const { application_id, position, row_hash } = end;
    const earlier = JSON.stringify([application_id, position, row_hash]);
    const mac = lending.context.sealer.index(earlier, 'evidence_ends|mac');
    await query().updateTable('evidence_ends').set({ mac }).execute();
    assert.equal((await verify()).broken, null);
    await query().updateTable('evidence_ends').set({ position: 1 }).execute();
    assert.match((await verify()).broken?.what ?? '', /row 2, which should come before it/);
    await query().deleteFrom('consent_events').execute();
    await query().deleteFrom('evidence_heads').execute();
    assert.equal((await verify()).broken?.what, 'the record of its deletion was changed');
    await query().deleteFrom('evidence_ends').execute();
    assert.match((await verify()).broken?.what ?? '', /is missing/);
  });
});

describe('evidence that somebody who has no key says is over', () => {
  /** Has the service delete a chain at once. */
  async function order(chain: string): Promise<void> {
    const { sponsor_id: scope } = await query()
      .selectFrom('consent_events')
      .select('sponsor_id')
      .where('application_id', '=', chain)
      .executeTakeFirstOrThrow();
    const work = { kind: 'evidence_end', key: chain, scope, lane: '', payload: 'null', due_at: 1 };
    await query()
      .insertInto('due_work')
      .values({ ...work, attempts: 0, version: 1, leased_until: 0 })
      .execute();
    await advance(1);
  }

  it('stays until its own rows are old enough', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    await consumer.accept();
    const { id } = await consumer.application();
    const before = await kept({ id });
    await query()
      .updateTable('applications')
      .set({ status: 'Cancelled', modified_at: 1, ended_at: 1 })
      .where('id', '=', id)
      .execute();
    await query().updateTable('messages').set({ created_at: 1 }).execute();
    await query().deleteFrom('due_work').where('kind', '=', 'evidence_end').execute();
    await order(id);
    assert.deepEqual(await kept({ id }), before);
    assert.notEqual((await consumer.messages('loan_documents')).length, 0);
    await advance(7 * 365 + 3);
    assert.deepEqual(await kept({ id }), []);
  });

  it('stays until the last of them is, which may be years younger than the first', async () => {
    const consumer = await canceled();
    const [message] = await consumer.messages('loan_documents');
    const preferences = lastLink(message);
    await advance(3 * 365);
    await consumer.browser.post(`${preferences}/esign`, { ssn_last4: consumer.last4 });
    const application = await consumer.application();
    const before = await kept(application);
    assert.equal(before.at(-1), 'revocation');
    await advance(4 * 365 + 3);
    assert.deepEqual(await kept(application), before);
    await advance(3 * 365);
    assert.deepEqual(await kept(application), []);
  });

  it('stays where it tells of a loan whose application is gone', async () => {
    const { id } = await (await canceled()).application();
    const before = await kept({ id });
    await advance(4 * 365);
    await query().deleteFrom('due_work').where('kind', '=', 'evidence_end').execute();
    await query().deleteFrom('applications').where('id', '=', id).execute();
    await advance(8 * 365);
    await order(id);
    assert.deepEqual(await kept({ id }), before);
  });

  it('stays where it is of an onboarding', async () => {
    const { sponsor_id, id } = await query()
      .selectFrom('merchants')
      .select(['id', 'sponsor_id'])
      .executeTakeFirstOrThrow();
    const at = lending.context.clock.now(sponsor_id);
    const common = { sponsorId: sponsor_id, applicationId: id, subjectHash: '', locale: 'en' };
    const how = { action: 'clicked', acceptedAt: at, collectedBy: 'hosted' } as const;
    const types = ['merchant_admin_verified', 'merchant_terms_signature'] as const;
    await lending.context.database.transaction((tx) =>
      recordConsents(
        tx,
        lending.context,
        id,
        types.map((consentType) => ({ ...common, ...how, consentType })),
      ),
    );
    await advance(8 * 365);
    await order(id);
    assert.deepEqual(await kept({ id }), types);
    // With an application of the merchant's id that is over.
    const { id: other } = await (await canceled()).application();
    await query().updateTable('applications').set({ id }).where('id', '=', other).execute();
    await query().deleteFrom('due_work').where('key', '=', id).execute();
    await advance(8 * 365);
    await order(id);
    assert.deepEqual(await kept({ id }), types);
  });

  for (const [what, table, isRemoved] of [
    [
      'its last row is gone',
      'consent_events',
      (position: number, last: number) => position === last,
    ],
    ['all of its rows are gone', 'consent_events', () => true],
    ['the record of its end is gone', 'evidence_heads', () => true],
  ] as const) {
    it(`is not ended where ${what}, so that this is still found`, async () => {
      const { id: key, sponsor_id: scope } = await (await canceled()).application();
      await advance(7 * 365);
      const length = (await kept({ id: key })).length;
      for (let position = 1; position <= length; position += 1) {
        if (!isRemoved(position, length)) continue;
        const removed = query().deleteFrom(table).where('application_id', '=', key);
        await removed.where('position', '=', position).execute();
      }
      const left = await kept({ id: key });
      const now = lending.context.clock.now(scope) + 3 * dayMs;
      const result = await endEvidence(lending.context, { key, scope, now });
      assert.deepEqual(result, { retryAt: now + 365 * dayMs });
      assert.deepEqual(await kept({ id: key }), left);
      assert.notEqual((await verify()).broken, null);
    });
  }

  for (const position of [1, 3]) {
    it(`stays where row ${position} was changed, with a line in the log`, async () => {
      const { id: key, sponsor_id: scope } = await (await canceled()).application();
      const before = await kept({ id: key });
      await advance(7 * 365);
      const changed = query().updateTable('consent_events').set({ user_agent: 'another' });
      await changed.where('application_id', '=', key).where('position', '=', position).execute();
      const lines: string[] = [];
      const log = createLogger({
        level: 'error',
        destination: { write: (line) => lines.push(line) },
      });
      const now = lending.context.clock.now(scope) + 3 * dayMs;
      const result = await endEvidence({ ...lending.context, log }, { key, scope, now });
      assert.deepEqual(result, { retryAt: now + 365 * dayMs });
      assert.deepEqual(await kept({ id: key }), before);
      assert.deepEqual(
        lines.map((line) => (JSON.parse(line) as { event: string }).event),
        ['evidence_not_deleted'],
      );
    });
  }
});
