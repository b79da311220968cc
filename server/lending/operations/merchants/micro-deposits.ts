import { schedule } from '../../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import { formatCents } from '../../../platform/money.ts';
import type { LendingContext } from '../../context.ts';
import { attemptsRemaining, bankAccountStatusAt } from '../../domain/bank-account.ts';
import { timestamp } from '../../domain/formats.ts';
import { type BankAccountStatus, bankAccountMachine } from '../../domain/states/bank-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import type { MicroDeposits } from '../../providers/providers.ts';
import {
  findBankAccount,
  findBankAccountById,
  openAccountNumber,
  openMicroDeposits,
  sealMicroDeposits,
  updateBankAccount,
} from '../../store/bank-accounts.ts';
import { findMerchantByOwnId } from '../../store/merchants.ts';
import type { BankAccountRow } from '../../store/schema/merchants.ts';
import { timerKinds } from '../../work-kinds.ts';

/** Of a New account, or of one whose verification has failed. */
type VerificationStart = 'deposits_sent' | 'initiated_again';

/**
 * Sends two deposits and makes the account Pending, or VerificationFailed when the bank returned
 * them. Answers undefined when another call was faster.
 * @throws LendingError `unavailable` when they could not be sent; the account stays as it is
 */
export async function sendMicroDeposits(
  context: LendingContext,
  account: BankAccountRow,
  start: VerificationStart,
): Promise<BankAccountRow | undefined> {
  const initiations = account.initiations + (start === 'initiated_again' ? 1 : 0);
  const deposits = await send(context, account, initiations);
  const change = { ...verificationStarted(context, account, start, deposits), initiations };
  return context.database.transaction(async (tx) => {
    if (!(await updateBankAccount(tx, account, change))) return undefined;
    if (change.status === 'Pending') {
      await schedule(tx, {
        kind: timerKinds.microDepositExpiry,
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
  account: BankAccountRow,
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
  account: BankAccountRow,
  start: VerificationStart,
  { amounts_cents, valid_ms, return_code }: MicroDeposits,
) {
  const now = clock.now(account.sponsor_id);
  const pending = transition(bankAccountMachine, account.status, start);
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

/** The status_reason of a verification that ended after them. */
export const MICRO_DEPOSITS_EXPIRED = 'micro-deposit-expired';

/** What a Pending account becomes when its deposits have run out. */
export function expiredVerification(now: number): Partial<BankAccountRow> {
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

interface MicroDepositsView {
  bank_account_status: BankAccountStatus;
  /** What the merchant's bank statement would show. */
  micro_deposits_amounts: string[];
  attempts_remaining: number;
  micro_deposits_sent_at: string;
  micro_deposits_expire_at: string;
}

/**
 * The two amounts that were sent to the merchant's bank account, for a sandbox without banks.
 * @throws LendingError `not_found` for an unknown merchant and one without an account
 */
export async function readMicroDeposits(
  { database, sealer, clock }: Pick<LendingContext, 'database' | 'sealer' | 'clock'>,
  sponsorId: string,
  contractorId: string,
): Promise<MicroDepositsView> {
  const { query } = database;
  const merchant = await findMerchantByOwnId(query, sponsorId, contractorId);
  const account = merchant && (await findBankAccount(query, sponsorId, merchant.id));
  if (!account) throw new LendingError('not_found', 'Not found.');
  return {
    bank_account_status: bankAccountStatusAt(account, clock.now(sponsorId)),
    micro_deposits_amounts: openMicroDeposits(sealer, account).map(formatCents),
    attempts_remaining: attemptsRemaining(account.wrong_attempts),
    micro_deposits_sent_at: timestamp(account.micro_deposits_sent_at),
    micro_deposits_expire_at: timestamp(account.micro_deposits_expire_at),
  };
}
