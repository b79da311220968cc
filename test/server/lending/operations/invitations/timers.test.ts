import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startInvitation } from '../../../../../server/lending/operations/invitations/open-invitation.ts';
import { addDays } from '../../../../../server/platform/calendar/calendar-date.ts';
import {
  easternDate,
  easternInstant,
} from '../../../../../server/platform/calendar/eastern-time.ts';
import { dayMs, daySeconds, hourSeconds } from '../../../../helpers/durations.ts';
import { anInvitation, invitePath } from '../../../../helpers/invitations.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { InvitedConsumer } from './invited-consumer.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
  // Timers run when the sandbox's clock is moved, and at no other time.
  await lending.stop();
});
after(() => lending.close());

const invited = (change: Record<string, unknown> = {}) => InvitedConsumer.by(lending, change);

const advance = async (seconds: number) => {
  const answer = await lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds } });
  assert.equal(answer.status, 200);
};

/** Moves the clock to a full hour in New York, and so many seconds. */
const advanceTo = (date: string, hour: number, seconds = 0) =>
  advance((easternInstant(date, hour) - now()) / 1000 + seconds);

/** The status that the API shows, whether or not a timer has run. */
const shown = async (consumer: InvitedConsumer) => {
  const { loan_id } = await consumer.application();
  const path = `/api/v1/sponsor/merchants/loan-applications/hillside-admin/loan/${loan_id}/`;
  const answer = await lending.call('GET', path);
  return ((await answer.json()) as { application_status: string }).application_status;
};

const now = () => lending.context.clock.now('sponsor@example.test');

/** YYYY-MM-DD in New York, so many days from now. */
const dayFromNow = (days: number) => addDays(easternDate(now()), days);

const byPhone = (phone: string) => ({ email: undefined, phone, sms_consent: true });

describe('an invitation for a later day', () => {
  it('is sent when that day begins in New York, and not before [conformance:deadline-consumer-invitation-1]', async () => {
    // It is 10:00 there.
    const consumer = await invited({ activate_date: dayFromNow(2) });
    assert.equal((await consumer.screen()).kind, 'not_yet');
    assert.equal((await startInvitation(lending.context, consumer.token)).kind, 'closed');
    assert.equal((await consumer.submit()).kind, 'closed');
    await advance(38 * hourSeconds - 1);
    assert.deepEqual(await consumer.statuses(), ['Scheduled', 'Invited']);
    assert.deepEqual(await consumer.messages('invitation'), []);
    await advance(1);
    assert.deepEqual(await consumer.statuses(), ['Sent', 'Invited']);
    assert.equal((await consumer.messages('invitation')).length, 1);
    assert.deepEqual(await consumer.screen(), { kind: 'start' });
  });

  it('can be opened when that day begins, and is texted at 14:00 in New York', async () => {
    const activate_date = dayFromNow(1);
    const consumer = await invited({ ...byPhone('+16145550880'), activate_date });
    await advanceTo(activate_date, 0);
    assert.deepEqual(await consumer.screen(), { kind: 'start' });
    await advanceTo(activate_date, 14, -1);
    assert.deepEqual(await consumer.messages('invitation'), []);
    await advance(1);
    assert.equal((await consumer.messages('invitation')).length, 1);
    assert.deepEqual(await consumer.statuses(), ['Sent', 'Invited']);
  });

  it('is texted though a program has looked at its page, but not once it was begun', async () => {
    const activate_date = dayFromNow(1);
    const at8 = ['GET', 'HEAD', 'start'].map((does, index) => ({
      does,
      invitation: { ...byPhone(`+1614555088${6 + index}`), activate_date },
    }));
    const consumers = await Promise.all(
      at8.map(async ({ does, invitation }) => ({ does, consumer: await invited(invitation) })),
    );
    await advanceTo(activate_date, 8);
    for (const { does, consumer } of consumers) {
      if (does === 'start') await startInvitation(lending.context, consumer.token);
      else assert.equal(await consumer.load(does), 200);
    }
    await advanceTo(activate_date, 14);
    const after = await Promise.all(
      consumers.map(async ({ does, consumer }) => {
        const { length } = await consumer.messages('invitation');
        return [does, length, ...(await consumer.statuses())];
      }),
    );
    assert.deepEqual(after, [
      ['GET', 1, 'Sent', 'Invited'],
      ['HEAD', 1, 'Sent', 'Invited'],
      ['start', 0, 'Opened', 'Started'],
    ]);
  });

  it('can be begun on its day though its timer is late', async () => {
    const consumer = await invited({ activate_date: dayFromNow(1) });
    lending.tick(dayMs);
    assert.deepEqual(await consumer.screen(), { kind: 'start' });
    await startInvitation(lending.context, consumer.token);
    assert.deepEqual(await consumer.statuses(), ['Opened', 'Started']);
    await advance(0);
    assert.deepEqual(await consumer.messages('invitation'), []);
  });

  it('waits while its merchant is suspended, and names the day on which it ends all the same', async () => {
    const activate_date = dayFromNow(1);
    const consumer = await invited({ activate_date });
    const merchant = '/sandbox/v1/merchants/hillside-hvac';
    await lending.call('POST', `${merchant}/suspend`);
    await advance(daySeconds);
    assert.deepEqual(await consumer.messages('invitation'), []);
    // A page from before the suspension has the button still.
    assert.equal((await startInvitation(lending.context, consumer.token)).kind, 'closed');
    await lending.call('POST', `${merchant}/release`);
    await advance(daySeconds);
    const [message, ...others] = await consumer.messages('invitation');
    assert.deepEqual(others, []);
    const lastDay = Date.parse(`${activate_date}T12:00:00Z`) + 29 * dayMs;
    const named = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    assert.ok(message?.text.includes(`Open this page by ${named.format(lastDay)}:`), message?.text);
    await advance(28 * daySeconds);
    assert.deepEqual(await consumer.screen(), { kind: 'start' });
  });

  it('is texted by day, too, after its merchant was suspended', async () => {
    const activate_date = dayFromNow(1);
    const consumer = await invited({ ...byPhone('+16145550884'), activate_date });
    const merchant = '/sandbox/v1/merchants/hillside-hvac';
    await lending.call('POST', `${merchant}/suspend`);
    // Tried in vain at 19:00.
    await advanceTo(activate_date, 19);
    await lending.call('POST', `${merchant}/release`);
    await advanceTo(addDays(activate_date, 1), 20);
    assert.deepEqual(await consumer.messages('invitation'), []);
    await advanceTo(addDays(activate_date, 2), 14, -1);
    assert.deepEqual(await consumer.messages('invitation'), []);
    await advance(1);
    assert.equal((await consumer.messages('invitation')).length, 1);
  });
});

