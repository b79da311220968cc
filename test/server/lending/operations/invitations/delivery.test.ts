import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deliverMessage } from '../../../../../server/lending/operations/deliver-message.ts';
import { startInvitation } from '../../../../../server/lending/operations/invitations/open-invitation.ts';
import { activateInvitation } from '../../../../../server/lending/operations/invitations/send-invitation.ts';
import { addDays } from '../../../../../server/platform/calendar/calendar-date.ts';
import {
  easternDate,
  easternInstant,
} from '../../../../../server/platform/calendar/eastern-time.ts';
import { dayMs, minuteMs } from '../../../../helpers/durations.ts';
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

/** Delivers the message of an invitation; answers what is to become of it. */
async function deliver(consumer: InvitedConsumer, context = lending.context) {
  const [message] = await consumer.messages('invitation');
  return deliverMessage(context, { key: message?.id ?? '', scope: sponsorId });
}

async function delivered(change: Record<string, unknown>) {
  const consumer = await InvitedConsumer.by(lending, change);
  return { consumer, result: await deliver(consumer) };
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

  it('waits until the next day when it was held up, unless it was to leave at once', async () => {
    const now = () => lending.context.clock.now(sponsorId);
    const moveTo = (date: string, hour: number) => lending.tick(easternInstant(date, hour) - now());
    const start = now();
    const day = addDays(easternDate(start), 1);
    const phone = '+16145550178';
    const later = await InvitedConsumer.by(lending, { ...byPhone(phone), activate_date: day });
    const outcome = async (consumer: InvitedConsumer) => {
      const result = await deliver(consumer);
      return [result, (await consumer.messages('invitation'))[0]?.status];
    };
    moveTo(day, 19);
    const { id: key } = await later.application();
    assert.equal(await activateInvitation(lending.context, { key, scope: sponsorId }), 'done');
    moveTo(day, 20);
    const atOnce = await InvitedConsumer.by(lending, byPhone(phone));
    assert.deepEqual(await outcome(atOnce), ['done', 'Sent']);
    const next = addDays(day, 1);
    const retryAt = easternInstant(next, 14);
    assert.deepEqual(await outcome(later), [{ retryAt }, 'Queued']);
    moveTo(next, 14);
    assert.deepEqual(await outcome(later), ['done', 'Sent']);
    lending.tick(start - now());
  });

  it('by SMS waits until the next day once the messenger was down on the evening of its own', async () => {
    const now = () => lending.context.clock.now(sponsorId);
    const start = now();
    const day = addDays(easternDate(start), 1);
    const moveTo = (date: string, hour: number) => lending.tick(easternInstant(date, hour) - now());
    moveTo(day, 9);
    const late = await InvitedConsumer.by(lending, byPhone('+16145550179'));
    const inTime = await InvitedConsumer.by(lending, byPhone('+16145550180'));
    const mailed = await InvitedConsumer.by(lending, {});
    moveTo(day, 10);
    assert.equal(await deliver(inTime), 'done');
    moveTo(day, 20);
    const retryAt = easternInstant(addDays(day, 1), 14);
    assert.deepEqual(await deliver(late), { retryAt });
    assert.equal(await deliver(mailed), 'done');
    moveTo(addDays(day, 1), 14);
    // To be held up was no try.
    const { providers } = lending.context;
    const messenger = { ...providers.messenger, send: async () => 'failed' as const };
    const isDown = { ...lending.context, providers: { ...providers, messenger } };
    assert.deepEqual(await deliver(late, isDown), { retryAt: now() + 30_000 });
    assert.equal(await deliver(late), 'done');
    for (const consumer of [late, inTime, mailed]) {
      assert.deepEqual(await consumer.statuses(), ['Sent', 'Invited']);
    }
    lending.tick(start - now());
  });

  it('by SMS that is late in the night after its hour waits for the afternoon', async () => {
    const now = () => lending.context.clock.now(sponsorId);
    const start = now();
    const day = addDays(easternDate(start), 1);
    const moveTo = (hour: number) => lending.tick(easternInstant(day, hour) - now());
    const retryAt = easternInstant(day, 14);
    moveTo(0);
    // In California it is the evening before.
    const western = await InvitedConsumer.by(lending, byPhone('+16145550181'));
    const prompt = await InvitedConsumer.by(lending, byPhone('+16145550182'));
    lending.tick(4 * minuteMs);
    assert.equal(await deliver(prompt), 'done');
    moveTo(3);
    // Nothing was tried while the service stood still.
    assert.deepEqual(await deliver(western), { retryAt });
    moveTo(9);
    assert.deepEqual(await deliver(western), { retryAt });
    moveTo(14);
    assert.equal(await deliver(western), 'done');
    lending.tick(start - now());
  });

  it('does not leave once the consumer has begun, or the invitation has ended', async () => {
    const begun = await InvitedConsumer.by(lending);
    await startInvitation(lending.context, begun.token);
    const over = await InvitedConsumer.by(lending);
    const open = await InvitedConsumer.by(lending);
    const outcome = async (consumer: InvitedConsumer) => {
      assert.equal(await deliver(consumer), 'done');
      return [(await consumer.messages('invitation'))[0]?.status, ...(await consumer.statuses())];
    };
    assert.deepEqual(await outcome(begun), ['Failed', 'Opened', 'Started']);
    lending.tick(30 * dayMs - 1);
    assert.deepEqual(await outcome(open), ['Sent', 'Sent', 'Invited']);
    lending.tick(1);
    // Its timer ends it as one that was sent.
    assert.deepEqual(await outcome(over), ['Failed', 'Sent', 'Invited']);
    lending.tick(-30 * dayMs);
  });

  it('has failed, too, when a program that looks at links was there first; not once it was begun', async () => {
    const email = 'bounce@example.test';
    const scanned = await InvitedConsumer.by(lending, { email });
    const begun = await InvitedConsumer.by(lending, { email });
    assert.equal(await scanned.load('HEAD'), 200);
    assert.deepEqual(await scanned.statuses(), ['Sent', 'Invited']);
    assert.equal(await scanned.load('GET'), 200);
    assert.deepEqual(await scanned.statuses(), ['Opened', 'Invited']);
    await startInvitation(lending.context, begun.token);
    for (const consumer of [scanned, begun]) await deliver(consumer);
    assert.deepEqual(await scanned.statuses(), ['DeliveryFailed', 'Invited']);
    assert.deepEqual(await begun.statuses(), ['Opened', 'Started']);
    assert.equal((await begun.submit({ email: 'begun@example.test' })).kind, 'decided');
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
