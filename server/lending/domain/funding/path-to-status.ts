import type { TransactionStatus } from '../../../lending-api/statuses.ts';
import { type ChargeEvent, chargeMachine } from '../states/transaction.ts';

/** What may happen to a charge by itself; a refund is a record of its own. */
const ownEvents: readonly ChargeEvent[] = [
  'submitted',
  'accepted',
  'settled',
  'rejected',
  'excluded',
  'returned',
];

/** The fewest events that lead from one status to another; undefined when none do. */
export function pathToStatus(
  from: TransactionStatus,
  to: TransactionStatus,
): ChargeEvent[] | undefined {
  const reached = new Map<TransactionStatus, ChargeEvent[]>([[from, []]]);
  for (const [status, path] of reached) {
    if (status === to) return path;
    for (const event of ownEvents) {
      const next = chargeMachine.moves[status][event];
      if (next && !reached.has(next)) reached.set(next, [...path, event]);
    }
  }
  return undefined;
}
