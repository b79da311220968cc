import type { Transaction } from 'kysely';
import { decidePayload, schedule } from '../../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { nextCutOff } from '../../domain/business-days.ts';
import { bankAccountMachine } from '../../domain/states/bank-account.ts';
import { canMove, transition } from '../../domain/states/state-machine.ts';
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
