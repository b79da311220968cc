import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { resumeSoftPull } from '../../../../../server/lending/operations/applications/ask-bureau.ts';
import { applicantColumns } from '../../../../../server/lending/operations/applications/new-application.ts';
import { expireInvitation } from '../../../../../server/lending/operations/invitations/send-invitation.ts';
import { beginInvited } from '../../../../../server/lending/operations/invitations/submit-invitation.ts';
import { BureauUnavailableError } from '../../../../../server/lending/providers/providers.ts';
import { sandboxProvidersThatWait } from '../../../../../server/lending/providers/sandbox-providers.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../../helpers/soft-pull.ts';
import { InvitedConsumer } from './invited-consumer.ts';

const sponsorId = 'sponsor@example.test';

let lending: TestLending;
let letGo: (() => void)[] = [];
let onAsked: () => void = () => undefined;
before(async () => {
  lending = await startTestLending(
    {},
    sandboxProvidersThatWait(
      () =>
        new Promise((resolve) => {
          letGo.push(resolve);
          onAsked();
        }),
    ),
  );
});
after(() => lending.close());

/** Waits until the slow bureau is asked; answers what lets it go on. */
async function asked(): Promise<() => void> {
  if (letGo.length === 0) {
    await new Promise<void>((resolve) => {
      onAsked = resolve;
    });
  }
  const [go = () => undefined] = letGo;
  letGo = letGo.slice(1);
  return go;
}

/** The same database as another process would see it: it knows nothing of this one's work. */
const otherProcess = () => ({ ...lending.context, inFlight: new Map<string, Promise<unknown>>() });

const answeredInquiries = async (consumer: InvitedConsumer) =>
  (await consumer.inquiries()).map(({ attempt, outcome }) => [attempt, outcome]);

describe('one invitation sent several times at once', { timeout: 20_000 }, () => {
  it('is one application, one inquiry and one callback', async () => {
    const consumer = await InvitedConsumer.by(lending);
    const results = await Promise.all(Array.from({ length: 8 }, () => consumer.submit()));
    assert.deepEqual([...new Set(results.map(({ kind }) => kind))], ['decided']);
    assert.deepEqual(await answeredInquiries(consumer), [[1, 'answered']]);
    assert.deepEqual(await consumer.told(), ['decision approved Approved: Offers Available']);
    assert.equal((await consumer.consents()).length, 3);
    const { context } = lending;
    const all = await context.database.query
      .selectFrom('applications')
      .select('id')
      .where('email', '=', consumer.email)
      .execute();
    assert.equal(all.length, 1);
  });

  it('is the same over two processes', async () => {
    for (let round = 0; round < 10; round += 1) {
      const consumer = await InvitedConsumer.by(lending);
      const other = otherProcess();
      const results = await Promise.all([
        consumer.submit(),
        consumer.submit({}, other),
        consumer.submit(),
        consumer.submit({}, other),
      ]);
      assert.ok(results.every(({ kind }) => kind === 'decided' || kind === 'in_progress'));
      assert.ok(results.some(({ kind }) => kind === 'decided'));
      assert.deepEqual(await answeredInquiries(consumer), [[1, 'answered']]);
      assert.equal((await consumer.told()).length, 1);
    }
  });

  it('shows that it is being decided, and takes no second form meanwhile', async () => {
    const consumer = await InvitedConsumer.by(lending);
    const first = consumer.submit({ ssn: '900-10-0202' });
    const go = await asked();
    assert.deepEqual(await consumer.screen(), { kind: 'in_progress' });
    assert.equal(
      (await consumer.submit({ ssn: '900-10-0202' }, otherProcess())).kind,
      'in_progress',
    );
    go();
    assert.equal((await first).kind, 'decided');
    assert.equal((await consumer.screen()).kind, 'offers');
  });

  it('does not expire while it is being decided', async () => {
    const { context } = lending;
    const consumer = await InvitedConsumer.by(lending);
    const submitted = consumer.submit({ ssn: '900-10-0202' });
    const go = await asked();
    const { application_id: key, expires_at: now } = await consumer.invitation();
    const clock = { now: () => now, refresh: () => Promise.resolve() };
    const result = await expireInvitation({ ...context, clock }, { key, scope: sponsorId });
    assert.deepEqual(result, { retryAt: now + 10_000 });
    assert.deepEqual(await consumer.statuses(), ['Opened', 'Started']);
    go();
    assert.equal((await submitted).kind, 'decided');
  });

  it('waits for a soft pull of the same person, and goes on with that', async () => {
    const consumer = await InvitedConsumer.by(lending);
    const ssn = '900-10-0202';
    const external_application_id = 'pulled-meanwhile';
    const body = aSoftPull({ external_application_id, email: consumer.email, ssn });
    const pulled = lending.call('POST', softPullPath, { body });
    const go = await asked();
    // Nobody there to wait for: the bureau is not asked a second time.
    const elsewhere = consumer.submit({ ssn }, otherProcess());
    await assert.rejects(elsewhere, { kind: 'unavailable' });
    const submitted = consumer.submit({ ssn });
    go();
    assert.equal((await pulled).status, 200);
    const result = await submitted;
    assert.equal(result.kind, 'decided');
    assert.equal(result.application.external_application_id, external_application_id);
    assert.deepEqual(await consumer.inquiries(), []);
  });
});

