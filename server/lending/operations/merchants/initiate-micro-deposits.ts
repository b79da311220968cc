import type { Transaction } from 'kysely';
import {
  bankAccountStatus,
  type InitiateMicroDepositsResponse,
} from '../../../lending-api/payment-detail.ts';
import { afterACommit } from '../../../platform/database/database.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { bankAccountStatusAt, INITIATIONS_ALLOWED } from '../../domain/bank-account.ts';
import { timestamp } from '../../domain/formats.ts';
import { bankAccountMachine } from '../../domain/states/bank-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { findBankAccount, updateBankAccount } from '../../store/bank-accounts.ts';
import type { BankAccountRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { expiredVerification, sendMicroDeposits } from './micro-deposits.ts';
import { lockOpenMerchant } from './open-merchant.ts';

/**
 * Starts a failed verification again with two deposits and fresh attempts
 * (server/lending/DECISIONS.md, Bank accounts).
 * @throws LendingError `wrong_state` when it has not failed, and for the fourth start, which leaves
 * the account Errored; `unavailable` when the deposits could not be sent, which counts for nothing;
 * and as `lockOpenMerchant()`
 */
export async function initiateMicroDeposits(
  context: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
): Promise<InitiateMicroDepositsResponse> {
  const failed = await context.database.transaction(async (tx) => {
    const { merchant } = await lockOpenMerchant(context, tx, sponsor, {
      requestUserId,
      namedIn: 'path',
      action: 'manage_bank_account',
    });
    const account = await findBankAccount(tx, sponsor.id, merchant.id);
    return account ? failedAccount(context, tx, account) : hasNotFailed();
  });
  if (failed instanceof LendingError) throw failed;
  // Deposits may be on their way when it fails.
  const started = await afterACommit(() => sendMicroDeposits(context, failed, 'initiated_again'));
  if (!started) throw hasNotFailed();
  return answerOf(started, context.clock.now(sponsor.id));
}

/** A refusal is returned, not thrown, so that what it changed is committed. */
async function failedAccount(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  stored: BankAccountRow,
): Promise<BankAccountRow | LendingError> {
  const now = context.clock.now(stored.sponsor_id);
  if (bankAccountStatusAt(stored, now) !== 'VerificationFailed') {
    return hasNotFailed();
  }
  const account = stored.status === 'Pending' ? await expire(tx, stored, now) : stored;
  if (account.initiations < INITIATIONS_ALLOWED) return account;
  const errored = transition(bankAccountMachine, 'VerificationFailed', 'initiations_exceeded');
  await updateBankAccount(tx, account, {
    status: errored,
    status_reason: 'micro-deposit-initiations-exceeded',
    modified_at: now,
  });
  return new LendingError('wrong_state', 'The verification was started too often.', {
    body: { bank_account_status: errored },
  });
}

async function expire(
  tx: Transaction<LendingSchema>,
  account: BankAccountRow,
  now: number,
): Promise<BankAccountRow> {
  const change = expiredVerification(now);
  await updateBankAccount(tx, account, change);
  return { ...account, ...change };
}

function hasNotFailed(): LendingError {
  return new LendingError('wrong_state', 'No verification of a bank account has failed.');
}

function answerOf(account: BankAccountRow, now: number): InitiateMicroDepositsResponse {
  const status = bankAccountStatusAt(account, now);
  return {
    detail:
      status === 'Pending'
        ? 'Two micro-deposits are on their way.'
        : 'Two micro-deposits were sent and did not arrive.',
    bank_account_status: bankAccountStatus.parse(status),
    micro_deposits_sent_at: timestamp(account.micro_deposits_sent_at),
    micro_deposits_expire_at: timestamp(account.micro_deposits_expire_at),
  };
}
