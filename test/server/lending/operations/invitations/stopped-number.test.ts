import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MessageKind } from '../../../../../server/lending/domain/messages/message-kinds.ts';
import { aCharge, anAcceptedLoan, chargePath } from '../../../../helpers/accepted-loan.ts';
import { invite } from '../../../../helpers/invitations.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { PlainBrowser } from '../../../../helpers/plain-browser.ts';
import { messagesTo } from '../../../../helpers/stored-rows.ts';
import { fundingFlow } from '../../funding-flow.ts';
import { Consumer } from '../../pages/consumer.ts';
import { InvitedConsumer } from './invited-consumer.ts';

const agreed = { sms_consent: true, sms_consent_version: '2026-01' };

let lending: TestLending;
let made = 0;
before(async () => {
  lending = await startTestLending();
  // The messages wait, so that what was queued can be read.
  await lending.stop();
});
after(() => lending.close());

/** A number that nobody else has. */
function aNumber(): string {
  made += 1;
  return `+1614555${String(2_000 + made)}`;
}

/** Somebody who gets an invitation at a number. */
const invitedAt = (phone: string) => InvitedConsumer.by(lending, { email: undefined, phone });

async function invitedFrom(phone: string): Promise<InvitedConsumer> {
  const consumer = await invitedAt(phone);
  await consumer.screen();
  return consumer;
}

async function apply(consumer: InvitedConsumer, change: Record<string, unknown>): Promise<void> {
  // Each is another person.
  const submitted = await consumer.submit({ email: `${consumer.externalId}@form.test`, ...change });
  assert.equal(submitted.kind, 'decided');
}

async function reply(from: string, text: string): Promise<unknown> {
  const body = { from, text };
  const answer = await lending.call('POST', '/sandbox/v1/messages/inbound', { body });
  assert.equal(answer.status, 200);
  return answer.json();
}

/** A second passes, so that what is said later is later. */
const wait = () => lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds: 1 } });

async function mayBeInvited(phone: string): Promise<boolean> {
  const answer = await invite(lending, { email: undefined, phone });
  assert.ok(answer.status === 201 || answer.status === 400, String(answer.status));
  return answer.status === 201;
}

const sentTo = (phone: string, kind: MessageKind) => messagesTo(lending.context, phone, kind);

