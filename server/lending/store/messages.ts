import { sql, type Transaction } from 'kysely';
import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import type { Connection } from '../../platform/database/database.ts';
import { type NoticeEvent, noticeMachine } from '../domain/states/notice.ts';
import { transition } from '../domain/states/state-machine.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { MessageDelivery, MessageRow, NoticeRow } from './schema/outboxes.ts';
import type { LendingSchema } from './schema.ts';
import { openText, sealText } from './sealed-texts.ts';

const textLabel = 'messages|text';
const linksLabel = 'messages|links';
const noLinks = '[]';

/** Writes a message to the outbox; its text and where it leads to are sealed there. */
export async function insertMessage(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
  message: MessageRow,
): Promise<void> {
  const text = sealText(sealer, textLabel, message, message.text);
  // The token of a link opens a page; the links themselves are kept as digests.
  const links =
    message.links === noLinks ? noLinks : sealText(sealer, linksLabel, message, message.links);
  await connection
    .insertInto('messages')
    .values({ ...message, text, links })
    .execute();
}

/** The message as it was written. */
export async function findMessage(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
  sponsorId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const message = await connection
    .selectFrom('messages')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
  return message && opened(sealer, message);
}

/** How and when the messages of a kind about an application went out, and what became of them, the newest first. */
export function listMessagesOfKind(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
  kind: MessageRow['kind'],
): Promise<Pick<MessageRow, 'channel' | 'status' | 'created_at'>[]> {
  return connection
    .selectFrom('messages')
    .select(['channel', 'status', 'created_at'])
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .execute();
}

/** The texts of the messages of some kinds that an application's consumer was sent, the oldest first. */
export async function listTextsOfKinds(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
  kinds: readonly MessageRow['kind'][],
): Promise<string[]> {
  const rows = await connection
    .selectFrom('messages')
    .select(['id', 'sponsor_id', 'text'])
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .where('kind', 'in', kinds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((message) => openText(sealer, textLabel, message, message.text));
}

/** True if an e-mail to this address has come back. */
export async function hasBounced(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  email: string,
): Promise<boolean> {
  return (await selectBounced(connection, sponsorId, email).executeTakeFirst()) !== undefined;
}

/** In the words of the index of bounced messages, which SQLite does not take for values that come later. */
export function selectBounced(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  recipient: string,
) {
  return connection
    .selectFrom('messages')
    .select('id')
    .where('sponsor_id', '=', sponsorId)
    .where('recipient', '=', recipient)
    .where('status', '=', sql.lit('Bounced'))
    .limit(1);
}

/** Notes that a message was tried in vain once more. */
export async function updateFailedTries(
  connection: Connection<LendingSchema>,
  id: string,
  failed_tries: number,
): Promise<void> {
  await connection.updateTable('messages').set({ failed_tries }).where('id', '=', id).execute();
}

/** Ends a message that waited; false when another delivery of it has. */
export async function settleMessage(
  connection: Connection<LendingSchema>,
  id: string,
  { outcome, at }: MessageDelivery,
): Promise<boolean> {
  const result = await connection
    .updateTable('messages')
    .set({ status: outcome, sent_at: outcome === 'Failed' ? null : at })
    .where('id', '=', id)
    .where('status', '=', 'Queued')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

interface MessageFilter {
  sponsorId: string;
  to?: string | undefined;
  externalApplicationId?: string | undefined;
  limit: number;
}

/** Newest first, with the application's own id at the sponsor. */
export async function listMessages(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
  { sponsorId, to, externalApplicationId, limit }: MessageFilter,
): Promise<(MessageRow & { external_application_id: string | null })[]> {
  const messages = await connection
    .selectFrom('messages as message')
    .leftJoin('applications as loan', 'loan.id', 'message.application_id')
    .selectAll('message')
    .select('loan.external_application_id')
    .where('message.sponsor_id', '=', sponsorId)
    .$if(to !== undefined, (rows) => rows.where('message.recipient', '=', to ?? ''))
    .$if(externalApplicationId !== undefined, (rows) =>
      rows.where('message.application_id', '=', (query) =>
        query
          .selectFrom('applications')
          .select('id')
          .where('sponsor_id', '=', sponsorId)
          .where('external_application_id', '=', externalApplicationId ?? ''),
      ),
    )
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id')
    .limit(limit)
    .execute();
  return messages.map((message) => opened(sealer, message));
}

function opened<Message extends MessageRow>(sealer: FieldSealer, message: Message): Message {
  return {
    ...message,
    text: openText(sealer, textLabel, message, message.text),
    links: openText(sealer, linksLabel, message, message.links),
  };
}

/** When an application's consumer was last sent an SMS; null when never (epoch milliseconds). */
export async function lastSmsAt(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: { id: string; sponsor_id: string },
): Promise<number | null> {
  const row = await connection
    .selectFrom('messages')
    .select('created_at')
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .where('channel', '=', 'sms')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

export async function insertNotice(
  connection: Connection<LendingSchema>,
  notice: NoticeRow,
): Promise<void> {
  await connection.insertInto('notices').values(notice).execute();
}

export function findNotice(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<NoticeRow | undefined> {
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
): Promise<NoticeRow | undefined> {
  return connection
    .selectFrom('notices')
    .selectAll()
    .where('application_id', '=', application_id ?? '')
    .where('message_id', '=', id)
    .executeTakeFirst();
}

/** The notice of an application's decline; a counter-offer has its own. */
export function findDeclineNotice(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<NoticeRow | undefined> {
  return connection
    .selectFrom('notices')
    .selectAll()
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .where('kind', '=', 'adverse_action')
    .executeTakeFirst();
}

/**
 * Moves a notice by events, one after the other. Answers it as it now is, or undefined when another
 * process has moved it meanwhile.
 * @throws IllegalTransitionError
 */
export async function moveNotice(
  tx: Transaction<LendingSchema>,
  notice: NoticeRow,
  ...events: readonly NoticeEvent[]
): Promise<NoticeRow | undefined> {
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

/** Deletes what the consumer of an application was sent, also on paper, and which notices that was. */
export async function deleteMessages(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<void> {
  for (const table of ['notices', 'messages', 'letters'] as const) {
    await tx
      .deleteFrom(table)
      .where('sponsor_id', '=', sponsor_id)
      .where('application_id', '=', id)
      .execute();
  }
}
