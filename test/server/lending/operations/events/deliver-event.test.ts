import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { deliverEvent, recordEvent } from '../../../../../server/lending/operations/callbacks.ts';
import { basicAuthHeader } from '../../../../../server/platform/http/basic-auth.ts';
import type {
  Callback,
  CallbackResult,
} from '../../../../../server/platform/outbound/callback-client.ts';
import { makeTestContext, testSponsor } from '../../test-context.ts';
import { aCancellation } from './a-cancellation.ts';

const cause = {
  sponsor_id: testSponsor.id,
  application_id: null,
  merchant_id: null,
  target_url: 'https://sponsor.example/callbacks?a=1',
};

async function setup(t: TestContext) {
  const { context, fixture } = await makeTestContext(t);
  const posted: Callback[] = [];
  const answers: CallbackResult[] = [];
  const callbacks = {
    post: (callback: Callback) => {
      posted.push(callback);
      return Promise.resolve(answers.shift() ?? answered(200));
    },
    close: () => Promise.resolve(),
  };
  await context.database.transaction((tx) => recordEvent(context, tx, cause, aCancellation));
  const { id } = await context.database.query
    .selectFrom('events')
    .select('id')
    .executeTakeFirstOrThrow();
  return {
    context,
    fixture,
    posted,
    id,
    answerWith: (...next: CallbackResult[]) => answers.push(...next),
    deliver: () => deliverEvent(context, callbacks, { key: id, scope: testSponsor.id }),
    event: () => context.database.query.selectFrom('events').selectAll().executeTakeFirstOrThrow(),
    attempts: () =>
      context.database.query
        .selectFrom('event_attempts')
        .select(['position', 'status_code', 'error', 'reply'])
        .orderBy('position')
        .execute(),
  };
}

const answered = (status: number, reply = ''): CallbackResult => ({
  kind: 'answered',
  status,
  reply,
});

describe('recordEvent()', () => {
  it('writes the callback and its delivery in the transaction of its cause', async (t) => {
    const { context, id } = await setup(t);
    const work = await context.database.query.selectFrom('due_work').selectAll().execute();
    assert.equal(work.length, 1);
    assert.partialDeepStrictEqual(work[0], {
      kind: 'callback',
      key: id,
      scope: testSponsor.id,
      lane: 'sponsor@example.test https://sponsor.example',
    });
    const undone = context.database.transaction(async (tx) => {
      await recordEvent(context, tx, cause, aCancellation);
      throw new Error('the cause failed');
    });
    await assert.rejects(undone);
    const events = await context.database.query.selectFrom('events').selectAll().execute();
    assert.equal(events.length, 1);
  });
});

