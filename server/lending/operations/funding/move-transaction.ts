import type { Transaction } from 'kysely';
import { schedule, unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { endsPurchaseWindow, REFUND } from '../../domain/funding/transaction-items.ts';
import { settlementDate, settlementInstant, isSettled } from '../../domain/funding/settlement.ts';
import { IllegalTransitionError, transition } from '../../domain/states/state-machine.ts';
import {
  type ChargeEvent,
  machineOf,
  type RefundEvent,
  type TransactionEvent,
} from '../../domain/states/transaction.ts';
import { listRefundsOf, findRefundRequest } from '../../store/refunds.ts';
import type { ApplicationTable, LendingSchema, TransactionTable } from '../../store/schema.ts';
import { endPurchaseWindow, refundSpend, restoreSpend, lockLoan } from '../../store/spending.ts';
import { postToStatement } from '../../store/statement-posting.ts';
import { findTransaction, updateTransaction } from '../../store/transactions.ts';
import { cancelPendingCharges } from './cancel-pending-charges.ts';
import { LendingError } from '../../errors.ts';
import { orNull } from '../../domain/or-null.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { causeOf, recordEvent } from '../events/record-event.ts';
import { wireSplit } from './split.ts';
import { type TimerKind, timerKinds } from '../../work-kinds.ts';

/** A charge or refund with its loan, locked. */
export interface OpenTransaction {
  transaction: TransactionTable;
  loan: ApplicationTable;
}

/**
 * Moves a charge or refund by one event, with all its consequences: when it
 * settles, what is spent, whether the purchase window goes on, who gets a message. Throws an
 * IllegalTransitionError.
 */
export async function moveTransaction(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { transaction, loan }: OpenTransaction,
  event: TransactionEvent,
  at: number,
): Promise<TransactionTable> {
  const status = nextStatus(transaction, event);
  const moved = { ...transaction, ...dates(transaction, event, at), status, status_at: at };
  const { settled_at, expected_settlement_date } = moved;
  const change = { status, status_at: at, settled_at, expected_settlement_date };
  if (!(await updateTransaction(tx, transaction, change))) {
    throw new Error(`transaction ${transaction.id} was moved without its loan's lock`);
  }
  await postToStatement(tx, moved);
  const follow: Partial<Record<TransactionEvent, Follow>> =
    transaction.transaction_description === REFUND ? followRefund : followCharge;
  await follow[event]?.({ context, tx, transaction: moved, loan, at });
  return moved;
}

function nextStatus(
  { transaction_description, status, settled_at }: TransactionTable,
  event: TransactionEvent,
): TransactionTable['status'] {
  const next = transition(machineOf(transaction_description), status, event);
  // What was refunded before it went out is Successful and settled already.
  if (event !== 'settled' || settled_at === null) return next;
  throw new IllegalTransitionError('settled refund', status, event, [next]);
}

function dates(
  { settled_at, expected_settlement_date }: TransactionTable,
  event: TransactionEvent,
  at: number,
): Pick<TransactionTable, 'settled_at' | 'expected_settlement_date'> {
  if (event === 'submitted') return { settled_at, expected_settlement_date: settlementDate(at) };
  const settles = event === 'settled' || event === 'original_not_at_processor';
  return { settled_at: settles ? at : settled_at, expected_settlement_date };
}

interface Moved extends OpenTransaction {
  context: LendingContext;
  tx: Transaction<LendingSchema>;
  at: number;
}

type Follow = (moved: Moved) => Promise<void>;

const followCharge: Readonly<Record<ChargeEvent, Follow>> = {
  submitted: async () => undefined,
  accepted: async (moved) => {
    await awaitSettlement(moved);
    const { transaction, context } = moved;
    if (endsPurchaseWindow(transaction.transaction_description, context.config.loanTerms)) {
      await closeWindow(moved);
    }
  },
  settled: async ({ tx, transaction, at }) => {
    const { id: key, sponsor_id: scope } = transaction;
    await stopProcessing(tx, transaction);
    await schedule(tx, { kind: timerKinds.merchantPayout, key, scope, dueAt: at });
  },
  rejected: takeBack,
  excluded: takeBack,
  refunded_in_full: async ({ tx, transaction, loan, at }) => {
    await refundSpend(tx, loan, transaction.consumer_charge_amount_cents, at);
    await stopProcessing(tx, transaction);
  },
  returned: takeBackUnrefunded,
};

const followRefund: Readonly<Record<RefundEvent, Follow>> = {
  submitted: async () => undefined,
  accepted: awaitSettlement,
  settled: async ({ context, tx, transaction, loan, at }) => {
    await stopProcessing(tx, transaction);
    const { sponsor_id, charge_request_id } = transaction;
    const charge = await findTransaction(tx, sponsor_id, charge_request_id);
    // A charge that came back in the meantime is not spent any more.
    if (charge?.status === 'Transferred') {
      await refundSpend(tx, loan, transaction.consumer_charge_amount_cents, at);
    }
    await recordRefundOutcome(context, tx, { refund: transaction, loan });
  },
  rejected: async ({ context, tx, transaction, loan }) => {
    await stopProcessing(tx, transaction);
    await recordRefundOutcome(context, tx, { refund: transaction, loan });
  },
  original_not_at_processor: ({ context, tx, transaction, loan }) =>
    recordRefundOutcome(context, tx, { refund: transaction, loan }),
};

async function awaitSettlement({ tx, transaction, at }: Moved): Promise<void> {
  const { id: key, sponsor_id: scope } = transaction;
  const { submission, settlement } = processingKinds(transaction);
  await unschedule(tx, submission, key);
  await schedule(tx, { kind: settlement, key, scope, dueAt: settlementInstant(at) });
}

/** A charge that does not stand is not spent. */
async function takeBack({ tx, transaction, loan, at }: Moved): Promise<void> {
  await restoreSpend(tx, loan, transaction.consumer_charge_amount_cents, at);
  await stopProcessing(tx, transaction);
}

/** What was refunded of it is not spent already, and a refund that has not gone out is not needed. */
async function takeBackUnrefunded({ context, tx, transaction, loan, at }: Moved): Promise<void> {
  const refunds = await listRefundsOf(tx, transaction);
  const refunded = refunds
    .filter(({ settled_at }) => settled_at !== null)
    .reduce((cents, refund) => cents + refund.consumer_charge_amount_cents, 0);
  await restoreSpend(tx, loan, transaction.consumer_charge_amount_cents - refunded, at);
  await stopProcessing(tx, transaction);
  for (const refund of refunds.filter(({ status }) => status === 'Pending')) {
    await moveTransaction(context, tx, { transaction: refund, loan }, 'rejected', at);
  }
}

async function stopProcessing(
  tx: Transaction<LendingSchema>,
  transaction: TransactionTable,
): Promise<void> {
  const { submission, settlement } = processingKinds(transaction);
  for (const kind of [submission, settlement, timerKinds.merchantPayout]) {
    await unschedule(tx, kind, transaction.id);
  }
}

async function closeWindow({ tx, loan, at }: Moved): Promise<void> {
  await endPurchaseWindow(tx, loan, at);
  await cancelPendingCharges(tx, loan, { at, reason: 'final_charge' });
}

/** Loads a transaction under its loan's lock. Throws `not_found`. */
export async function openTransaction(
  { database }: LendingContext,
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<OpenTransaction> {
  const named = await findTransaction(tx, sponsorId, id);
  if (!named) throw new LendingError('not_found', 'Not found.');
  const loan = await lockLoan(tx, database, sponsorId, named.application_id);
  // Whoever held the lock before may have moved it.
  const transaction = await findTransaction(tx, sponsorId, id);
  return { transaction: transaction ?? named, loan };
}

interface EndedRefund {
  /** As it stands now. */
  refund: TransactionTable;
  loan: ApplicationTable;
}

/** Tells the refund's transaction_callback_url that it has settled or failed. */
async function recordRefundOutcome(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { refund, loan }: EndedRefund,
): Promise<void> {
  const request = await findRefundRequest(tx, refund.sponsor_id, refund.id);
  if (!request) throw new Error(`refund ${refund.id} has no request`);
  await recordEvent(context, tx, causeOf(loan, request.transaction_callback_url), {
    event_type: 'consumer_refund_outcome',
    refund_request_uuid: refund.id,
    payment_request_uuid: refund.charge_request_id,
    external_application_id: loan.external_application_id,
    consumer_application_human_readable_id: loan.consumer_application_human_readable_id,
    outcome: isSettled(refund) ? 'settled' : 'failed',
    status: refund.status,
    refund_type: request.refund_type,
    ...wireSplit(refund),
    settled_at: orNull(refund.settled_at, timestamp),
    payment_identifier: refund.payment_identifier,
  });
}

/** The kinds of work that take a transaction to the processor and settle it. */
function processingKinds({ transaction_description }: TransactionTable): {
  submission: TimerKind;
  settlement: TimerKind;
} {
  return transaction_description === REFUND
    ? { submission: timerKinds.refundSubmission, settlement: timerKinds.refundSettlement }
    : { submission: timerKinds.chargeSubmission, settlement: timerKinds.chargeSettlement };
}
