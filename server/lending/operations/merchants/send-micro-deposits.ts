import { schedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { bankAccountMachine } from '../../domain/states/bank-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import type { MicroDeposits } from '../../providers/providers.ts';
import { openAccountNumber, sealMicroDeposits } from '../../store/bank-account-secrets.ts';
import { storedStatus, updateBankAccount } from '../../store/bank-accounts.ts';
import type { BankAccountTable } from '../../store/schema.ts';
import { MICRO_DEPOSIT_EXPIRY } from './expire-micro-deposits.ts';

/** Of a New account, or of one whose verification has failed. */
export type VerificationStart = 'deposits_sent' | 'initiated_again';

/**
 * Sends two deposits and makes the account Pending, or VerificationFailed when the bank returned
 * them. Answers undefined when another call was faster. Throws `unavailable` when they could not
 * be sent; the account stays as it is.
 */
export async function sendMicroDeposits(
  context: LendingContext,
  account: BankAccountTable,
  start: VerificationStart,
): Promise<BankAccountTable | undefined> {
  const initiations = account.initiations + (start === 'initiated_again' ? 1 : 0);
  const deposits = await send(context, account, initiations);
  const change = { ...verificationStarted(context, account, start, deposits), initiations };
  return context.database.transaction(async (tx) => {
    if (!(await updateBankAccount(tx, account, change))) return undefined;
    if (change.status === 'Pending') {
      await schedule(tx, {
        kind: MICRO_DEPOSIT_EXPIRY,
        key: account.id,
        scope: account.sponsor_id,
        dueAt: change.micro_deposits_expire_at,
      });
    }
    return { ...account, ...change };
  });
}

async function send(
  { providers, sealer }: LendingContext,
  account: BankAccountTable,
  initiations: number,
): Promise<MicroDeposits> {
  const order = {
    // Two calls at once, of which one will win, send no more than two deposits.
    id: `${account.id}/${initiations}`,
    ach_routing_number: account.ach_routing_number,
    ach_account_number: openAccountNumber(sealer, account),
  };
  try {
    return await providers.bankRails.sendMicroDeposits(order);
  } catch (cause) {
    throw new LendingError('unavailable', 'The micro-deposits could not be sent; try again.', {
      cause,
    });
  }
}

function verificationStarted(
  { clock, sealer }: LendingContext,
  account: BankAccountTable,
  start: VerificationStart,
  { amounts_cents, valid_ms, return_code }: MicroDeposits,
) {
  const now = clock.now(account.sponsor_id);
  const pending = transition(bankAccountMachine, storedStatus(account), start);
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
