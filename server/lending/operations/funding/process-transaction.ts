import type { Transaction } from 'kysely';
import type { TransactionStatus } from '../../../lending-api/statuses.ts';
import { decidePayload, schedule } from '../../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { lastCutOff, nextCutOff } from '../../domain/business-days.ts';
import { isSettled, settlementInstant } from '../../domain/funding/settlement.ts';
import { REFUND } from '../../domain/funding/transaction-items.ts';
import { bankAccountMachine } from '../../domain/states/bank-account.ts';
import { canMove, transition } from '../../domain/states/state-machine.ts';
import { machineOf, pathToStatus, type TransactionEvent } from '../../domain/states/transaction.ts';
import { LendingError } from '../../errors.ts';
import type { ProcessorPayment, SubmissionOutcome } from '../../providers/providers.ts';
import {
  findBankAccount,
  findBankAccountById,
  openAccountNumber,
  storedStatus,
  updateBankAccount,
} from '../../store/bank-accounts.ts';
import type { TransactionRow } from '../../store/schema/funding.ts';
import type { BankAccountRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
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

/** To which of the merchant's accounts a payout is sent; written before it is. */
interface ChosenAccount {
  bank_account_id: string;
}

/**
 * Pays the merchant's part of a settled charge out to its bank account. A payout that comes back
 * leaves the account Errored (server/lending/DECISIONS.md, Bank accounts); without an active
 * account it waits for one. The account is written down first, and the payout is sent by the next
 * run: one whose answer was lost is asked for again where it went, whatever account is in use by then.
 */
export async function runMerchantPayout(
  context: LendingContext,
  { kind, key, scope, payload, now }: Omit<ClaimedWork, 'attempts'>,
): Promise<DueWorkResult> {
  const { query } = context.database;
  const transaction = await findTransaction(query, scope, key);
  if (transaction?.status !== 'Transferred') return 'done';
  const amount_cents = transaction.net_to_merchant_amount_cents;
  if (amount_cents === 0) return 'done';
  // Written below alone.
  const chosen = payload as ChosenAccount | null;
  if (chosen === null) return chooseAccount(context, transaction, { kind, now });
  const account = await findBankAccountById(query, scope, chosen.bank_account_id);
  if (!account) return 'done';
  const { outcome } = await context.providers.bankRails.payOut({
    // Another account's is another payout: the one that came back is over.
    id: `${transaction.id}/${account.id}`,
    amount_cents,
    ach_routing_number: account.ach_routing_number,
    ach_account_number: openAccountNumber(context.sealer, account),
  });
  if (outcome === 'paid') return 'done';
  await context.database.transaction(async (tx) => {
    await markErrored(context, tx, account);
    await schedule(tx, { kind, key, scope, dueAt: nextCutOff(now) });
  });
  // The row was scheduled again above, and that one stays.
  return 'done';
}

async function chooseAccount(
  { database }: LendingContext,
  { id: key, sponsor_id: scope, merchant_id }: TransactionRow,
  { kind, now }: Pick<ClaimedWork, 'kind' | 'now'>,
): Promise<DueWorkResult> {
  const account = await findBankAccount(database.query, scope, merchant_id);
  if (account?.status !== 'Verified') return { retryAt: nextCutOff(now) };
  const payload: ChosenAccount = { bank_account_id: account.id };
  await database.transaction((tx) => decidePayload(tx, { kind, key, scope, dueAt: now, payload }));
  return 'done';
}

/** One that was replaced meanwhile stays so. */
async function markErrored(
  { clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  account: BankAccountRow,
): Promise<void> {
  const status = storedStatus(account);
  if (!canMove(bankAccountMachine, status, 'payout_returned')) return;
  await updateBankAccount(tx, account, {
    status: transition(bankAccountMachine, status, 'payout_returned'),
    status_reason: 'payout-return',
    modified_at: clock.now(account.sponsor_id),
  });
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
