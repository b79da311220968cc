import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { resumeSoftPull } from '../../../../server/lending/operations/applications/ask-bureau.ts';
import { endReview } from '../../../../server/lending/operations/applications/end-review.ts';
import { newApplication } from '../../../../server/lending/operations/applications/new-application.ts';
import { beginSoftPull } from '../../../../server/lending/operations/applications/soft-pull.ts';
import type { Bureau } from '../../../../server/lending/providers/providers.ts';
import { sandboxProvidersThatWait } from '../../../../server/lending/providers/sandbox-providers.ts';
import {
  type SoftPullResponse,
  softPullRequest,
} from '../../../../server/lending-api/soft-pull.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending, testStart } from '../../../helpers/lending.ts';
import { aNewPersonsSoftPull, aSoftPull, sendSoftPull } from '../../../helpers/soft-pull.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { until } from '../../../helpers/until.ts';

const sponsorId = 'sponsor@example.test';

/** Bureau answers that take long wait here until the test lets them go. */
const letGo: (() => void)[] = [];
/** What the bureau was asked, the oldest first. */
const inquiriesMade: Parameters<Bureau['softInquiry']>[0][] = [];
let isClosing = false;
let lending: TestLending;
before(async () => {
  const { bureau, ...others } = sandboxProvidersThatWait(
    () =>
      new Promise((resolve) => {
        if (isClosing) resolve();
        else letGo.push(resolve);
      }),
  );
  const softInquiry: typeof bureau.softInquiry = (inquiry) => {
    inquiriesMade.push(inquiry);
    return bureau.softInquiry(inquiry);
  };
  lending = await startTestLending({}, { ...others, bureau: { softInquiry } });
});
after(() => {
  isClosing = true;
  for (const go of letGo) go();
  return lending.close();
});

const detailOf = (externalId: unknown) =>
  lending.call(
    'GET',
    `/api/v1/sponsor/merchants/loan-applications/hillside-rep-1/loan/${externalId}/`,
  );
const query = () => lending.context.database.query;

/** Waits until the bureau is being asked. */
const asked = async (): Promise<() => void> => {
  for (;;) {
    const go = letGo.pop();
    if (go) return go;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe('a bureau that answers', () => {
  it('was asked for the person and the address of the request', async () => {
    inquiriesMade.length = 0;
    const body = aNewPersonsSoftPull();
    assert.equal((await sendSoftPull(lending, body)).status, 200);
    const { ssn, date_of_birth, first_name, last_name, address_1, city, state, zip_code } = body;
    const person = { date_of_birth, first_name, last_name, address_1, city, state, zip_code };
    const made = inquiriesMade.map(({ inquiry_id: _, ...inquiry }) => inquiry);
    assert.deepEqual(made, [{ attempt: 1, ssn: String(ssn).replaceAll('-', ''), ...person }]);
  });
});

describe('a bureau that does not answer', () => {
  it('is 503 while it is down: nothing was decided, and the same call may be made again', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0201' });
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const response = await sendSoftPull(lending, body);
      assert.equal(response.status, 503);
      assert.ok(((await response.json()) as { detail: string }).detail);
      assert.equal((await detailOf(body.external_application_id)).status, 404);
    }
    const inquiries = await query()
      .selectFrom('bureau_inquiries')
      .select(['attempt', 'outcome'])
      .where('external_application_id', '=', String(body.external_application_id))
      .orderBy('attempt')
      .execute();
    assert.deepEqual(inquiries, [
      { attempt: 1, outcome: 'unavailable' },
      { attempt: 2, outcome: 'unavailable' },
    ]);
    const notices = await storedRows(lending.context)
      .selectFrom('messages')
      .selectAll()
      .where('recipient', '=', String(body.email))
      .execute();
    assert.deepEqual(notices, []);
  });

  it('is 503 once for 900-10-0204, then offers under the same id and key', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0204' });
    const key = { 'Idempotency-Key': 'key-0204' };
    assert.equal((await sendSoftPull(lending, body, key)).status, 503);
    const response = await sendSoftPull(lending, body, key);
    assert.equal(response.status, 200);
    assert.equal(((await response.json()) as SoftPullResponse).decision, 'offers');
    assert.equal((await sendSoftPull(lending, body, key)).status, 200);
  });

  it('is 503 to all who ask at once', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0201' });
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => sendSoftPull(lending, body)),
    );
    assert.ok(responses.every(({ status }) => status === 503));
    assert.equal((await detailOf(body.external_application_id)).status, 404);
  });

  it('is 500 when it fails otherwise: nothing was decided either', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0203' });
    const response = await sendSoftPull(lending, body);
    assert.equal(response.status, 500);
    assert.deepEqual(await response.json(), { detail: 'Something unexpected happened.' });
    assert.equal((await detailOf(body.external_application_id)).status, 404);
  });
});

