import type { Transaction } from 'kysely';
import { schedule, unschedule } from '../../../platform/due-work/due-work.ts';
import { IllegalTransitionError } from '../../../platform/illegal-transition-error.ts';
import type { LendingContext } from '../../context.ts';
import { orNull, timestamp } from '../../domain/formats.ts';
import { isSettled, settlementDate, settlementInstant } from '../../domain/funding/settlement.ts';
import { endsPurchaseWindow, REFUND } from '../../domain/funding/transaction-items.ts';
import { transition } from '../../domain/states/state-machine.ts';
import {
  type ChargeEvent,
  machineOf,
  type RefundEvent,
  type TransactionEvent,
} from '../../domain/states/transaction.ts';
import { LendingError } from '../../errors.ts';
import { endPurchaseWindow, lockLoan, refundSpend, restoreSpend } from '../../store/accounts.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { TransactionRow } from '../../store/schema/funding.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { postToStatement } from '../../store/statements.ts';
import {
  findRefundRequest,
  findTransaction,
  listRefundsOf,
  updateTransaction,
} from '../../store/transactions.ts';
import { type TimerKind, timerKinds } from '../../work-kinds.ts';
import { causeOf, recordEvent } from '../callbacks.ts';
import { cancelPendingCharges } from './pending-charge.ts';
import { sendChargeFailed, sendRefundFailed } from './send-failure.ts';
import { formatSplit } from './wire-split.ts';

/** A charge or refund with its loan, locked. */
export interface OpenTransaction {
  transaction: TransactionRow;
  loan: ApplicationRow;
}

/**
 * Moves a charge or refund by one event, with all its consequences: when it settles, what is spent,
 * whether the purchase window goes on, who gets a message.
 * @throws IllegalTransitionError
 */
export async function moveTransaction(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { transaction, loan }: OpenTransaction,
  event: TransactionEvent,
  at: number,
): Promise<TransactionRow> {
  const status = nextStatus(transaction, event);
  const moved = { ...transaction, ...dates(transaction, event, at), status, status_at: at };
  const { settled_at, expected_settlement_date } = moved;
  const change = { status, status_at: at, settled_at, expected_settlement_date };
  if (!(await updateTransaction(tx, transaction, change))) {
    throw new Error(`transaction ${transaction.id} was moved without its loan's lock`);
  }
  await postToStatement(tx, moved, transaction.status);
  const open = { transaction: moved, loan };
  // nextStatus() takes the events of its own table alone.
  if (transaction.transaction_description === REFUND) {
    await followRefund(context, tx, open, event as RefundEvent, at);
  } else {
    await followCharge(context, tx, open, event as ChargeEvent, at);
  }
  return moved;
}

function nextStatus(
  { transaction_description, status, settled_at }: TransactionRow,
  event: TransactionEvent,
): TransactionRow['status'] {
  const next = transition(machineOf(transaction_description), status, event);
  // What was refunded before it went out is Successful and settled already.
  if (event !== 'settled' || settled_at === null) return next;
  throw new IllegalTransitionError('settled refund', status, next, event);
}

function dates(
  { settled_at, expected_settlement_date }: TransactionRow,
  event: TransactionEvent,
  at: number,
): Pick<TransactionRow, 'settled_at' | 'expected_settlement_date'> {
  if (event === 'submitted' || event === 'accepted') {
    return { settled_at, expected_settlement_date: settlementDate(at) };
  }
  const settles = event === 'settled' || event === 'original_not_at_processor';
  return { settled_at: settles ? at : settled_at, expected_settlement_date };
}

async function followCharge(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { transaction, loan }: OpenTransaction,
  event: ChargeEvent,
  at: number,
): Promise<void> {
  const { id: key, sponsor_id: scope, consumer_charge_amount_cents: cents } = transaction;
  switch (event) {
    case 'submitted':
      return;
    case 'accepted':
      await awaitSettlement(tx, transaction, at);
      if (!endsPurchaseWindow(transaction.transaction_description, context.config.loanTerms))
        return;
      await endPurchaseWindow(tx, loan, at);
      return cancelPendingCharges(tx, loan, { at, reason: 'final_charge' });
    case 'settled':
      await stopProcessing(tx, transaction);
      return schedule(tx, { kind: timerKinds.merchantPayout, key, scope, dueAt: at });
    // A charge that does not stand is not spent.
    case 'rejected':
    case 'excluded':
      await restoreSpend(tx, loan, cents, at);
      await stopProcessing(tx, transaction);
      return sendChargeFailed(context, tx, loan, transaction);
    case 'refunded_in_full':
      await refundSpend(tx, loan, cents, at);
      return stopProcessing(tx, transaction);
    case 'returned':
      await takeBackUnrefunded(context, tx, { transaction, loan }, at);
      return sendChargeFailed(context, tx, loan, transaction);
    default:
      return assertNever(event);
  }
}

