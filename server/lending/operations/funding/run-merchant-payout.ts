import type { Transaction } from 'kysely';
import { decidePayload, schedule } from '../../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { nextCutOff } from '../../domain/business-days.ts';
import { isInFlight, unrefunded } from '../../domain/funding/refund-rules.ts';
import { payoutReturnedEmail } from '../../domain/messages/merchant-messages.ts';
import { bankAccountMachine } from '../../domain/states/bank-account.ts';
import { canMove, transition } from '../../domain/states/state-machine.ts';
import {
  findBankAccount,
  findBankAccountById,
  openAccountNumber,
  updateBankAccount,
} from '../../store/bank-accounts.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { BankAccountRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { findTransaction, listRefundsOf } from '../../store/transactions.ts';
import { tellAdmins } from '../tell-admins.ts';
import { openTransaction } from './move-transaction.ts';

/** How much is paid out, and to which of the merchant's accounts; written before it is sent. */
interface DecidedPayout {
  bank_account_id: string;
  /** Of payouts that an earlier version decided there is none: those are of the whole part. */
  amount_cents?: number;
}

/**
 * Pays the merchant's part of a settled charge out to its bank account. A payout that comes back
 * leaves the account Errored (server/lending/DECISIONS.md, Bank accounts); without an active
 * account it waits for one. Account and amount are written down first, and the payout is sent by the
 * next run: one whose answer was lost is asked for again as it was, whatever account is in use by
 * then and whatever is refunded.
 */
export async function runMerchantPayout(
  context: LendingContext,
  { kind, key, scope, payload, dueAt, now }: Omit<ClaimedWork, 'attempts'>,
): Promise<DueWorkResult> {
  const { query } = context.database;
  // Written below alone.
  const decided = payload as DecidedPayout | null;
  if (decided === null) return decidePayout(context, { kind, key, scope, dueAt, now });
  const transaction = await findTransaction(query, scope, key);
  if (transaction?.status !== 'Transferred') return 'done';
  const account = await findBankAccountById(query, scope, decided.bank_account_id);
  if (!account) return 'done';
  const paid = await context.providers.bankRails.payOut({
    // Another account's is another payout: the one that came back is over.
    id: `${transaction.id}/${account.id}`,
    amount_cents: decided.amount_cents ?? transaction.net_to_merchant_amount_cents,
    ach_routing_number: account.ach_routing_number,
    ach_account_number: openAccountNumber(context.sealer, account),
  });
  if (paid.outcome === 'paid') return 'done';
  await context.database.transaction(async (tx) => {
    await markErrored(context, tx, account);
    await schedule(tx, { kind, key, scope, dueAt: nextCutOff(now) });
  });
  const { merchant_id } = account;
  const { return_code: code } = paid;
  context.log.warn({ event: 'payout_returned', merchant_id, payment_request_uuid: key, code });
  // The row was scheduled again above, and that one stays.
  return 'done';
}

/** Takes off what was refunded before; no refund is accepted or ends meanwhile. */
function decidePayout(
  context: LendingContext,
  { kind, key, scope, dueAt, now }: Omit<ClaimedWork, 'attempts' | 'payload'>,
): Promise<DueWorkResult> {
  return context.database.transaction(async (tx) => {
    const { transaction } = await openTransaction(context, tx, scope, key);
    if (transaction.status !== 'Transferred') return 'done';
    const refunds = await listRefundsOf(tx, transaction);
    // From when it was due: in one step of the clock, too, the refund ends before the last cut-off.
    if (refunds.some(isInFlight)) return { retryAt: nextCutOff(dueAt) };
    const { net_to_merchant_amount_cents: amount_cents } = unrefunded(transaction, refunds);
    if (amount_cents === 0) return 'done';
    const account = await findBankAccount(tx, scope, transaction.merchant_id);
    if (account?.status !== 'Verified') return { retryAt: nextCutOff(now) };
    const payload: DecidedPayout = { bank_account_id: account.id, amount_cents };
    await decidePayload(tx, { kind, key, scope, dueAt: now, payload });
    return 'done';
  });
}

/** Tells the Admins too: nothing is paid out or charged until an account is verified. */
async function markErrored(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  account: BankAccountRow,
): Promise<void> {
  const { status } = account;
  // One that was replaced meanwhile stays so.
  if (!canMove(bankAccountMachine, status, 'payout_returned')) return;
  const isErrored = await updateBankAccount(tx, account, {
    status: transition(bankAccountMachine, status, 'payout_returned'),
    status_reason: 'payout-return',
    modified_at: context.clock.now(account.sponsor_id),
  });
  if (!isErrored) return;
  const merchant = await findMerchant(tx, account.sponsor_id, account.merchant_id);
  if (!merchant) throw new Error(`no merchant ${account.merchant_id}`);
  await tellAdmins(context, tx, merchant, { kind: 'payout_returned', write: payoutReturnedEmail });
}
