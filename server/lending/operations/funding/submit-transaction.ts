import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { nextCutOff } from '../../domain/business-days.ts';
import { canMove } from '../../domain/states/state-machine.ts';
import { machineOf, type TransactionEvent } from '../../domain/states/transaction.ts';
import type { SubmissionOutcome, ProcessorPayment } from '../../providers/providers.ts';
import type { TransactionTable } from '../../store/schema.ts';
import { moveTransaction, openTransaction } from './move-transaction.ts';
import { settlementInstant } from '../../domain/funding/settlement.ts';
import { findTransaction } from '../../store/transactions.ts';
import { REFUND } from '../../domain/funding/transaction-items.ts';

type Work = Pick<ClaimedWork, 'key' | 'scope' | 'now'>;

/** Hands a charge or refund to the processor at the batch cut-off, and asks again while it is undecided. */
export async function runSubmission(context: LendingContext, work: Work): Promise<DueWorkResult> {
  const submitted = await submit(context, work);
  if (submitted?.status !== 'Submitted') return 'done';
  const { outcome } = await context.providers.processor.submit(processorPayment(submitted));
  if (outcome === 'undecided') return { retryAt: nextCutOff(work.now) };
  await context.database.transaction(async (tx) => {
    const open = await openTransaction(context, tx, work.scope, work.key);
    const { transaction } = open;
    if (transaction.status !== 'Submitted') return;
    await moveTransaction(context, tx, open, eventOf(transaction, outcome), transaction.status_at);
  });
  return 'done';
}

/** A refund that the processor holds back for good has failed: it has no Excluded. */
function eventOf(
  { transaction_description, status }: TransactionTable,
  outcome: Exclude<SubmissionOutcome['outcome'], 'undecided'>,
): TransactionEvent {
  return canMove(machineOf(transaction_description), status, outcome) ? outcome : 'rejected';
}

// The batch left at its cut-off, however late it is noticed.
async function submit(context: LendingContext, { key, scope }: Work): Promise<TransactionTable> {
  return context.database.transaction(async (tx) => {
    const open = await openTransaction(context, tx, scope, key);
    const { status, status_at } = open.transaction;
    if (status !== 'Pending') return open.transaction;
    return moveTransaction(context, tx, open, 'submitted', nextCutOff(status_at));
  });
}

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

/** A transaction as it is sent to the payment processor. */
function processorPayment(transaction: TransactionTable): ProcessorPayment {
  return {
    id: transaction.id,
    kind: transaction.transaction_description === REFUND ? 'refund' : 'charge',
    amount_cents: transaction.consumer_charge_amount_cents,
    payment_identifier: transaction.payment_identifier,
  };
}
