import type { BffContext } from '../context.ts';
import { checkoutsWithOpenCalls } from '../store/checkouts.ts';
import { scheduleLook } from './schedule-look.ts';

/**
 * Has the checkouts looked at whose calls a process that died had begun. On PostgreSQL their due
 * work is written with their intents, since another process may be at work on them.
 */
export async function takeUpCalls({ database, clock }: BffContext): Promise<void> {
  if (database.engine !== 'sqlite') return;
  const dueAt = clock.now();
  for (const id of await checkoutsWithOpenCalls(database.query)) {
    await database.transaction((tx) => scheduleLook(tx, id, dueAt));
  }
}
