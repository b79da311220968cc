import type { Transaction } from 'kysely';
import { type RegulatedText, textLocales } from '../../lending-api/texts/regulated-texts.ts';
import type { TextId } from '../../lending-api/texts/text-ids.ts';
import { easternDate, lastWholeDay } from '../../platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { Connection } from '../../platform/database/database.ts';
import { schedule, unschedule } from '../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../platform/due-work/runner.ts';
import { dayMs } from '../../platform/durations.ts';
import type { LendingContext } from '../context.ts';
import {
  type ActionTaken,
  adverseActionNotice,
  letterDueAt,
  noticeDeadline,
} from '../domain/adverse-action.ts';
import type { ObtainedReport } from '../domain/bureau-report.ts';
import { nextCutOff } from '../domain/business-days.ts';
import { sampleLender } from '../domain/lender.ts';
import { treatmentOf } from '../domain/messages/message-kinds.ts';
import { type NoticeStatus, noticeMachine } from '../domain/states/notice.ts';
import { transition } from '../domain/states/state-machine.ts';
import { openApplicant } from '../store/applicants.ts';
import { findApplication, lockApplication, noteNoticeSent } from '../store/applications.ts';
import { consentOf, recordConsent } from '../store/consent-events.ts';
import { keyedDigest } from '../store/documents.ts';
import { addressOf } from '../store/letters.ts';
import {
  findDeclineNotice,
  findMessage,
  findNotice,
  findNoticeOfMessage,
  insertNotice,
  moveNotice,
} from '../store/messages.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { MessageDelivery, MessageRow, NoticeRow } from '../store/schema/outboxes.ts';
import type { LendingSchema } from '../store/schema.ts';
import { timerKinds } from '../work-kinds.ts';
import { esignOf } from './preferences/preferences-of.ts';
import { queueMessage } from './queue-message.ts';

/**
 * Writes the notice of an adverse action to the outbox, in the transaction of the decision. The
 * caller sets the application's `adverse_action_notice` to `queued`. `completedAt`: the application
 * was complete (epoch ms).
 */
export async function sendAdverseActionNotice(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { completedAt, ...action }: ActionTaken & { completedAt: number },
): Promise<void> {
  const now = context.clock.now(application.sponsor_id);
  const { text_id, text_version, subject, text } = adverseActionNotice(action, {
    texts: context.config.texts,
    locale: application.locale,
    date: easternDate(now),
    applicant_name: `${application.first_name} ${application.last_name}`,
    loan_number: application.consumer_application_human_readable_id,
    requested_amount_cents: application.requested_amount_cents,
    lender: sampleLender,
  });
  const message_id = await queueMessage(context, tx, {
    sponsor_id: application.sponsor_id,
    application_id: application.id,
    merchant_id: application.merchant_id,
    kind: action.kind === 'declined' ? 'adverse_action' : 'counter_offer',
    channel: 'email',
    recipient: application.email,
    subject,
    text,
    links: [],
  });
  const id = context.ids.uuid();
  const deadline_at = noticeDeadline(completedAt);
  const goesByPost = await isPaperWanted(tx, application);
  await insertNotice(tx, {
    id,
    sponsor_id: application.sponsor_id,
    application_id: application.id,
    kind: action.kind === 'declined' ? 'adverse_action' : 'counter_offer',
    status: goesByPost ? transition(noticeMachine, 'Queued', 'given_up') : 'Queued',
    message_id,
    text_id,
    text_version,
    created_at: now,
    deadline_at,
  });
  const nextPost = nextCutOff(now);
  // After a decision that came late, too, the e-mail has until then.
  const dueAt = goesByPost ? nextPost : Math.max(nextPost, letterDueAt(deadline_at));
  await schedule(tx, {
    kind: timerKinds.noticeLetter,
    key: id,
    scope: application.sponsor_id,
    dueAt,
  });
}

