import { schedule } from '../../platform/due-work/due-work.ts';
import type { BffContext } from '../context.ts';
import { readHint } from '../domain/callback-hint.ts';
import { addCallback } from '../store/inbox.ts';

/** Kind of the due work that processes a callback. */
export const INBOX = 'inbox';

/**
 * Stores a callback and has it processed after the answer: one event once. Without an id of the
 * lender's, the same body again is another event; to read twice does no harm.
 */
export async function receiveCallback(
  { database, clock, ids, log }: BffContext,
  body: unknown,
): Promise<void> {
  const hint = readHint(body);
  const now = clock.now();
  const eventId = hint.eventId ?? ids.uuid();
  const isNew = await database.transaction(async (tx) => {
    if (!(await addCallback(tx, { ...hint, eventId }, now))) return false;
    await schedule(tx, { kind: INBOX, key: eventId, scope: '', dueAt: now });
    return true;
  });
  const event = isNew ? 'callback_received' : 'callback_repeated';
  log.info({ event, event_id: eventId, event_type: hint.eventType });
}