describe('a slow bureau', { timeout: 20_000 }, () => {
  it('shows the application as Started until it answers', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0202' });
    const answer = sendSoftPull(lending, body);
    const go = await asked();
    const started = (await (await detailOf(body.external_application_id)).json()) as {
      application_status: string;
      decision?: string;
    };
    assert.equal(started.application_status, 'Started');
    assert.equal(started.decision, undefined);
    // For somebody else the bureau is down: that application alone is taken back.
    const down = aNewPersonsSoftPull({ ssn: '900-10-0201' });
    assert.equal((await sendSoftPull(lending, down)).status, 503);
    go();
    assert.equal((await answer).status, 200);
    const decided = (await (await detailOf(body.external_application_id)).json()) as {
      application_status: string;
      offers: unknown[];
    };
    assert.equal(decided.application_status, 'Approved: Offers Available');
    assert.equal(decided.offers.length, 5);
  });

  it('is asked once, whoever else asks meanwhile', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0202' });
    const answers = [
      sendSoftPull(lending, body),
      sendSoftPull(lending, body),
      sendSoftPull(lending, { ...body, external_application_id: 'tab-2' }),
    ];
    const go = await asked();
    go();
    const ids = new Set<string>();
    for (const answer of answers) {
      ids.add(((await (await answer).json()) as SoftPullResponse).external_application_id);
    }
    // Whichever came first.
    assert.equal(ids.size, 1);
    assert.equal(letGo.length, 0);
  });

  it('is left to the call that waits when the clock moves on', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0202' });
    const answer = sendSoftPull(lending, body);
    const go = await asked();
    await lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds: 60 } });
    assert.equal(letGo.length, 0);
    go();
    assert.equal((await answer).status, 200);
  });
});

describe('two processes on one database', () => {
  /** A soft pull that one of them decides, of which the other one asks too, so much later. */
  const askTwice = async (laterMs = 0) => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0202' });
    const answer = sendSoftPull(lending, body);
    const answersFirst = await asked();
    const { id } = await query()
      .selectFrom('applications')
      .select('id')
      .where('external_application_id', '=', String(body.external_application_id))
      .executeTakeFirstOrThrow();
    const { context } = lending;
    const now = () => context.clock.now(sponsorId) + laterMs;
    const clock = { ...context.clock, now };
    const otherProcess = { ...context, clock, inFlight: new Map() };
    const finished = resumeSoftPull(otherProcess, { key: id, scope: sponsorId });
    const answersSecond = await asked();
    answersFirst();
    assert.equal((await answer).status, 200);
    answersSecond();
    assert.equal(await finished, 'done');
    return id;
  };

  it('send no callback for a decision that one of them has answered', async () => {
    const id = await askTwice();
    const events = await query()
      .selectFrom('events')
      .select('id')
      .where('application_id', '=', id)
      .execute();
    assert.deepEqual(events, []);
  });

  it('ask the bureau under one id, also on different days', async () => {
    inquiriesMade.length = 0;
    await askTwice(dayMs);
    assert.equal(inquiriesMade.length, 2);
    assert.equal(new Set(inquiriesMade.map(({ inquiry_id }) => inquiry_id)).size, 1);
  });
});

