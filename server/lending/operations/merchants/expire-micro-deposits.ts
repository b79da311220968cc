import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { bankAccountMachine } from '../../domain/states/bank-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { findBankAccountById, updateBankAccount } from '../../store/bank-accounts.ts';
import type { BankAccountTable } from '../../store/schema.ts';

/** Due-work kind that ends a verification after 14 days. */
export const MICRO_DEPOSIT_EXPIRY = 'micro_deposit_expiry';

/** The status_reason of a verification that ended after them. */
export const MICRO_DEPOSITS_EXPIRED = 'micro-deposit-expired';

/** What a Pending account becomes when its deposits have run out. */
export function expiredVerification(now: number): Partial<BankAccountTable> {
  return {
    status: transition(bankAccountMachine, 'Pending', 'deposits_expired'),
    status_reason: MICRO_DEPOSITS_EXPIRED,
    modified_at: now,
  };
}

/** Fails a verification whose deposits have run out; the work's key is the account's id. */
export async function expireMicroDeposits(
  { database }: LendingContext,
  { key, scope, now }: ClaimedWork,
): Promise<DueWorkResult> {
  return database.transaction(async (tx) => {
    const account = await findBankAccountById(tx, scope, key);
    if (account?.status !== 'Pending') return 'done';
    if (now < account.micro_deposits_expire_at) {
      return { retryAt: account.micro_deposits_expire_at };
    }
    await updateBankAccount(tx, account, expiredVerification(now));
    return 'done';
  });
}