describe('deliverEvent()', () => {
  it('posts the envelope with the sponsor’s own credentials [conformance:authentication-callbacks]', async (t) => {
    const { deliver, posted, id } = await setup(t);
    await deliver();
    const [callback] = posted;
    assert.equal(callback?.url, cause.target_url);
    assert.equal(callback?.headers.authorization, basicAuthHeader(testSponsor.callback));
    assert.deepEqual(JSON.parse(callback?.body ?? ''), {
      event_id: id,
      event_version: '1.0',
      created_at: '2026-03-02T15:00:00Z',
      sponsor_environment: 'sandbox',
      ...aCancellation,
    });
  });

  for (const status of [200, 201]) {
    it(`takes ${status} as the acknowledgement and keeps the reply [conformance:acknowledged ${status}]`, async (t) => {
      const { context, deliver, answerWith, event, attempts } = await setup(t);
      const log = t.mock.method(context.log, 'error');
      answerWith(answered(status, 'any\0thing'));
      assert.equal(await deliver(), 'done');
      assert.equal(log.mock.callCount(), 0);
      assert.partialDeepStrictEqual(await event(), { status: 'Delivered', next_attempt_at: null });
      const expected = { position: 0, status_code: status, error: null, reply: 'anything' };
      assert.deepEqual(await attempts(), [expected]);
    });
  }

  for (const result of [
    answered(202),
    answered(302),
    answered(404),
    answered(500),
    { kind: 'failed', error: 'timeout' },
  ] as const) {
    const name = result.kind === 'answered' ? String(result.status) : result.error;
    it(`tries again after ${name}, which it logs as an error [conformance:not-acknowledged ${name}]`, async (t) => {
      const { context, id, deliver, answerWith, event, fixture } = await setup(t);
      const log = t.mock.method(context.log, 'error');
      answerWith(result);
      const next = await deliver();
      const { status, next_attempt_at } = await event();
      assert.deepEqual(
        log.mock.calls.map((call) => call.arguments[0]),
        [
          {
            event: 'callback_not_acknowledged',
            event_id: id,
            event_type: aCancellation.event_type,
            sponsor_id: testSponsor.id,
            status: result.kind === 'answered' ? result.status : null,
            reason: result.kind === 'failed' ? result.error : null,
            state: 'Retrying',
          },
        ],
      );
      assert.equal(status, 'Retrying');
      assert.deepEqual(next, { retryAt: next_attempt_at });
      const waited = Number(next_attempt_at) - fixture.now;
      assert.ok(waited >= 4_000 && waited <= 6_000, `${waited} ms`);
    });
  }

  it('gives up after the eighteenth try [conformance:deadline-callback]', async (t) => {
    const { deliver, answerWith, event, attempts } = await setup(t);
    answerWith(...Array.from({ length: 18 }, () => answered(500)));
    for (let tries = 1; tries <= 17; tries += 1) assert.notEqual(await deliver(), 'given_up');
    assert.equal(await deliver(), 'given_up');
    assert.equal((await event()).status, 'Exhausted');
    assert.equal((await attempts()).length, 18);
  });

  it('stops at once at 410, which it logs as an error [conformance:event-acknowledgement]', async (t) => {
    const { context, deliver, answerWith, event } = await setup(t);
    const log = t.mock.method(context.log, 'error');
    answerWith(answered(410));
    assert.equal(await deliver(), 'given_up');
    assert.equal((await event()).status, 'Exhausted');
    assert.partialDeepStrictEqual(log.mock.calls[0]?.arguments[0], {
      status: 410,
      state: 'Exhausted',
    });
  });

  it('keeps an acknowledged callback Delivered when a copy fails, and logs that', async (t) => {
    const { context, deliver, answerWith, event, attempts } = await setup(t);
    const log = t.mock.method(context.log, 'error');
    answerWith(answered(200), answered(500));
    await deliver();
    assert.equal(log.mock.callCount(), 0);
    assert.equal(await deliver(), 'given_up');
    assert.equal((await event()).status, 'Delivered');
    assert.equal((await attempts()).length, 2);
    assert.equal(log.mock.calls[0]?.arguments[0].status, 500);
  });

  it('keeps a callback Delivered that a resent copy got acknowledged during a failing try', async (t) => {
    const { context, id, event, attempts, deliver } = await setup(t);
    const callbacks = {
      // While the first receiver hangs, the copy is answered 200.
      post: async () => {
        await deliver();
        return answered(500);
      },
      close: () => Promise.resolve(),
    };
    const work = { key: id, scope: testSponsor.id };
    assert.equal(await deliverEvent(context, callbacks, work), 'given_up');
    assert.partialDeepStrictEqual(await event(), { status: 'Delivered', next_attempt_at: null });
    assert.deepEqual(
      (await attempts()).map(({ status_code }) => status_code),
      [200, 500],
    );
  });

  it('lets one wait for its release that was held back during a failing try', async (t) => {
    const { context, id, event } = await setup(t);
    const callbacks = {
      post: async () => {
        await context.database.query.updateTable('events').set({ held: 1 }).execute();
        return answered(500);
      },
      close: () => Promise.resolve(),
    };
    const work = { key: id, scope: testSponsor.id };
    assert.equal(await deliverEvent(context, callbacks, work), 'given_up');
    assert.partialDeepStrictEqual(await event(), { status: 'Retrying', next_attempt_at: null });
  });

  it('leaves one Exhausted whose resent copy is acknowledged: one more attempt', async (t) => {
    const { deliver, answerWith, event, attempts } = await setup(t);
    answerWith(answered(410), answered(200));
    await deliver();
    assert.equal(await deliver(), 'done');
    assert.partialDeepStrictEqual(await event(), { status: 'Exhausted', next_attempt_at: null });
    assert.equal((await attempts()).length, 2);
  });

  it('delivers nothing of another sponsor', async (t) => {
    const { context, id, posted } = await setup(t);
    const callbacks = { post: () => assert.fail(), close: () => Promise.resolve() };
    const work = { key: id, scope: 'sponsor-two@example.test' };
    assert.equal(await deliverEvent(context, callbacks, work), 'done');
    assert.equal(posted.length, 0);
  });
});
