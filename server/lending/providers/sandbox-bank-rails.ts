import { dayMs } from '../../platform/durations.ts';
import { createHmac } from 'node:crypto';
import type { BankAccountNumber, BankRails, MicroDeposits } from './bank-rails.ts';
import { magic } from './magic-values.ts';

const DEPOSITS_VALID_MS = 14 * dayMs;

/** Bank rails by magic account number; other accounts get amounts of their own, always the same. */
export const sandboxBankRails: BankRails = {
  sendMicroDeposits: async (account): Promise<MicroDeposits> => ({
    amounts_cents: depositsFor(account),
    valid_ms: account.ach_account_number === magic.account.depositsExpired ? 0 : DEPOSITS_VALID_MS,
    return_code: account.ach_account_number === magic.account.depositsReturned ? 'R03' : null,
  }),
  payOut: async ({ ach_account_number }) =>
    ach_account_number === magic.account.payoutReturned
      ? { outcome: 'returned', return_code: 'R02' }
      : { outcome: 'paid' },
};

function depositsFor(account: BankAccountNumber): [number, number] {
  const { ach_routing_number, ach_account_number } = account;
  if (
    ach_routing_number === magic.routingNumber &&
    ach_account_number === magic.account.published
  ) {
    return [32, 45];
  }
  const digest = createHmac('sha256', 'sandbox micro-deposits')
    .update(`${ach_routing_number}:${ach_account_number}`)
    .digest();
  return [1 + (digest.readUInt32BE(0) % 99), 1 + (digest.readUInt32BE(4) % 99)];
}
