import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { MessageKind } from '../../../../../server/lending/domain/messages/message-kinds.ts';
import { deliverMessage } from '../../../../../server/lending/operations/deliver-message.ts';
import { queueMessage } from '../../../../../server/lending/operations/queue-message.ts';
import { aCharge, anAcceptedLoan, chargePath } from '../../../../helpers/accepted-loan.ts';
import { hourMs, minuteMs } from '../../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { fundingFlow } from '../../funding-flow.ts';
import { makeTestContext, testSponsor } from '../../test-context.ts';

async function setup(t: TestContext, kind: MessageKind = 'adverse_action') {
  const { context, fixture } = await makeTestContext(t);
  const queue = () =>
    context.database.transaction((tx) =>
      queueMessage(context, tx, {
        sponsor_id: testSponsor.id,
        application_id: 'application-1',
        merchant_id: null,
        kind,
        channel: 'email',
        recipient: 'ada@example.test',
        subject: 'Your application',
        text: 'We cannot offer financing.',
        links: ['http://localhost:8788/x'],
      }),
    );
  const id = await queue();
  return {
    context,
    fixture,
    id,
    queue,
    deliver: () => deliverMessage(context, { key: id, scope: testSponsor.id }),
    failedBefore: (failed_tries: number) =>
      context.database.query.updateTable('messages').set({ failed_tries }).execute(),
    status: async () =>
      (await context.database.query.selectFrom('messages').select('status').executeTakeFirst())
        ?.status,
  };
}

describe('deliverMessage()', () => {
  it('hands the message over once', async (t) => {
    const { deliver, status, fixture, id } = await setup(t);
    assert.equal(await deliver(), 'done');
    assert.equal(await deliver(), 'done');
    assert.equal(await status(), 'Sent');
    assert.deepEqual(fixture.sent, [
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
    const { deliver, status, fixture } = await setup(t);
    fixture.sendOutcome = 'failed';
    for (let failures = 0; failures < 9; failures += 1) {
      assert.deepEqual(await deliver(), { retryAt: fixture.now + 30_000 * 2 ** failures });
      assert.equal(await status(), 'Queued');
    }
    assert.equal(await deliver(), 'given_up');
    assert.equal(await status(), 'Failed');
  });

  it('counts the tries of each message by itself', async (t) => {
    const { context, deliver, fixture, queue } = await setup(t);
    const other = await queue();
    fixture.sendOutcome = 'failed';
    await deliver();
    const { failed_tries } = await context.database.query
      .selectFrom('messages')
      .select('failed_tries')
      .where('id', '=', other)
      .executeTakeFirstOrThrow();
    assert.equal(failed_tries, 0);
  });

  for (const kind of ['one_time_code', 'onboarding_code'] as const) {
    it(`hands over no code that is not taken any more: ${kind}`, async (t) => {
      const late = await setup(t, kind);
      late.fixture.now += 10 * minuteMs;
      assert.equal(await late.deliver(), 'done');
      assert.deepEqual([await late.status(), late.fixture.sent], ['Failed', []]);
      const inTime = await setup(t, kind);
      inTime.fixture.now += 10 * minuteMs - 1;
      assert.equal(await inTime.deliver(), 'done');
      assert.equal(await inTime.status(), 'Sent');
    });
  }

  for (const [outcome, message, notice] of [
    ['sent', 'Sent', 'Sent'],
    ['bounced', 'Bounced', 'MailRequired'],
    ['failed', 'Failed', 'MailRequired'],
  ] as const) {
    it(`says of its notice that it is ${notice} when the e-mail was ${outcome}`, async (t) => {
      const { context, deliver, failedBefore, status, fixture, id } = await setup(t);
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
          created_at: fixture.now,
          deadline_at: fixture.now + 1,
        })
        .execute();
      fixture.sendOutcome = outcome;
      await failedBefore(9);
      await deliver();
      assert.equal(await status(), message);
      const row = await context.database.query
        .selectFrom('notices')
        .select('status')
        .executeTakeFirst();
      assert.equal(row?.status, notice);
    });
  }
});

describe('an SMS to a consumer', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
    await lending.stop();
  });
  after(() => lending.close());

  /** A charge's SMS that waits for its next try, and what texting does to it. */
  async function waitingSms(phone: string) {
    const loan = await anAcceptedLoan(lending, { phone });
    const flow = fundingFlow(lending);
    const charge = await flow.call('POST', chargePath, aCharge(loan), 201);
    const request = `/payment-requests/${String(charge.payment_request_uuid)}`;
    const messages = async () =>
      lending.context.database.query
        .selectFrom('messages')
        .select(['id', 'kind', 'status'])
        .where('recipient', '=', phone)
        .orderBy('kind')
        .execute();
    return {
      answer: (how: 'approve' | 'reject') => flow.sandbox(`${request}/${how}`),
      text: (words: string) => flow.sandbox('/messages/inbound', { from: phone, text: words }),
      deliver: async () => {
        for (const { id: key } of await messages()) {
          const work = { key, scope: testSponsor.id };
          assert.equal(await deliverMessage(lending.context, work), 'done');
        }
        return (await messages()).map(({ kind, status }) => `${kind} ${status}`);
      },
    };
  }

  it('does not leave in a later try after STOP; the confirmation does', async () => {
    const { text, deliver } = await waitingSms('+16145550871');
    await text('STOP');
    assert.deepEqual(await deliver(), ['charge_request Failed', 'sms_stopped Sent']);
  });

  for (const [how, phone] of [
    ['approve', '+16145550874'],
    ['reject', '+16145550875'],
  ] as const) {
    it(`does not leave once its charge was answered: ${how}`, async () => {
      const { answer, deliver } = await waitingSms(phone);
      await answer(how);
      assert.deepEqual(await deliver(), ['charge_request Failed']);
    });
  }

  it('does not leave once its charge has expired, though no timer has run', async () => {
    const { deliver } = await waitingSms('+16145550873');
    lending.tick(48 * hourMs);
    assert.deepEqual(await deliver(), ['charge_request Failed']);
    lending.tick(-48 * hourMs);
  });

  it('leaves where the consent stands', async () => {
    const { text, deliver } = await waitingSms('+16145550872');
    await text('What is this?');
    assert.deepEqual(await deliver(), ['charge_request Sent']);
  });
});
