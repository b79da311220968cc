import type { BankAccountStatus } from '../../domain/states/bank-account.ts';
import type { LendingContext } from '../../context.ts';
import { formatCents } from '../../../platform/money.ts';
import { attemptsRemaining, bankAccountStatusAt } from '../../domain/bank-account.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { LendingError } from '../../errors.ts';
import { openMicroDeposits } from '../../store/bank-account-secrets.ts';
import { findBankAccount, storedStatus } from '../../store/bank-accounts.ts';
import { findMerchantByOwnId } from '../../store/merchants.ts';

export interface MicroDepositsRecord {
  bank_account_status: BankAccountStatus;
  /** What the merchant's bank statement would show. */
  micro_deposits_amounts: string[];
  attempts_remaining: number;
  micro_deposits_sent_at: string;
  micro_deposits_expire_at: string;
}

/**
 * The two amounts that were sent to the merchant's bank account, for a sandbox without banks.
 * Throws `not_found` for an unknown merchant and one without an account.
 */
export async function readMicroDeposits(
  { database, sealer, clock }: Pick<LendingContext, 'database' | 'sealer' | 'clock'>,
  sponsorId: string,
  contractorId: string,
): Promise<MicroDepositsRecord> {
  const { query } = database;
  const merchant = await findMerchantByOwnId(query, sponsorId, contractorId);
  const account = merchant && (await findBankAccount(query, sponsorId, merchant.id));
  if (!account) throw new LendingError('not_found', 'Not found.');
  const stored = { ...account, status: storedStatus(account) };
  return {
    bank_account_status: bankAccountStatusAt(stored, clock.now(sponsorId)),
    micro_deposits_amounts: openMicroDeposits(sealer, account).map(formatCents),
    attempts_remaining: attemptsRemaining(account.wrong_attempts),
    micro_deposits_sent_at: timestamp(account.micro_deposits_sent_at),
    micro_deposits_expire_at: timestamp(account.micro_deposits_expire_at),
  };
}
