import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { settlementInstant } from '../../domain/funding/settlement.ts';
import { canMove } from '../../domain/states/state-machine.ts';
import { machineOf } from '../../domain/states/transaction.ts';
import { findTransaction } from '../../store/transactions.ts';
import { moveTransaction } from './move-transaction.ts';
import { openTransaction } from './open-transaction.ts';
import { processorPayment } from './processor-payment.ts';

/** Settles a charge or refund two business days after its submission, when the processor says so. */
export async function runSettlement(
  context: LendingContext,
  { key, scope }: Pick<ClaimedWork, 'key' | 'scope'>,
): Promise<DueWorkResult> {
  const transaction = await findTransaction(context.database.query, scope, key);
  if (transaction?.status !== 'Successful') return 'done';
  const { outcome } = await context.providers.processor.settle(processorPayment(transaction));
  await context.database.transaction(async (tx) => {
    const open = await openTransaction(context, tx, scope, key);
    if (open.transaction.status !== 'Successful') return;
    const at = settlementInstant(open.transaction.status_at);
    const settled = await moveTransaction(context, tx, open, 'settled', at);
    const machine = machineOf(settled.transaction_description);
    const isReturned = outcome === 'settled_then_returned';
    if (!isReturned || !canMove(machine, settled.status, 'returned')) return;
    await moveTransaction(context, tx, { ...open, transaction: settled }, 'returned', at);
  });
  return 'done';
}
