import { schedule } from '../../platform/due-work/due-work.ts';
import type { BffContext } from '../context.ts';
import { checkoutsWithOpenCalls } from '../store/checkouts.ts';
import { RECONCILE } from './change-checkout.ts';

/**
 * Has the checkouts looked at whose calls a process that died had begun. On PostgreSQL their due
 * work is written with their intents, since another process may be at work on them.
 */
export async function takeUpCalls({ database, clock }: BffContext): Promise<void> {
  if (database.engine !== 'sqlite') return;
  const dueAt = clock.now();
  for (const key of await checkoutsWithOpenCalls(database.query)) {
    await database.transaction((tx) => schedule(tx, { kind: RECONCILE, key, scope: '', dueAt }));
  }
}
