import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { recordEvent } from '../../../../server/lending/operations/callbacks.ts';
import { queueMessage } from '../../../../server/lending/operations/queue-message.ts';
import { deliveryHandlers } from '../../../../server/lending/work.ts';
import { type DeliveryKind, deliveryKinds } from '../../../../server/lending/work-kinds.ts';
import { DueWorkRunner } from '../../../../server/platform/due-work/runner.ts';
import { minuteMs } from '../../../helpers/durations.ts';
import { makeTestContext, testSponsor } from '../test-context.ts';
import { aCancellation } from './events/a-cancellation.ts';

/** Deliveries that run when they are due, while nobody takes what is sent. */
async function setup(t: TestContext) {
  const { context, fixture } = await makeTestContext(t);
  const { query } = context.database;
  fixture.sendOutcome = 'failed';
  const callbacks = {
    post: () => Promise.resolve({ kind: 'answered', status: 503, reply: '' } as const),
    close: () => Promise.resolve(),
  };
  let thrown = 0;
  const runner = new DueWorkRunner({
    database: context.database,
    handlers: deliveryHandlers(context, callbacks),
    now: () => fixture.now,
    realNow: () => Date.now(),
    scopes: () => [testSponsor.id],
    onError: () => {
      thrown += 1;
    },
  });
  /** Runs what is due next of a kind, at its time. */
  const runNext = async (kind: DeliveryKind) => {
    const work = query.selectFrom('due_work').select('due_at').where('kind', '=', kind);
    fixture.now = (await work.executeTakeFirstOrThrow()).due_at;
    await runner.runDue({ scope: testSponsor.id, kinds: [kind] });
    return (await work.executeTakeFirst())?.due_at;
  };
  return {
    context,
    fixture,
    runNext,
    /** Runs that throw for half an hour, as the database has not got a table. */
    withoutTable: async (table: 'event_attempts' | 'messages', kind: DeliveryKind) => {
      const began = fixture.now;
      await query.schema.alterTable(table).renameTo('out_of_reach').execute();
      while (fixture.now < began + 30 * minuteMs) await runNext(kind);
      await query.schema.alterTable('out_of_reach').renameTo(table).execute();
      assert.ok(thrown > 20, `${thrown} runs`);
    },
  };
}

describe('runs that threw, of a callback', () => {
  it('are no tries: after them the receiver has all 18', async (t) => {
    const { context, fixture, runNext, withoutTable } = await setup(t);
    const cause = {
      sponsor_id: testSponsor.id,
      application_id: null,
      merchant_id: null,
      target_url: 'https://sponsor.example/callbacks',
    };
    await context.database.transaction((tx) => recordEvent(context, tx, cause, aCancellation));
    await withoutTable('event_attempts', deliveryKinds.callback);
    const next = await runNext(deliveryKinds.callback);
    const waited = Number(next) - fixture.now;
    assert.ok(waited >= 4_000 && waited <= 6_000, `${waited} ms`);
    const status = async () =>
      (await context.database.query.selectFrom('events').select('status').executeTakeFirst())
        ?.status;
    for (let tries = 2; tries <= 17; tries += 1) await runNext(deliveryKinds.callback);
    assert.equal(await status(), 'Retrying');
    await runNext(deliveryKinds.callback);
    assert.equal(await status(), 'Exhausted');
  });
});

describe('runs that threw, of a message', () => {
  it('are no tries: after them the messenger has all 10', async (t) => {
    const { context, fixture, runNext, withoutTable } = await setup(t);
    await context.database.transaction((tx) =>
      queueMessage(context, tx, {
        sponsor_id: testSponsor.id,
        application_id: 'application-1',
        merchant_id: null,
        kind: 'adverse_action',
        channel: 'email',
        recipient: 'ada@example.test',
        subject: 'Your application',
        text: 'We cannot offer financing.',
        links: [],
      }),
    );
    await withoutTable('messages', deliveryKinds.message);
    const next = await runNext(deliveryKinds.message);
    assert.equal(Number(next) - fixture.now, 30_000);
    const status = async () =>
      (await context.database.query.selectFrom('messages').select('status').executeTakeFirst())
        ?.status;
    for (let tries = 2; tries <= 9; tries += 1) await runNext(deliveryKinds.message);
    assert.equal(await status(), 'Queued');
    await runNext(deliveryKinds.message);
    assert.deepEqual([await status(), fixture.sent.length], ['Failed', 10]);
  });
});
