import type { TransactionStatus } from '../../../lending-api/statuses.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { lastCutOff, nextCutOff } from '../../domain/business-days.ts';
import { isSettled, settlementInstant } from '../../domain/funding/settlement.ts';
import { REFUND } from '../../domain/funding/transaction-items.ts';
import { canMove } from '../../domain/states/state-machine.ts';
import { machineOf, pathToStatus, type TransactionEvent } from '../../domain/states/transaction.ts';
import { LendingError } from '../../errors.ts';
import type { ProcessorPayment, SubmissionOutcome } from '../../providers/providers.ts';
import type { TransactionRow } from '../../store/schema/funding.ts';
import { findTransaction } from '../../store/transactions.ts';
import { moveTransaction, openTransaction } from './move-transaction.ts';

type Work = Pick<ClaimedWork, 'key' | 'scope' | 'now' | 'attempts'>;

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
    const at = decidedAt(transaction, work);
    await moveTransaction(context, tx, open, eventOf(transaction, outcome), at);
  });
  return 'done';
}

/** With the batch that it left in, however late this runs; if it was asked for again, with a later one. */
function decidedAt({ status_at }: TransactionRow, { attempts, now }: Work): number {
  return attempts === 0 ? status_at : Math.max(status_at, lastCutOff(now));
}

/** A refund that the processor holds back for good has failed: it has no Excluded. */
function eventOf(
  { transaction_description, status }: TransactionRow,
  outcome: Exclude<SubmissionOutcome['outcome'], 'undecided'>,
): TransactionEvent {
  return canMove(machineOf(transaction_description), status, outcome) ? outcome : 'rejected';
}

// Use the cut-off time, not the time of this run.
async function submit(context: LendingContext, { key, scope }: Work): Promise<TransactionRow> {
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
function processorPayment(transaction: TransactionRow): ProcessorPayment {
  return {
    id: transaction.id,
    kind: transaction.transaction_description === REFUND ? 'refund' : 'charge',
    amount_cents: transaction.consumer_charge_amount_cents,
    payment_identifier: transaction.payment_identifier,
  };
}

interface AdvancedTransaction {
  status: TransactionStatus;
  is_settled: boolean;
}

/**
 * Takes a charge or refund through the legal moves up to a status, at once: for the sandbox alone.
 * @throws LendingError `not_found`, and `wrong_state` when none lead there
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
