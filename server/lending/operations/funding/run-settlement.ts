import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { settlementInstant } from '../../domain/funding/settlement.ts';
import { findTransaction } from '../../store/transactions.ts';
import { moveTransaction } from './move-transaction.ts';
import { openTransaction } from './open-transaction.ts';

/** Settles a charge two business days after its submission, when the processor says so. */
export async function runChargeSettlement(
  context: LendingContext,
  { key, scope }: Pick<ClaimedWork, 'key' | 'scope'>,
): Promise<DueWorkResult> {
  const transaction = await findTransaction(context.database.query, scope, key);
  if (transaction?.status !== 'Successful') return 'done';
  const { outcome } = await context.providers.processor.settle({
    id: transaction.id,
    amount_cents: transaction.consumer_charge_amount_cents,
    payment_identifier: transaction.payment_identifier,
  });
  await context.database.transaction(async (tx) => {
    const open = await openTransaction(context, tx, scope, key);
    if (open.transaction.status !== 'Successful') return;
    const at = settlementInstant(open.transaction.status_at);
    const settled = await moveTransaction(tx, open, 'settled', at);
    if (outcome !== 'settled_then_returned') return;
    await moveTransaction(tx, { ...open, transaction: settled }, 'returned', at);
  });
  return 'done';
}
