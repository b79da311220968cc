import type { Connection } from '../../platform/database/database.ts';
import type { LendingSchema, NoticeTable } from './schema.ts';

/**
 * Follows a notice's e-mail (decisions 6.8): one that came back has to be mailed. Without effect
 * for messages that carry no notice.
 */
export async function noteNoticeDelivery(
  connection: Connection<LendingSchema>,
  messageId: string,
  outcome: 'Sent' | 'Bounced',
): Promise<void> {
  const notices = await connection
    .updateTable('notices')
    .set({ status: outcome === 'Sent' ? 'Sent' : 'MailRequired' })
    .where('message_id', '=', messageId)
    .returning(['application_id', 'kind'])
    .execute();
  const adverse = notices.filter(({ kind }) => kind !== 'score_disclosure');
  if (outcome !== 'Sent' || adverse.length === 0) return;
  await connection
    .updateTable('applications')
    .set({ adverse_action_notice: 'sent' })
    .where(
      'id',
      'in',
      adverse.map(({ application_id }) => application_id),
    )
    .execute();
}

export async function insertNotice(
  connection: Connection<LendingSchema>,
  notice: NoticeTable,
): Promise<void> {
  await connection.insertInto('notices').values(notice).execute();
}