/** Electronic documents were refused while a review went on: the e-mail is no notice then. */
async function isPaperWanted(
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<boolean> {
  if (application.review_expires_at === null) return false;
  return (await esignOf(tx, application)) === 'withdrawn';
}

const onPaper: ReadonlySet<NoticeStatus> = new Set(['Bounced', 'MailRequired', 'Mailed']);

/** True if the notice of a decline goes by post: as far as is known by now. */
export async function isNoticeOnPaper(
  connection: Connection<LendingSchema>,
  application: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<boolean> {
  const notice = await findDeclineNotice(connection, application);
  return notice !== undefined && onPaper.has(notice.status);
}

/** The combined notice of a counter-offer: less was approved than was asked for. */
export function sendCounterOffer(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  offered: { report: ObtainedReport; is_for_score: boolean; completedAt: number },
): Promise<void> {
  return sendAdverseActionNotice(context, tx, application, {
    kind: 'counter_offer',
    ...offered,
    approved_amount_cents: application.maximum_approved_amount_cents ?? 0,
    offers_expire_date: lastWholeDay(application.offers_expire_at ?? application.modified_at),
  });
}

const tryAgainMs = dayMs;

/**
 * Mails a notice that did not leave by e-mail, and tries daily until it has left. Past the law's
 * 30 days every further day is an error in the log.
 */
export async function mailNotice(
  context: LendingContext,
  { key, scope, now }: Pick<ClaimedWork, 'key' | 'scope' | 'now'>,
): Promise<DueWorkResult> {
  const notice = await requireMail(context, scope, key);
  if (notice?.status !== 'MailRequired') return 'done';
  const { query } = context.database;
  const message = await findMessage(query, context.sealer, scope, notice.message_id);
  const application = await findApplication(query, scope, notice.application_id);
  if (!message || !application) return 'done';
  const recipient = envelopeOf(context, application);
  const letter = { id: notice.id, recipient, text: message.text };
  if ((await context.providers.postalMail.post(letter)) === 'failed') {
    if (now >= notice.deadline_at) logOverdue(context, notice);
    return { retryAt: now + tryAgainMs };
  }
  await context.database.transaction(async (tx) => {
    await lockApplication(tx, context.database, scope, notice.application_id);
    const mailed = await moveNotice(tx, notice, 'mailed');
    if (mailed) await noteNoticeOut(context, tx, mailed, { content: message.text, at: now });
  });
  return 'done';
}

function logOverdue({ log }: LendingContext, { sponsor_id, application_id }: NoticeRow): void {
  log.error({ event: 'notice_overdue', sponsor_id, application_id });
}

/** The notice; one whose e-mail is still waiting is not waited for any longer. */
async function requireMail(
  { database }: LendingContext,
  sponsorId: string,
  id: string,
): Promise<NoticeRow | undefined> {
  return database.transaction(async (tx) => {
    const notice = await findNotice(tx, sponsorId, id);
    return notice?.status === 'Queued' ? moveNotice(tx, notice, 'given_up') : notice;
  });
}

function envelopeOf({ sealer }: LendingContext, application: ApplicationRow): string[] {
  const name = `${application.first_name} ${application.last_name}`;
  return [name, ...addressOf(openApplicant(sealer, application))];
}

/** Notes what became of a notice's e-mail: one that did not arrive has to be mailed. */
export async function recordNoticeDelivery(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  message: MessageRow,
  { outcome, at }: MessageDelivery,
): Promise<void> {
  if (!treatmentOf(message.kind).isNotice) return;
  await lockApplication(tx, context.database, message.sponsor_id, message.application_id ?? '');
  const notice = await findNoticeOfMessage(tx, message);
  // A letter may have gone out before a late e-mail did.
  if (notice?.status !== 'Queued') return;
  if (outcome !== 'Sent') return requireLetter(tx, notice, { outcome, at });
  const sent = await moveNotice(tx, notice, 'sent');
  if (!sent) return;
  await unschedule(tx, timerKinds.noticeLetter, notice.id);
  await noteNoticeOut(context, tx, sent, { content: message.text, at });
}

async function requireLetter(
  tx: Transaction<LendingSchema>,
  notice: NoticeRow,
  { outcome, at }: MessageDelivery,
): Promise<void> {
  // What came back had been sent.
  if (outcome === 'Bounced') await moveNotice(tx, notice, 'sent', 'bounced', 'mail_required');
  else await moveNotice(tx, notice, 'given_up');
  const { id: key, sponsor_id: scope } = notice;
  await schedule(tx, { kind: timerKinds.noticeLetter, key, scope, dueAt: nextCutOff(at) });
}

/**
 * Notes that a notice has left, by e-mail or by post, with the evidence. The application is locked: of
 * two notices that leave at the same moment, one has to see that the other has left.
 */
async function noteNoticeOut(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  notice: NoticeRow,
  { content, at }: { content: string; at: number },
): Promise<void> {
  const application = await noteNoticeSent(tx, notice);
  if (!application) return;
  const { text_id: id, text_version: version } = notice;
  const template = templateOf(context, notice, content);
  await recordConsent(tx, context, {
    ...consentOf({ ...application, locale: template?.locale ?? application.locale }),
    consentType: 'aan_delivery',
    action: 'attested',
    text: { id, version, sha256: sha256Hex(template?.text ?? '') },
    acceptedAt: at,
    documentSha256: [keyedDigest(context.sealer, content)],
    collectedBy: 'hosted',
  });
}

/**
 * The text of the registry that a notice was made of: it has all the words between the placeholders.
 * The application may be in another language by now.
 */
function templateOf(
  { config }: LendingContext,
  { text_id, text_version }: NoticeRow,
  content: string,
): RegulatedText | undefined {
  return textLocales
    .map((locale) => config.texts.find(text_id as TextId, text_version, locale))
    .find((text) => text?.text.split(/\{[a-z0-9_]+\}/).every((words) => content.includes(words)));
}