describe('STOP by a number that gets invitations', () => {
  it('counts for it though the form then names another, which it says nothing about', async () => {
    const [invited, typed] = [aNumber(), aNumber()];
    const consumer = await invitedFrom(invited);
    assert.deepEqual(await reply(invited, 'STOP'), { understood_as: 'stop', revoked: 1 });
    await wait();
    await apply(consumer, { phone: typed, ...agreed });
    assert.equal(await mayBeInvited(invited), false);
    assert.equal(await mayBeInvited(typed), true);
  });

  it('counts when it comes after a form with another number, and is confirmed once, there', async () => {
    const [invited, typed] = [aNumber(), aNumber()];
    const consumer = await invitedFrom(invited);
    await apply(consumer, { phone: typed, ...agreed });
    for (let times = 0; times < 2; times += 1) {
      assert.deepEqual(await reply(invited, 'STOP'), { understood_as: 'stop', revoked: 0 });
    }
    assert.equal(await mayBeInvited(invited), false);
    assert.equal(await mayBeInvited(typed), true);
    assert.equal((await sentTo(invited, 'sms_stopped')).length, 1);
    assert.deepEqual(await sentTo(typed, 'sms_stopped'), []);
    assert.deepEqual(await consumer.consents('revocation'), []);
  });

  it('counts for both where both numbers say it', async () => {
    const [invited, typed] = [aNumber(), aNumber()];
    await apply(await invitedFrom(invited), { phone: typed, ...agreed });
    assert.deepEqual(await reply(typed, 'STOP'), { understood_as: 'stop', revoked: 1 });
    assert.deepEqual(await reply(invited, 'STOP'), { understood_as: 'stop', revoked: 0 });
    assert.equal(await mayBeInvited(invited), false);
    assert.equal(await mayBeInvited(typed), false);
  });

  it('is what a form says that leaves the box empty, about the number that was invited', async () => {
    const [invited, typed] = [aNumber(), aNumber()];
    await apply(await invitedFrom(invited), { phone: typed });
    assert.equal(await mayBeInvited(invited), false);
    assert.equal(await mayBeInvited(typed), true);
  });

  it('is not what the box says where the consumer agreed on another application', async () => {
    const phone = aNumber();
    const sms_consent_at = '2026-03-02T14:58:00Z';
    const borrower = await Consumer.choosing(lending, { phone, ...agreed, sms_consent_at });
    await borrower.accept();
    await wait();
    await apply(await invitedFrom(phone), { phone, email: borrower.email });
    const charge = aCharge(await borrower.application());
    const { notifications } = await fundingFlow(lending).call('POST', chargePath, charge, 201);
    assert.deepEqual(notifications, { sms: 'sent', email: 'sent' });
    assert.equal(await mayBeInvited(phone), true);
  });

  it('is what the box says when it is empty in the form that is sent again', async () => {
    const phone = aNumber();
    const consumer = await invitedFrom(phone);
    const change = { phone, email: `${consumer.externalId}@form.test`, ssn: '900-10-0204' };
    // The bureau does not answer, so that nothing was decided.
    await assert.rejects(consumer.submit({ ...change, ...agreed }));
    await wait();
    await apply(consumer, change);
    assert.equal(await mayBeInvited(phone), false);
  });

  it('is also said on the page that the invitation led to', async () => {
    const [invited, typed] = [aNumber(), aNumber()];
    const consumer = await invitedFrom(invited);
    const [invitation] = await sentTo(invited, 'invitation');
    const link = (JSON.parse(invitation?.links ?? '[]') as string[]).find((each) =>
      each.includes('/preferences/'),
    );
    await apply(consumer, { phone: typed, ...agreed });
    await new PlainBrowser(lending).post(`${link}/sms`, {});
    assert.equal(await mayBeInvited(invited), false);
    assert.equal(await mayBeInvited(typed), false);
  });

  it('gets help where another number was typed', async () => {
    const [invited, typed] = [aNumber(), aNumber()];
    await apply(await invitedFrom(invited), { phone: typed });
    assert.deepEqual(await reply(invited, 'HELP'), { understood_as: 'help', revoked: 0 });
    assert.equal((await sentTo(invited, 'sms_help')).length, 1);
  });

  it('is not lifted by what else a form says for that number, nor by what was attested of another', async () => {
    const [stopped, invited] = [aNumber(), aNumber()];
    await reply(stopped, 'STOP');
    await wait();
    await apply(await invitedFrom(invited), { phone: stopped });
    assert.equal(await mayBeInvited(stopped), false);
  });

  it('is lifted by the consumer’s own consent for that number, not by START nor by one for another', async () => {
    const [stopped, other] = [aNumber(), aNumber()];
    const consumer = await invitedFrom(stopped);
    const second = await invitedFrom(stopped);
    await reply(stopped, 'STOP');
    await wait();
    await reply(stopped, 'START');
    await apply(consumer, { phone: other, ...agreed });
    assert.equal(await mayBeInvited(stopped), false);
    await apply(second, { phone: stopped, ...agreed });
    assert.equal(await mayBeInvited(stopped), true);
    await wait();
    await reply(stopped, 'STOP');
    assert.equal(await mayBeInvited(stopped), false);
  });
});

describe('STOP by a number without a consent at that moment', () => {
  it('counts where the consumer has a loan and agreed to nothing', async () => {
    const phone = aNumber();
    await anAcceptedLoan(lending, { phone }, { smsConsent: false });
    assert.deepEqual(await reply(phone, 'STOP'), { understood_as: 'stop', revoked: 0 });
    assert.equal(await mayBeInvited(phone), false);
  });

  it('counts where nobody knows it yet, which nothing is sent to', async () => {
    const phone = aNumber();
    assert.deepEqual(await reply(phone, 'STOP'), { understood_as: 'stop', revoked: 0 });
    assert.equal(await mayBeInvited(phone), false);
    assert.deepEqual(await sentTo(phone, 'sms_stopped'), []);
  });
});
