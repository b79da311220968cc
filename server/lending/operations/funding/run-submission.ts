import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { nextCutOff } from '../../domain/calendar/business-days.ts';
import type { ChargeEvent } from '../../domain/states/transaction.ts';
import type { SubmissionOutcome } from '../../providers/payment-processor.ts';
import type { TransactionTable } from '../../store/schema.ts';
import { moveTransaction } from './move-transaction.ts';
import { openTransaction } from './open-transaction.ts';

type Work = Pick<ClaimedWork, 'key' | 'scope' | 'now'>;

/** Hands a charge to the processor at the batch cut-off, and asks again while it is undecided. */
export async function runChargeSubmission(
  context: LendingContext,
  work: Work,
): Promise<DueWorkResult> {
  const submitted = await submit(context, work);
  if (submitted?.status !== 'Submitted') return 'done';
  const { outcome } = await context.providers.processor.submit({
    id: submitted.id,
    amount_cents: submitted.consumer_charge_amount_cents,
    payment_identifier: submitted.payment_identifier,
  });
  const event = eventOf[outcome];
  if (!event) return { retryAt: nextCutOff(work.now) };
  await context.database.transaction(async (tx) => {
    const open = await openTransaction(context, tx, work.scope, work.key);
    if (open.transaction.status !== 'Submitted') return;
    await moveTransaction(tx, open, event, open.transaction.status_at);
  });
  return 'done';
}

const eventOf: Readonly<Record<SubmissionOutcome['outcome'], ChargeEvent | null>> = {
  accepted: 'accepted',
  rejected: 'rejected',
  excluded: 'excluded',
  undecided: null,
};

// The batch left at its cut-off, however late it is noticed.
async function submit(context: LendingContext, { key, scope }: Work): Promise<TransactionTable> {
  return context.database.transaction(async (tx) => {
    const open = await openTransaction(context, tx, scope, key);
    const { status, status_at } = open.transaction;
    if (status !== 'Pending') return open.transaction;
    return moveTransaction(tx, open, 'submitted', nextCutOff(status_at));
  });
}
