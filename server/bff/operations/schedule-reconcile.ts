import type { Transaction } from 'kysely';
import { schedule } from '../../platform/due-work/due-work.ts';
import type { BffSchema } from '../store/schema.ts';
import type { BffContext } from '../context.ts';
import { checkoutsWithOpenCalls } from '../store/checkouts.ts';

/** Kind of the due work that looks at a checkout without anybody asking. */
export const RECONCILE = 'reconcile';

/** Has a checkout looked at then (epoch milliseconds), and not before. */
export function scheduleReconcile(
  tx: Transaction<BffSchema>,
  checkoutId: string,
  dueAt: number,
): Promise<void> {
  return schedule(tx, { kind: RECONCILE, key: checkoutId, scope: '', dueAt });
}

/**
 * Has the checkouts looked at whose calls a process that died had begun. On PostgreSQL their due
 * work is written with their intents, since another process may be at work on them.
 */
export async function resumeCalls({ database, clock }: BffContext): Promise<void> {
  if (database.engine !== 'sqlite') return;
  const dueAt = clock.now();
  for (const id of await checkoutsWithOpenCalls(database.query)) {
    await database.transaction((tx) => scheduleReconcile(tx, id, dueAt));
  }
}
