import type { TransactionStatus } from '../../../lending-api/statuses.ts';
import type { LendingContext } from '../../context.ts';
import { pathToStatus } from '../../domain/states/transaction.ts';
import { isSettled } from '../../domain/funding/settlement.ts';
import { LendingError } from '../../errors.ts';
import { moveTransaction, openTransaction } from './move-transaction.ts';

export interface AdvancedTransaction {
  status: TransactionStatus;
  is_settled: boolean;
}

/**
 * Takes a charge or refund through the legal moves up to a status, at once: for the sandbox alone.
 * Throws `wrong_state` when none lead there.
 */
export async function advanceTransaction(
  context: LendingContext,
  sponsorId: string,
  id: string,
  to: TransactionStatus,
): Promise<AdvancedTransaction> {
  return context.database.transaction(async (tx) => {
    const open = await openTransaction(context, tx, sponsorId, id);
    const events = pathToStatus(open.transaction, to);
    if (!events) {
      throw new LendingError(
        'wrong_state',
        `${to} is not reached from ${open.transaction.status}.`,
      );
    }
    let { transaction } = open;
    for (const event of events) {
      const at = context.clock.now(sponsorId);
      transaction = await moveTransaction(context, tx, { ...open, transaction }, event, at);
    }
    return { status: transaction.status, is_settled: isSettled(transaction) };
  });
}
