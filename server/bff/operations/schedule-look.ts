import type { Transaction } from 'kysely';
import { schedule } from '../../platform/due-work/due-work.ts';
import type { BffSchema } from '../store/schema.ts';

/** Kind of the due work that looks at a checkout without anybody asking. */
export const RECONCILE = 'reconcile';

/** Has a checkout looked at then (epoch milliseconds), and not before. */
export function scheduleLook(
  tx: Transaction<BffSchema>,
  checkoutId: string,
  dueAt: number,
): Promise<void> {
  return schedule(tx, { kind: RECONCILE, key: checkoutId, scope: '', dueAt });
}
