import type { Transaction } from 'kysely';
import { schedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { insertMessage } from '../../store/messages.ts';
import type { LendingSchema, MessageTable } from '../../store/schema.ts';

export type NewMessage = Pick<
  MessageTable,
  | 'sponsor_id'
  | 'application_id'
  | 'merchant_id'
  | 'kind'
  | 'channel'
  | 'recipient'
  | 'subject'
  | 'text'
> & {
  /** Addresses that the text leads to. */
  links: readonly string[];
};

/** Writes an SMS or e-mail to the outbox, in the transaction of its cause. Answers its id. */
export async function queueMessage(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { links, ...message }: NewMessage,
): Promise<string> {
  const id = context.ids.uuid();
  const now = context.clock.now(message.sponsor_id);
  await insertMessage(tx, context.sealer, {
    ...message,
    id,
    links: JSON.stringify(links),
    status: 'Queued',
    created_at: now,
    sent_at: null,
  });
  await schedule(tx, { kind: 'message', key: id, scope: message.sponsor_id, dueAt: now });
  return id;
}