async function followRefund(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { transaction, loan }: OpenTransaction,
  event: RefundEvent,
  at: number,
): Promise<void> {
  switch (event) {
    case 'submitted':
      return;
    case 'accepted':
      return awaitSettlement(tx, transaction, at);
    case 'settled':
      await stopProcessing(tx, transaction);
      await refundUnlessReturned(tx, { transaction, loan }, at);
      return recordRefundOutcome(context, tx, { refund: transaction, loan });
    case 'rejected':
      await stopProcessing(tx, transaction);
      return recordRefundOutcome(context, tx, { refund: transaction, loan });
    case 'original_not_at_processor':
      return recordRefundOutcome(context, tx, { refund: transaction, loan });
    default:
      return assertNever(event);
  }
}

/** Makes a forgotten event a compile error. */
function assertNever(event: never): never {
  throw new TypeError(`Unexpected event: ${event}`);
}

/** A charge that came back in the meantime is not spent any more. */
async function refundUnlessReturned(
  tx: Transaction<LendingSchema>,
  { transaction: refund, loan }: OpenTransaction,
  at: number,
): Promise<void> {
  const charge = await findTransaction(tx, refund.sponsor_id, refund.charge_request_id);
  if (charge?.status !== 'Transferred') return;
  await refundSpend(tx, loan, refund.consumer_charge_amount_cents, at);
}

async function awaitSettlement(
  tx: Transaction<LendingSchema>,
  transaction: TransactionRow,
  at: number,
): Promise<void> {
  const { id: key, sponsor_id: scope } = transaction;
  const { submission, settlement } = processingKinds(transaction);
  await unschedule(tx, submission, key);
  await schedule(tx, { kind: settlement, key, scope, dueAt: settlementInstant(at) });
}

/** What was refunded of it is not spent already, and a refund that has not gone out is not needed. */
async function takeBackUnrefunded(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { transaction, loan }: OpenTransaction,
  at: number,
): Promise<void> {
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
  transaction: TransactionRow,
): Promise<void> {
  const { submission, settlement } = processingKinds(transaction);
  for (const kind of [submission, settlement, timerKinds.merchantPayout]) {
    await unschedule(tx, kind, transaction.id);
  }
}

/** The kinds of work that take a transaction to the processor and settle it. */
function processingKinds({ transaction_description }: TransactionRow): {
  submission: TimerKind;
  settlement: TimerKind;
} {
  return transaction_description === REFUND
    ? { submission: timerKinds.refundSubmission, settlement: timerKinds.refundSettlement }
    : { submission: timerKinds.chargeSubmission, settlement: timerKinds.chargeSettlement };
}

/** Loads a transaction under its loan's lock. @throws LendingError `not_found` */
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
  refund: TransactionRow;
  loan: ApplicationRow;
}

/**
 * Tells the refund's transaction_callback_url that it has settled or failed; that it failed also to
 * those who were told that it was accepted.
 */
async function recordRefundOutcome(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { refund, loan }: EndedRefund,
): Promise<void> {
  const request = await findRefundRequest(tx, refund.sponsor_id, refund.id);
  if (!request) throw new Error(`refund ${refund.id} has no request`);
  if (refund.status === 'Failed') await sendRefundFailed(context, tx, loan, { refund, request });
  await recordEvent(context, tx, causeOf(loan, request.transaction_callback_url), {
    event_type: 'consumer_refund_outcome',
    refund_request_uuid: refund.id,
    payment_request_uuid: refund.charge_request_id,
    external_application_id: loan.external_application_id,
    consumer_application_human_readable_id: loan.consumer_application_human_readable_id,
    outcome: isSettled(refund) ? 'settled' : 'failed',
    status: refund.status,
    refund_type: request.refund_type,
    ...formatSplit(refund),
    settled_at: orNull(refund.settled_at, timestamp),
    payment_identifier: refund.payment_identifier,
  });
}
