import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { nextCutOff } from '../../domain/business-days.ts';
import { canMove } from '../../domain/states/state-machine.ts';
import { machineOf, type TransactionEvent } from '../../domain/states/transaction.ts';
import type { SubmissionOutcome } from '../../providers/providers.ts';
import type { TransactionTable } from '../../store/schema.ts';
import { moveTransaction } from './move-transaction.ts';
import { openTransaction } from './open-transaction.ts';
import { processorPayment } from './processor-payment.ts';

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
