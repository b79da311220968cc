import type { Transaction } from 'kysely';
import { schedule, unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { nextCutOff } from '../../domain/business-days.ts';
import { findNoticeOfMessage, moveNotice } from '../../store/notices.ts';
import type { LendingSchema, MessageTable, NoticeTable } from '../../store/schema.ts';
import { noteNoticeOut } from './note-notice-out.ts';
import { NOTICE_LETTER } from './notice-timers.ts';

/** The kinds of message that are notices. */
const noticeKinds: ReadonlySet<string> = new Set(['adverse_action', 'counter_offer']);

interface Delivery {
  outcome: 'Sent' | 'Bounced' | 'Failed';
  /** Epoch milliseconds on the sponsor's clock. */
  at: number;
}

/** Notes what became of a notice's e-mail: one that did not arrive has to be mailed. */
export async function recordNoticeDelivery(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  message: MessageTable,
  { outcome, at }: Delivery,
): Promise<void> {
  if (!noticeKinds.has(message.kind)) return;
  const notice = await findNoticeOfMessage(tx, message);
  // A letter may have gone out before a late e-mail did.
  if (notice?.status !== 'Queued') return;
  if (outcome !== 'Sent') return requireLetter(tx, notice, { outcome, at });
  const sent = await moveNotice(tx, notice, 'sent');
  if (!sent) return;
  await unschedule(tx, NOTICE_LETTER, notice.id);
  await noteNoticeOut(context, tx, sent, { content: message.text, at });
}

async function requireLetter(
  tx: Transaction<LendingSchema>,
  notice: NoticeTable,
  { outcome, at }: Delivery,
): Promise<void> {
  // What came back had been sent.
  if (outcome === 'Bounced') await moveNotice(tx, notice, 'sent', 'bounced', 'mail_required');
  else await moveNotice(tx, notice, 'given_up');
  const { id: key, sponsor_id: scope } = notice;
  await schedule(tx, { kind: NOTICE_LETTER, key, scope, dueAt: nextCutOff(at) });
}