describe('a process that dies while the bureau is asked', () => {
  /** Writes down what is written before the bureau is asked, and then nothing more. */
  const die = async (change: Record<string, unknown>) => {
    const request = softPullRequest.parse(aNewPersonsSoftPull(change));
    const { context } = lending;
    const user = await query()
      .selectFrom('merchant_users')
      .selectAll()
      .where('user_id', '=', request.request_user_id)
      .executeTakeFirstOrThrow();
    const fresh = newApplication(context, user, request, context.clock.now(sponsorId));
    await context.database.transaction((tx) => beginSoftPull(context, tx, request, fresh));
    return { request, fresh };
  };

  it('leaves an application that is finished under the same inquiry, with a callback', async () => {
    const { request, fresh } = await die({});
    const body = aSoftPull({ ...request });
    assert.equal((await sendSoftPull(lending, body)).status, 409);
    const otherTab = await sendSoftPull(lending, { ...body, external_application_id: 'other-tab' });
    assert.equal(otherTab.status, 503);
    await lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds: 60 } });
    const response = await sendSoftPull(lending, body);
    assert.equal(response.status, 200);
    assert.equal(((await response.json()) as SoftPullResponse).decision, 'offers');
    const inquiries = await query()
      .selectFrom('bureau_inquiries')
      .select(['id', 'outcome'])
      .where('external_application_id', '=', request.external_application_id)
      .execute();
    assert.deepEqual(inquiries, [{ id: fresh.application.inquiry_id, outcome: 'answered' }]);
    const events = await query()
      .selectFrom('events')
      .select('payload')
      .where('application_id', '=', fresh.application.id)
      .execute();
    assert.equal(events.length, 1);
    assert.match(events[0]?.payload ?? '', /"stage":"decision","decision":"approved"/);
  });

  it('leaves nothing behind when the bureau is down then', async () => {
    const { request } = await die({ ssn: '900-10-0201' });
    await lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds: 60 } });
    assert.equal((await detailOf(request.external_application_id)).status, 404);
  });

  it('leaves 30 days for the notice from then on, also after a late report and a review', async () => {
    const { request, fresh } = await die({ ssn: '900-10-0106' });
    const { id, created_at } = fresh.application;
    const { context } = lending;
    const now = created_at + 12 * dayMs;
    const late = { ...context, clock: { ...context.clock, now: () => now } };
    assert.equal(await resumeSoftPull(late, { key: id, scope: sponsorId }), 'done');
    await endReview(late, { id: sponsorId }, request.external_application_id, 'failed');
    const { deadline_at } = await query()
      .selectFrom('notices')
      .select('deadline_at')
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(deadline_at, created_at + 30 * dayMs);
  });

  it('has begun at the time that its consents say', async () => {
    const { fresh } = await die({});
    const events = await storedRows(lending.context)
      .selectFrom('consent_events')
      .selectAll()
      .where('application_id', '=', fresh.application.id)
      .execute();
    assert.equal(events.length, 3);
    assert.ok(events.every((event) => event.accepted_at === fresh.application.created_at));
    assert.ok(fresh.application.created_at >= testStart);
  });
});

describe('a bureau that takes long', () => {
  it('is asked by this process alone, however long it takes', async (t) => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0202' });
    t.mock.timers.enable({ apis: ['setInterval'] });
    const answer = sendSoftPull(lending, body);
    const go = await asked();
    const dueAt = async () => {
      const { due_at } = await query()
        .selectFrom('due_work')
        .innerJoin('applications', 'applications.id', 'due_work.key')
        .select('due_work.due_at')
        .where('due_work.kind', '=', 'soft_pull')
        .where('external_application_id', '=', String(body.external_application_id))
        .executeTakeFirstOrThrow();
      return due_at;
    };
    const first = await dueAt();
    lending.tick(8_000);
    t.mock.timers.tick(4_000);
    const isPostponed = async () => (await dueAt()) === first + 8_000 || undefined;
    await until('the work to be postponed', isPostponed);
    t.mock.timers.reset();
    go();
    assert.equal((await answer).status, 200);
  });
});
