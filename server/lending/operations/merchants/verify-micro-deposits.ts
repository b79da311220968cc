import type { Transaction } from 'kysely';
import type {
  VerifyMicroDepositsRequest,
  VerifyMicroDepositsResponse,
} from '../../../lending-api/payment-detail.ts';
import { equalDigests } from '../../../platform/crypto/digest.ts';
import { unschedule } from '../../../platform/due-work/due-work.ts';
import { parseCents } from '../../../platform/money.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { amountsKey, attemptsRemaining } from '../../domain/bank-account.ts';
import { timestamp } from '../../domain/formats.ts';
import { type BankAccountStatus, bankAccountMachine } from '../../domain/states/bank-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import {
  findBankAccount,
  openMicroDeposits,
  updateBankAccount,
} from '../../store/bank-accounts.ts';
import type { BankAccountRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { timerKinds } from '../../work-kinds.ts';
import { expiredVerification } from './micro-deposits.ts';
import { lockOpenMerchant } from './open-merchant.ts';

/** A refusal is returned, not thrown, so that the attempt it counted is committed. */
type Outcome = VerifyMicroDepositsResponse | LendingError;

/**
 * Verifies the bank account by its two exact amounts, in any order (server/lending/DECISIONS.md,
 * Bank accounts).
 * @throws LendingError `wrong_state` for wrong amounts (the fourth time the verification has
 * failed), when the deposits have run out, and when the account is not Pending; and as
 * `lockOpenMerchant()`
 */
export async function verifyMicroDeposits(
  context: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  { micro_deposits_amounts }: VerifyMicroDepositsRequest,
): Promise<VerifyMicroDepositsResponse> {
  const sent = micro_deposits_amounts.map(parseCents);
  const outcome = await context.database.transaction(async (tx) => {
    const { merchant } = await lockOpenMerchant(context, tx, sponsor, {
      requestUserId,
      namedIn: 'path',
      action: 'manage_bank_account',
    });
    const account = await findBankAccount(tx, sponsor.id, merchant.id);
    return account?.status === 'Pending' ? tryAmounts(context, tx, account, sent) : notPending();
  });
  if (outcome instanceof LendingError) throw outcome;
  return outcome;
}

async function tryAmounts(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  account: BankAccountRow,
  sent: readonly number[],
): Promise<Outcome> {
  const now = context.clock.now(account.sponsor_id);
  if (now >= account.micro_deposits_expire_at) {
    if (!(await updateBankAccount(tx, account, expiredVerification(now)))) return notPending();
    return refusal('The micro-deposits have expired.', 'VerificationFailed');
  }
  const isRight = equalDigests(
    amountsKey(sent),
    amountsKey(openMicroDeposits(context.sealer, account)),
  );
  return isRight ? verify(tx, account, now) : countWrongAttempt(tx, account, now);
}

async function verify(
  tx: Transaction<LendingSchema>,
  account: BankAccountRow,
  now: number,
): Promise<Outcome> {
  const status = transition(bankAccountMachine, 'Pending', 'amounts_matched');
  const change = { status, verified_at: now, modified_at: now };
  // The timer of the deposits does not wait for the merchant's lock.
  if (!(await updateBankAccount(tx, account, change))) return notPending();
  await unschedule(tx, timerKinds.microDepositExpiry, account.id);
  return {
    detail: 'The bank account is verified.',
    bank_account_status: 'Verified',
    attempts_remaining: attemptsRemaining(account.wrong_attempts),
    verified_at: timestamp(now),
  };
}

async function countWrongAttempt(
  tx: Transaction<LendingSchema>,
  account: BankAccountRow,
  now: number,
): Promise<Outcome> {
  const wrong_attempts = account.wrong_attempts + 1;
  const remaining = attemptsRemaining(wrong_attempts);
  const hasFailed = remaining === 0;
  const event = hasFailed ? 'attempts_exceeded' : 'attempt_failed';
  const status = transition(bankAccountMachine, 'Pending', event);
  const status_reason = hasFailed ? 'micro-deposit-attempts-exceeded' : null;
  const change = { status, status_reason, wrong_attempts, modified_at: now };
  if (!(await updateBankAccount(tx, account, change))) return notPending();
  if (hasFailed) await unschedule(tx, timerKinds.microDepositExpiry, account.id);
  return refusal('The amounts are not right.', status, remaining);
}

function refusal(
  detail: string,
  bank_account_status: BankAccountStatus,
  attempts_remaining = 0,
): Outcome {
  return new LendingError('wrong_state', detail, {
    body: { bank_account_status, attempts_remaining },
  });
}

function notPending(): Outcome {
  return new LendingError('wrong_state', 'No bank account is waiting for verification.');
}
