import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { ClaimedWork, DueWorkResult } from '../../platform/due-work/runner.ts';
import type { LendingContext } from '../context.ts';
import { statusAt } from '../domain/application-status.ts';
import { isCodeOver } from '../domain/attempt-limits.ts';
import { treatmentOf } from '../domain/messages/message-kinds.ts';
import { findApplication, lockApplication } from '../store/applications.ts';
import { listLetters, openContent } from '../store/letters.ts';
import { hasLinkEnded } from '../store/links.ts';
import { findMessage, settleMessage, updateFailedTries } from '../store/messages.ts';
import type { MessageDelivery, MessageRow } from '../store/schema/outboxes.ts';
import type { LendingSchema } from '../store/schema.ts';
import { maySendSms } from '../store/sms-consent.ts';
import { recordNoticeDelivery } from './adverse-action-notices.ts';
import { heldUpLeavesAt, noteInvitationDelivery } from './invitations/send-invitation.ts';
import { postRecord } from './letters.ts';
import { recordDocuments, recordRevisedTerms } from './sent-documents.ts';

const firstRetryMs = 30_000;

const mostTries = 10;

/**
 * Hands one message to the messenger, a scheduled invitation by day; what it could not take is tried
 * again for some hours. An SMS that the consumer does not want any more has failed, and so has what comes
 * too late: a one-time code that is not taken any more, or the request for what is over by then.
 */
export async function deliverMessage(
  context: LendingContext,
  { key, scope }: Pick<ClaimedWork, 'key' | 'scope'>,
): Promise<DueWorkResult> {
  const message = await findMessage(context.database.query, context.sealer, scope, key);
  if (message?.status !== 'Queued') return 'done';
  const leavesAt = await heldUpLeavesAt(context, message);
  if (context.clock.now(scope) < leavesAt) return { retryAt: leavesAt };
  const isWanted = await mayLeave(context, message);
  const outcome = isWanted ? await send(context, message) : 'Failed';
  const now = context.clock.now(scope);
  const isMessengerDown =
    outcome === 'Failed' && isWanted && (await canStillArrive(context, message));
  const failedTries = message.failed_tries + 1;
  if (isMessengerDown && failedTries < mostTries) {
    await context.database.statement((tx) => updateFailedTries(tx, message.id, failedTries));
    return { retryAt: now + firstRetryMs * 2 ** message.failed_tries };
  }
  if (outcome !== 'Sent') {
    context.log.warn({ event: 'message_not_delivered', kind: message.kind, outcome });
  }
  const isSettled = await context.database.transaction(async (tx) => {
    const delivery = { outcome, at: now };
    if (!(await settleMessage(tx, message.id, delivery))) return false;
    await noteInvitationDelivery(context, tx, message, delivery);
    await recordNoticeDelivery(context, tx, message, delivery);
    await recordDocumentsDelivery(context, tx, message, delivery);
    return true;
  });
  if (isSettled) context.metrics.countMessage(message.channel, outcome);
  return isMessengerDown ? 'given_up' : 'done';
}

/**
 * True if a message may leave as things stand now: the consumer's consent may have been taken back since
 * it was written. Merchants' users are written to without one.
 */
async function mayLeave(
  { clock, database }: LendingContext,
  message: MessageRow,
): Promise<boolean> {
  const { channel, kind, sponsor_id, application_id, recipient, created_at } = message;
  const { carriesCode, answersSms } = treatmentOf(kind);
  const now = clock.now(sponsor_id);
  if (carriesCode && isCodeOver(created_at, now)) return false;
  if (await isOver(database.query, message, now)) return false;
  if (channel !== 'sms' || application_id === null || answersSms) return true;
  return maySendSms(database.query, { id: application_id, sponsor_id, phone: recipient });
}

/**
 * True if what a message asks for is over: a charge that does not wait any more, or an invitation that was
 * begun or has ended.
 */
async function isOver(
  connection: Connection<LendingSchema>,
  { kind, sponsor_id, application_id, links }: MessageRow,
  now: number,
): Promise<boolean> {
  if (kind === 'charge_request') {
    const [url = ''] = JSON.parse(links) as string[];
    return hasLinkEnded(connection, 'charge', url, now);
  }
  if (kind !== 'invitation') return false;
  const application = await findApplication(connection, sponsor_id, application_id ?? '');
  return application !== undefined && statusAt(application, now) !== 'Invited';
}

/** A number that no SMS reaches is not tried again. */
async function canStillArrive(
  { providers }: LendingContext,
  { channel, recipient }: MessageRow,
): Promise<boolean> {
  return channel === 'email' || (await providers.messenger.smsReach(recipient)) === 'reachable';
}

async function send(
  { providers }: LendingContext,
  { id, channel, recipient, subject, text }: MessageRow,
): Promise<MessageDelivery['outcome']> {
  const outcome = await providers.messenger.send({ id, channel, to: recipient, subject, text });
  switch (outcome) {
    case 'sent':
      return 'Sent';
    case 'bounced':
      return 'Bounced';
    case 'failed':
      return 'Failed';
  }
}

/**
 * Keeps the receipt of a consumer's copy that was delivered. One that did
 * not arrive goes by post: the disclosures must be in a form that the consumer may keep.
 */
async function recordDocumentsDelivery(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  message: MessageRow,
  { outcome, at }: MessageDelivery,
): Promise<void> {
  const { application_id, sponsor_id, text } = message;
  if (application_id === null || !treatmentOf(message.kind).isCopy) return;
  const application = await lockApplication(tx, context.database, sponsor_id, application_id);
  if (!application) return;
  const kind = message.kind === 'credit_line_increased' ? 'revised_terms' : 'record';
  const letters = await listLetters(tx, application);
  // Whoever withdrew the consent to e-mails had it put into the post at once.
  const isPosted = letters.some((letter) => openContent(context.sealer, letter) === text);
  if (outcome !== 'Sent') {
    if (!isPosted) await postRecord(context, tx, application, text, kind);
    return;
  }
  await recordDocuments(context, tx, application, { text, at });
  if (kind === 'revised_terms' && !isPosted) {
    await recordRevisedTerms(context, tx, application, { at });
  }
}
