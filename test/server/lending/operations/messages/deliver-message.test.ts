import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { deliverMessage } from '../../../../../server/lending/operations/messages/deliver-message.ts';
import { queueMessage } from '../../../../../server/lending/operations/messages/queue-message.ts';
import { makeTestContext, testSponsor } from '../../test-context.ts';

async function setup(t: TestContext) {
  const { context, world } = await makeTestContext(t);
  const id = await context.database.transaction((tx) =>
    queueMessage(context, tx, {
      sponsor_id: testSponsor.id,
      application_id: 'application-1',
      merchant_id: null,
      kind: 'adverse_action',
      channel: 'email',
      recipient: 'ada@example.test',
      subject: 'Your application',
      text: 'We cannot offer financing.',
      links: ['http://localhost:8788/x'],
    }),
  );
  return {
    context,
    world,
    id,
    deliver: (attempts = 0) =>
      deliverMessage(context, { key: id, scope: testSponsor.id, attempts }),
    status: async () =>
      (await context.database.query.selectFrom('messages').select('status').executeTakeFirst())
        ?.status,
  };
}

const lastTry = 9;

describe('deliverMessage()', () => {
  it('hands the message over once', async (t) => {
    const { deliver, status, world, id } = await setup(t);
    assert.equal(await deliver(), 'done');
    assert.equal(await deliver(), 'done');
    assert.equal(await status(), 'Sent');
    assert.deepEqual(world.sent, [
      {
        id,
        channel: 'email',
        to: 'ada@example.test',
        subject: 'Your application',
        text: 'We cannot offer financing.',
      },
    ]);
  });

  it('tries again while the messenger fails, then gives up', async (t) => {
    const { deliver, status, world } = await setup(t);
    world.sendOutcome = 'failed';
    assert.deepEqual(await deliver(), { retryAt: world.now + 30_000 });
    assert.deepEqual(await deliver(3), { retryAt: world.now + 240_000 });
    assert.equal(await status(), 'Queued');
    assert.equal(await deliver(9), 'done');
    assert.equal(await status(), 'Failed');
  });

  for (const [outcome, message, notice] of [
    ['sent', 'Sent', 'Sent'],
    ['bounced', 'Bounced', 'MailRequired'],
    ['failed', 'Failed', 'MailRequired'],
  ] as const) {
    it(`says of its notice that it is ${notice} when the e-mail was ${outcome}`, async (t) => {
      const { context, deliver, status, world, id } = await setup(t);
      await context.database.query
        .insertInto('notices')
        .values({
          id: 'notice-1',
          sponsor_id: testSponsor.id,
          application_id: 'application-1',
          kind: 'adverse_action',
          status: 'Queued',
          message_id: id,
          text_id: 'adverse_action',
          text_version: '2026-01',
          created_at: world.now,
          deadline_at: world.now + 1,
        })
        .execute();
      world.sendOutcome = outcome;
      await deliver(lastTry);
      assert.equal(await status(), message);
      const row = await context.database.query
        .selectFrom('notices')
        .select('status')
        .executeTakeFirst();
      assert.equal(row?.status, notice);
    });
  }
});
