import { dayMs } from '../../../platform/durations.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { openApplicant } from '../../store/applicant-secrets.ts';
import { findApplication } from '../../store/applications.ts';
import { addressOf } from '../../store/letters.ts';
import { findMessage } from '../../store/messages.ts';
import { findNotice, moveNotice } from '../../store/notices.ts';
import type { ApplicationTable, NoticeTable } from '../../store/schema.ts';
import { noteNoticeOut } from './note-notice-out.ts';

const TRY_AGAIN_MS = dayMs;

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
    return { retryAt: now + TRY_AGAIN_MS };
  }
  await context.database.transaction(async (tx) => {
    const mailed = await moveNotice(tx, notice, 'mailed');
    if (mailed) await noteNoticeOut(context, tx, mailed, { content: message.text, at: now });
  });
  return 'done';
}

function logOverdue({ log }: LendingContext, { sponsor_id, application_id }: NoticeTable): void {
  log.error({ event: 'notice_overdue', sponsor_id, application_id });
}

/** The notice; one whose e-mail is still waiting is not waited for any longer. */
async function requireMail(
  { database }: LendingContext,
  sponsorId: string,
  id: string,
): Promise<NoticeTable | undefined> {
  return database.transaction(async (tx) => {
    const notice = await findNotice(tx, sponsorId, id);
    return notice?.status === 'Queued' ? moveNotice(tx, notice, 'given_up') : notice;
  });
}

function envelopeOf({ sealer }: LendingContext, application: ApplicationTable): string[] {
  const name = `${application.first_name} ${application.last_name}`;
  return [name, ...addressOf(openApplicant(sealer, application))];
}
