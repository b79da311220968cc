import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deliverMessage } from '../../../../../server/lending/operations/deliver-message.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { InvitedConsumer } from './invited-consumer.ts';

const sponsorId = 'sponsor@example.test';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
  // The messages wait until a test delivers them.
  await lending.stop();
});
after(() => lending.close());

/** Invites and delivers the message; answers what is to become of it too. */
async function delivered(change: Record<string, unknown>) {
  const consumer = await InvitedConsumer.by(lending, change);
  const [message] = await consumer.messages('invitation');
  const work = { key: message?.id ?? '', scope: sponsorId, attempts: 0 };
  return { consumer, result: await deliverMessage(lending.context, work) };
}

const byPhone = (phone: string) => ({ email: undefined, phone, sms_consent: true });

describe('the message of an invitation', () => {
  it('arrives', async () => {
    for (const change of [{}, byPhone('+16145550177')]) {
      const { consumer } = await delivered(change);
      assert.deepEqual(await consumer.statuses(), ['Sent', 'Invited']);
    }
  });

  it('has failed when the e-mail comes back or no SMS reaches the number; it is not repeated', async () => {
    for (const change of [
      { email: 'bounce@example.test' },
      ...['+15005550001', '+15005550009', '+15005550004'].map(byPhone),
    ]) {
      const { consumer, result } = await delivered(change);
      assert.equal(result, 'done');
      assert.deepEqual(await consumer.statuses(), ['DeliveryFailed', 'Invited']);
    }
  });

  it('leaves an invitation alone that was opened meanwhile', async () => {
    const consumer = await InvitedConsumer.by(lending, { email: 'bounce@example.test' });
    await consumer.screen();
    const [message] = await consumer.messages('invitation');
    await deliverMessage(lending.context, {
      key: message?.id ?? '',
      scope: sponsorId,
      attempts: 0,
    });
    assert.equal((await consumer.invitation()).status, 'Opened');
  });
});

describe('an invitation whose message has failed', () => {
  it('can still be followed by the link that the sponsor has', async () => {
    const { consumer } = await delivered({ email: 'bounce@example.test' });
    assert.deepEqual(await consumer.screen(), { kind: 'start' });
    assert.equal((await consumer.submit({ email: 'other@example.test' })).kind, 'decided');
    assert.equal((await consumer.invitation()).status, 'Completed');
  });

  it('expires as any other', async () => {
    const { consumer } = await delivered({ email: 'bounce@example.test' });
    const seconds = 30 * 86_400;
    await lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds } });
    assert.deepEqual(await consumer.statuses(), ['Expired', 'Expired']);
  });
});
