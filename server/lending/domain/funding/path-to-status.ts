import type { TransactionDescription, TransactionStatus } from '../../../lending-api/statuses.ts';
import { machineOf, type TransactionEvent } from '../states/transaction.ts';

/** What may happen to a transaction by itself; a refund of a charge is a record of its own. */
const ownEvents: readonly TransactionEvent[] = [
  'submitted',
  'accepted',
  'settled',
  'rejected',
  'excluded',
  'returned',
];

/** The fewest events that lead a transaction from its status to another; undefined when none do. */
export function pathToStatus(
  transaction: { transaction_description: TransactionDescription; status: TransactionStatus },
  to: TransactionStatus,
): TransactionEvent[] | undefined {
  const { moves } = machineOf(transaction.transaction_description);
  const reached = new Map<TransactionStatus, TransactionEvent[]>([[transaction.status, []]]);
  for (const [status, path] of reached) {
    if (status === to) return path;
    for (const event of ownEvents) {
      const next = moves[status][event];
      if (next && !reached.has(next)) reached.set(next, [...path, event]);
    }
  }
  return undefined;
}
