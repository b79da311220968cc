import type { Connection } from '../../platform/database/database.ts';
import type { LendingSchema, MessageTable } from './schema.ts';

export async function insertMessage(
  connection: Connection<LendingSchema>,
  message: MessageTable,
): Promise<void> {
  await connection.insertInto('messages').values(message).execute();
}

export function findMessage(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<MessageTable | undefined> {
  return connection
    .selectFrom('messages')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether an e-mail to this address has come back. */
export async function hasBounced(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  email: string,
): Promise<boolean> {
  const row = await connection
    .selectFrom('messages')
    .select('id')
    .where('sponsor_id', '=', sponsorId)
    .where('recipient', '=', email)
    .where('status', '=', 'Bounced')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a message that waited; a repeat of the same delivery changes nothing. */
export async function settleMessage(
  connection: Connection<LendingSchema>,
  id: string,
  status: Exclude<MessageTable['status'], 'Queued'>,
  at: number,
): Promise<void> {
  await connection
    .updateTable('messages')
    .set({ status, sent_at: status === 'Failed' ? null : at })
    .where('id', '=', id)
    .where('status', '=', 'Queued')
    .execute();
}
