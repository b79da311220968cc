import type { TransactionDescription, TransactionStatus } from '../../../lending-api/statuses.ts';
import { REFUND } from '../funding/transaction-items.ts';
import type { StateMachine } from './state-machine.ts';

export type ChargeEvent =
  | 'submitted'
  | 'accepted'
  | 'rejected'
  | 'settled'
  | 'refunded_in_full'
  | 'returned'
  | 'excluded';

/**
 * A charge (109, 111, 113) after its approval (server/lending/DECISIONS.md, Transactions and
 * settlement).
 */
export const chargeMachine: StateMachine<TransactionStatus, ChargeEvent> = {
  subject: 'charge',
  initial: ['Pending'],
  moves: {
    Pending: {
      submitted: 'Submitted',
      rejected: 'Failed',
      refunded_in_full: 'Reversed',
      excluded: 'Excluded',
    },
    Submitted: { accepted: 'Successful', rejected: 'Failed', excluded: 'Excluded' },
    Successful: { settled: 'Transferred' },
    Transferred: { returned: 'Reversed' },
    Failed: {},
    Reversed: {},
    Excluded: {},
  },
};

type RefundStatus = Exclude<TransactionStatus, 'Reversed' | 'Excluded'>;

export type RefundEvent =
  | 'submitted'
  | 'accepted'
  | 'rejected'
  | 'settled'
  | 'original_not_at_processor';

/**
 * A refund (115): successful at once while the charge has not gone out
 * (server/lending/DECISIONS.md, Refunds).
 */
export const refundMachine: StateMachine<RefundStatus, RefundEvent> = {
  subject: 'refund',
  initial: ['Pending'],
  moves: {
    Pending: {
      submitted: 'Submitted',
      rejected: 'Failed',
      original_not_at_processor: 'Successful',
    },
    Submitted: { accepted: 'Successful', rejected: 'Failed' },
    Successful: { settled: 'Transferred' },
    Transferred: {},
    Failed: {},
  },
};

export type TransactionEvent = ChargeEvent | RefundEvent;

/**
 * The machine of a transaction's kind. Each has only some of the statuses and events of both, which
 * is enough: a refund never gets where its own table does not lead.
 */
export function machineOf(
  description: TransactionDescription,
): StateMachine<TransactionStatus, TransactionEvent> {
  const machine: unknown = description === REFUND ? refundMachine : chargeMachine;
  return machine as StateMachine<TransactionStatus, TransactionEvent>;
}

/** What may happen to a transaction by itself; a refund of a charge is another one. */
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
