import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import { type NoticeEvent, noticeMachine } from '../domain/states/notice.ts';
import { transition } from '../domain/states/state-machine.ts';
import type { LendingSchema, NoticeTable } from './schema.ts';

export async function insertNotice(
  connection: Connection<LendingSchema>,
  notice: NoticeTable,
): Promise<void> {
  await connection.insertInto('notices').values(notice).execute();
}

export function findNotice(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<NoticeTable | undefined> {
  return connection
    .selectFrom('notices')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The notice that an e-mail carries. */
export function findNoticeOfMessage(
  connection: Connection<LendingSchema>,
  { id, application_id }: { id: string; application_id: string | null },
): Promise<NoticeTable | undefined> {
  return connection
    .selectFrom('notices')
    .selectAll()
    .where('application_id', '=', application_id ?? '')
    .where('message_id', '=', id)
    .executeTakeFirst();
}

/**
 * Moves a notice by events, one after the other. Answers it as it now is, or undefined when another
 * process has moved it meanwhile. Throws an IllegalTransitionError.
 */
export async function moveNotice(
  tx: Transaction<LendingSchema>,
  notice: NoticeTable,
  ...events: readonly NoticeEvent[]
): Promise<NoticeTable | undefined> {
  const status = events.reduce(
    (before, event) => transition(noticeMachine, before, event),
    notice.status,
  );
  return tx
    .updateTable('notices')
    .set({ status })
    .where('id', '=', notice.id)
    .where('sponsor_id', '=', notice.sponsor_id)
    .where('status', '=', notice.status)
    .returningAll()
    .executeTakeFirst();
}
