import { schedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { bankAccountMachine } from '../../domain/states/bank-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import type { MicroDeposits } from '../../providers/bank-rails.ts';
import { openAccountNumber, sealMicroDeposits } from '../../store/bank-account-secrets.ts';
import { storedStatus, updateBankAccount } from '../../store/bank-accounts.ts';
import type { BankAccountTable } from '../../store/schema.ts';
import { MICRO_DEPOSIT_EXPIRY } from './expire-micro-deposits.ts';

/**
 * Sends the two deposits of a New account and makes it Pending, or VerificationFailed when the bank
 * returned them. Throws `unavailable` when they could not be sent; the account stays New.
 */
export async function sendMicroDeposits(
  context: LendingContext,
  account: BankAccountTable,
): Promise<BankAccountTable> {
  const deposits = await send(context, account);
  const change = verificationStarted(context, account, deposits);
  await context.database.transaction(async (tx) => {
    const isStillNew = await updateBankAccount(tx, account, change);
    if (!isStillNew || change.status !== 'Pending') return;
    await schedule(tx, {
      kind: MICRO_DEPOSIT_EXPIRY,
      key: account.id,
      scope: account.sponsor_id,
      dueAt: change.micro_deposits_expire_at,
    });
  });
  return { ...account, ...change };
}

async function send(
  { providers, sealer }: LendingContext,
  account: BankAccountTable,
): Promise<MicroDeposits> {
  const ach_account_number = openAccountNumber(sealer, account);
  const { ach_routing_number } = account;
  try {
    return await providers.bankRails.sendMicroDeposits({ ach_routing_number, ach_account_number });
  } catch (cause) {
    throw new LendingError('unavailable', 'The micro-deposits could not be sent; try again.', {
      cause,
    });
  }
}

function verificationStarted(
  { clock, sealer }: LendingContext,
  account: BankAccountTable,
  { amounts_cents, valid_ms, return_code }: MicroDeposits,
) {
  const now = clock.now(account.sponsor_id);
  const pending = transition(bankAccountMachine, storedStatus(account), 'deposits_sent');
  const isReturned = return_code !== null;
  return {
    ...sealMicroDeposits(sealer, account, amounts_cents),
    status: isReturned ? transition(bankAccountMachine, pending, 'deposit_returned') : pending,
    status_reason: isReturned ? 'micro-deposit-return' : null,
    wrong_attempts: 0,
    micro_deposits_sent_at: now,
    micro_deposits_expire_at: now + valid_ms,
    modified_at: now,
  };
}
