import { sha256Hex } from '../../platform/crypto/digest.ts';
import { schedule } from '../../platform/due-work/due-work.ts';
import type { BffContext } from '../context.ts';
import { readHint } from '../domain/callback-hint.ts';
import { addCallback } from '../store/inbox.ts';

/** Kind of the due work that processes a callback. */
export const INBOX = 'inbox';

/** Stores a callback, once, and has it processed after the answer. */
export async function receiveCallback(
  { database, clock, log }: BffContext,
  body: unknown,
): Promise<void> {
  const hint = readHint(body, sha256Hex(JSON.stringify(body)));
  const now = clock.now();
  const isNew = await database.transaction(async (tx) => {
    if (!(await addCallback(tx, hint, now))) return false;
    await schedule(tx, { kind: INBOX, key: hint.eventId, scope: '', dueAt: now });
    return true;
  });
  const { eventId: event_id, eventType: event_type } = hint;
  log.info({ event: isNew ? 'callback_received' : 'callback_repeated', event_id, event_type });
}