describe('a process that dies while the bureau is asked for an invited consumer', () => {
  const die = async (consumer: InvitedConsumer, change: Record<string, unknown> = {}) => {
    const { context } = lending;
    const application = await consumer.application();
    const submission = consumer.submission(change);
    const details = applicantColumns(context, application, submission);
    await context.database.transaction((tx) =>
      beginInvited(context, tx, application, { ...details, submission, visitor: null }),
    );
    return application;
  };

  it('leaves what another one finishes under the same inquiry, with one callback', async () => {
    const consumer = await InvitedConsumer.by(lending);
    await die(consumer);
    assert.equal((await consumer.submit()).kind, 'in_progress');
    await lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds: 60 } });
    assert.deepEqual(await consumer.statuses(), ['Completed', 'Approved: Offers Available']);
    assert.deepEqual(await answeredInquiries(consumer), [[1, 'answered']]);
    assert.equal((await consumer.submit()).kind, 'decided');
    assert.equal((await consumer.told()).length, 1);
  });

  it('leaves a form to be sent again when the bureau is down then', async () => {
    const consumer = await InvitedConsumer.by(lending);
    const { id } = await die(consumer, { ssn: '900-10-0201' });
    const work = { key: id, scope: sponsorId };
    assert.equal(await resumeSoftPull(lending.context, work), 'done');
    assert.equal(await resumeSoftPull(lending.context, work), 'done');
    assert.deepEqual(await consumer.screen(), { kind: 'details' });
    assert.equal((await consumer.submit()).kind, 'decided');
  });
});

describe('a form that is taken back while a process still waits for its report', () => {
  const slow = '900-10-0202';

  /** One process waits for the bureau; another one took over, found it down and gave the form back. */
  async function takenBack(consumer: InvitedConsumer) {
    const late = consumer.submit({ ssn: slow });
    const report = await asked();
    const { id } = await consumer.application();
    const softInquiry = () => Promise.reject(new BureauUnavailableError('down'));
    const providers = { ...lending.context.providers, bureau: { softInquiry } };
    await resumeSoftPull({ ...otherProcess(), providers }, { key: id, scope: sponsorId });
    assert.deepEqual(await consumer.screen(), { kind: 'details' });
    return { late, report };
  }

  const another = { ssn: slow, first_name: 'Grace', email: 'grace.sample@example.test' };

  it('decides nothing by that report, while the form that was sent next is being decided', async () => {
    const consumer = await InvitedConsumer.by(lending);
    const { late, report } = await takenBack(consumer);
    const next = consumer.submit(another, otherProcess());
    const nextReport = await asked();
    report();
    assert.equal((await late).kind, 'closed');
    assert.deepEqual(await consumer.screen(), { kind: 'in_progress' });
    nextReport();
    assert.equal((await next).kind, 'decided');
    assert.deepEqual(await answeredInquiries(consumer), [
      [1, 'unavailable'],
      [2, 'answered'],
    ]);
    assert.equal((await consumer.told()).length, 1);
    const { inquiry_id } = await consumer.application();
    const reports = await lending.context.database.query
      .selectFrom('bureau_reports')
      .select('inquiry_id')
      .where(
        'inquiry_id',
        'in',
        (await consumer.inquiries()).map(({ id }) => id),
      )
      .execute();
    assert.deepEqual(reports, [{ inquiry_id }]);
  });

  it('shows whoever sent it nothing of what the next form has led to', async () => {
    const consumer = await InvitedConsumer.by(lending);
    const { late, report } = await takenBack(consumer);
    const next = consumer.submit({ ...another, ssn: '900-10-0001' }, otherProcess());
    assert.equal((await next).kind, 'decided');
    report();
    assert.equal((await late).kind, 'closed');
  });
});
