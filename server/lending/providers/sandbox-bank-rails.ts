import { createHmac } from 'node:crypto';
import type { BankAccountNumber, BankRails, MicroDeposits } from './bank-rails.ts';

const DAY_MS = 86_400_000;
const DEPOSITS_VALID_MS = 14 * DAY_MS;

const VERIFYING = { ach_routing_number: '110000000', ach_account_number: '000123456789' };
const RETURNED_ACCOUNT = '000000000013';
const EXPIRED_ACCOUNT = '000000000014';
const PAYOUT_RETURNED_ACCOUNT = '000111111116';

/** Bank rails by magic account number; other accounts get amounts of their own, always the same. */
export const sandboxBankRails: BankRails = {
  sendMicroDeposits: async (account): Promise<MicroDeposits> => ({
    amounts_cents: depositsFor(account),
    valid_ms: account.ach_account_number === EXPIRED_ACCOUNT ? 0 : DEPOSITS_VALID_MS,
    return_code: account.ach_account_number === RETURNED_ACCOUNT ? 'R03' : null,
  }),
  payOut: async ({ ach_account_number }) =>
    ach_account_number === PAYOUT_RETURNED_ACCOUNT
      ? { outcome: 'returned', return_code: 'R02' }
      : { outcome: 'paid' },
};

function depositsFor(account: BankAccountNumber): [number, number] {
  const { ach_routing_number, ach_account_number } = account;
  if (
    ach_routing_number === VERIFYING.ach_routing_number &&
    ach_account_number === VERIFYING.ach_account_number
  ) {
    return [32, 45];
  }
  const digest = createHmac('sha256', 'sandbox micro-deposits')
    .update(`${ach_routing_number}:${ach_account_number}`)
    .digest();
  return [1 + (digest.readUInt32BE(0) % 99), 1 + (digest.readUInt32BE(4) % 99)];
}