describe('an invitation by SMS to who has texted STOP since', () => {
  const text = async (from: string, words: string) => {
    const body = { from, text: words };
    const answer = await lending.call('POST', '/sandbox/v1/messages/inbound', { body });
    assert.equal(answer.status, 200);
  };

  it('is not sent on its day; its link still opens it', async () => {
    const phone = '+16145550881';
    const activate_date = dayFromNow(10);
    const consumer = await invited({ ...byPhone(phone), activate_date });
    await text(phone, 'Stop');
    await advanceTo(activate_date, 14);
    assert.deepEqual(await consumer.messages('invitation'), []);
    assert.deepEqual(await consumer.statuses(), ['DeliveryFailed', 'Invited']);
    assert.deepEqual(await consumer.screen(), { kind: 'start' });
  });

  it('is refused, whatever the merchant attests; by e-mail it goes', async () => {
    const phone = '+16145550882';
    await invited(byPhone(phone));
    await text(phone, 'STOP');
    const body = anInvitation(byPhone(phone));
    const answer = await lending.call('POST', invitePath, { body });
    assert.equal(answer.status, 400);
    assert.partialDeepStrictEqual(await answer.json(), {
      errors: { phone: ['Its owner has asked for no more text messages.'] },
    });
    assert.deepEqual(await (await invited()).statuses(), ['Sent', 'Invited']);
  });

  it('goes out again when the consumer has agreed to SMS afterwards', async () => {
    const phone = '+16145550883';
    const consumer = await invited(byPhone(phone));
    await text(phone, 'STOP');
    await advance(60);
    const consent = { sms_consent: true, sms_consent_version: '2026-01' };
    await consumer.submit({ email: 'again@example.test', phone, ...consent });
    assert.equal((await (await invited(byPhone(phone))).messages('invitation')).length, 1);
  });
});

describe('an invitation that nobody follows', () => {
  it('expires with its application after 30 days, whatever was begun; no callback [conformance:deadline-consumer-invitation-2]', async () => {
    const untouched = await invited();
    const started = await invited();
    await startInvitation(lending.context, started.token);
    const scheduled = await invited({ activate_date: dayFromNow(3) });
    await advance(30 * daySeconds - 1);
    assert.deepEqual(await untouched.statuses(), ['Sent', 'Invited']);
    assert.equal(await shown(started), 'Started');
    await advance(1);
    for (const consumer of [untouched, started]) {
      assert.deepEqual(await consumer.statuses(), ['Expired', 'Expired']);
      assert.deepEqual(await consumer.told(), []);
      assert.deepEqual(await consumer.screen(), { kind: 'expired' });
      assert.equal((await consumer.submit()).kind, 'closed');
    }
    assert.deepEqual(await scheduled.statuses(), ['Sent', 'Invited']);
  });

  it('is over at its last moment though its timer is late [conformance:deadline-consumer-invitation-3]', async () => {
    const consumer = await invited();
    lending.tick(30 * dayMs);
    assert.equal(await shown(consumer), 'Expired');
    assert.equal((await consumer.submit()).kind, 'closed');
    assert.equal((await startInvitation(lending.context, consumer.token)).kind, 'closed');
    assert.deepEqual(await consumer.statuses(), ['Sent', 'Invited']);
    await advance(0);
    assert.deepEqual(await consumer.statuses(), ['Expired', 'Expired']);
  });

  it('is expired by a year in one step, never sent when it was for a later day', async () => {
    const consumer = await invited({ activate_date: dayFromNow(80) });
    await advance(365 * daySeconds);
    assert.deepEqual(await consumer.statuses(), ['Expired', 'Expired']);
    assert.deepEqual(await consumer.messages('invitation'), []);
  });
});

describe('what an invited consumer was offered', () => {
  it('expires after 30 days, a review after 14', async () => {
    const offered = await invited();
    await offered.submit();
    const reviewed = await invited();
    await reviewed.submit({ ssn: '900-10-0109' });
    await advance(14 * daySeconds);
    assert.deepEqual(await reviewed.statuses(), ['Completed', 'Expired']);
    assert.deepEqual(await reviewed.told(), ['decision canceled Expired']);
    await advance(16 * daySeconds);
    assert.deepEqual(await offered.statuses(), ['Completed', 'Expired']);
    assert.equal((await offered.told()).length, 1);
  });
});
