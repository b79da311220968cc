import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { nextCutOff } from '../../domain/business-days.ts';
import { bankAccountMachine } from '../../domain/states/bank-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { openAccountNumber } from '../../store/bank-account-secrets.ts';
import { findBankAccount, storedStatus, updateBankAccount } from '../../store/bank-accounts.ts';
import type { BankAccountTable } from '../../store/schema.ts';
import { findTransaction } from '../../store/transactions.ts';

/**
 * Pays the merchant's part of a settled charge out to its bank account. A payout that comes back
 * leaves the account Errored (lending decisions, 6.3); without an active account it waits for one.
 */
export async function runMerchantPayout(
  context: LendingContext,
  { key, scope, now }: Pick<ClaimedWork, 'key' | 'scope' | 'now'>,
): Promise<DueWorkResult> {
  const { query } = context.database;
  const transaction = await findTransaction(query, scope, key);
  if (transaction?.status !== 'Transferred') return 'done';
  const amount_cents = transaction.net_to_merchant_amount_cents;
  if (amount_cents === 0) return 'done';
  const account = await findBankAccount(query, scope, transaction.merchant_id);
  if (account?.status !== 'Verified') return { retryAt: nextCutOff(now) };
  const { outcome } = await context.providers.bankRails.payOut({
    // Another account's is another payout: the one that came back is over.
    id: `${transaction.id}/${account.id}`,
    amount_cents,
    ach_routing_number: account.ach_routing_number,
    ach_account_number: openAccountNumber(context.sealer, account),
  });
  if (outcome === 'paid') return 'done';
  await markErrored(context, account);
  return { retryAt: nextCutOff(now) };
}

async function markErrored(
  { database, clock }: LendingContext,
  account: BankAccountTable,
): Promise<void> {
  const change = {
    status: transition(bankAccountMachine, storedStatus(account), 'payout_returned'),
    status_reason: 'payout-return',
    modified_at: clock.now(account.sponsor_id),
  };
  await database.transaction((tx) => updateBankAccount(tx, account, change));
}
