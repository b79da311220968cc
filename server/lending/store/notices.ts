import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { ApplicationTable, LendingSchema, NoticeTable } from './schema.ts';

export interface SentNotice {
  notice: NoticeTable;
  application: ApplicationTable;
}

/**
 * Follows a notice's e-mail (decisions 6.8): one that came back has to be mailed. Answers the
 * notice that was sent, its application locked; undefined for a message that carries none.
 */
export async function noteNoticeDelivery(
  tx: Transaction<LendingSchema>,
  messageId: string,
  outcome: 'Sent' | 'Bounced',
): Promise<SentNotice | undefined> {
  const notice = await tx
    .updateTable('notices')
    .set({ status: outcome === 'Sent' ? 'Sent' : 'MailRequired' })
    .where('message_id', '=', messageId)
    .returningAll()
    .executeTakeFirst();
  if (outcome !== 'Sent' || !notice) return undefined;
  const application = await tx
    .updateTable('applications')
    .set({ adverse_action_notice: 'sent' })
    .where('sponsor_id', '=', notice.sponsor_id)
    .where('id', '=', notice.application_id)
    .returningAll()
    .executeTakeFirst();
  return application && { notice, application };
}

export async function insertNotice(
  connection: Connection<LendingSchema>,
  notice: NoticeTable,
): Promise<void> {
  await connection.insertInto('notices').values(notice).execute();
}
