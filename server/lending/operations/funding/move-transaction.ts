import type { Transaction } from 'kysely';
import { schedule, unschedule } from '../../../platform/due-work/due-work.ts';
import { FINAL_CHARGE } from '../../domain/funding/charge-labels.ts';
import { settlementDate, settlementInstant } from '../../domain/funding/settlement.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { type ChargeEvent, chargeMachine } from '../../domain/states/transaction.ts';
import type { ApplicationTable, LendingSchema, TransactionTable } from '../../store/schema.ts';
import { endPurchaseWindow, restoreSpend } from '../../store/spending.ts';
import { updateTransaction } from '../../store/transactions.ts';
import { cancelPendingCharges } from './cancel-pending-charges.ts';
import { CHARGE_SETTLEMENT, CHARGE_SUBMISSION, MERCHANT_PAYOUT } from './funding-timers.ts';

/** A charge with its loan, locked. */
export interface OpenTransaction {
  transaction: TransactionTable;
  loan: ApplicationTable;
}

/**
 * Moves a charge by one event (decisions 6.6), with all that follows of it: when it settles, what
 * is spent, whether the purchase window goes on. Throws an IllegalTransitionError.
 */
export async function moveTransaction(
  tx: Transaction<LendingSchema>,
  { transaction, loan }: OpenTransaction,
  event: ChargeEvent,
  at: number,
): Promise<TransactionTable> {
  const status = transition(chargeMachine, transaction.status, event);
  const moved = { ...transaction, ...dates(transaction, event, at), status, status_at: at };
  const { settled_at, expected_settlement_date } = moved;
  const change = { status, status_at: at, settled_at, expected_settlement_date };
  if (!(await updateTransaction(tx, transaction, change))) {
    throw new Error(`charge ${transaction.id} was moved without its loan's lock`);
  }
  await follow[event](tx, { transaction: moved, loan }, at);
  return moved;
}

function dates(
  { settled_at, expected_settlement_date }: TransactionTable,
  event: ChargeEvent,
  at: number,
): Pick<TransactionTable, 'settled_at' | 'expected_settlement_date'> {
  if (event === 'submitted') return { settled_at, expected_settlement_date: settlementDate(at) };
  return { settled_at: event === 'settled' ? at : settled_at, expected_settlement_date };
}

type Follow = (tx: Transaction<LendingSchema>, open: OpenTransaction, at: number) => Promise<void>;

const follow: Readonly<Record<ChargeEvent, Follow>> = {
  submitted: async () => undefined,
  accepted: async (tx, { transaction, loan }, at) => {
    const { id: key, sponsor_id: scope } = transaction;
    await unschedule(tx, CHARGE_SUBMISSION, key);
    await schedule(tx, { kind: CHARGE_SETTLEMENT, key, scope, dueAt: settlementInstant(at) });
    if (transaction.transaction_description === FINAL_CHARGE) await closeWindow(tx, loan, at);
  },
  settled: async (tx, { transaction }, at) => {
    const { id: key, sponsor_id: scope } = transaction;
    await unschedule(tx, CHARGE_SETTLEMENT, key);
    await schedule(tx, { kind: MERCHANT_PAYOUT, key, scope, dueAt: at });
  },
  rejected: takeBack,
  excluded: takeBack,
  refunded_in_full: takeBack,
  returned: takeBack,
};

/** A charge that does not stand is not spent. */
async function takeBack(
  tx: Transaction<LendingSchema>,
  { transaction, loan }: OpenTransaction,
  at: number,
): Promise<void> {
  await restoreSpend(tx, loan, transaction.consumer_charge_amount_cents, at);
  await unschedule(tx, CHARGE_SUBMISSION, transaction.id);
  await unschedule(tx, MERCHANT_PAYOUT, transaction.id);
}

async function closeWindow(
  tx: Transaction<LendingSchema>,
  loan: ApplicationTable,
  at: number,
): Promise<void> {
  await endPurchaseWindow(tx, loan, at);
  await cancelPendingCharges(tx, loan, { at, reason: 'final_charge' });
}
