export interface BankAccountNumber {
  ach_routing_number: string;
  ach_account_number: string;
}

export interface MicroDepositOrder extends BankAccountNumber {
  /** The same id again is the same two deposits. */
  id: string;
}

export interface MicroDeposits {
  /** Two amounts from 1 to 99. */
  amounts_cents: readonly [number, number];
  /** How long they can be verified. */
  valid_ms: number;
  /** The return code when the bank sent them back. */
  return_code: string | null;
}

export interface Payout extends BankAccountNumber {
  /** The same id again is the same payout. */
  id: string;
  amount_cents: number;
}

export type PayoutOutcome = { outcome: 'paid' } | { outcome: 'returned'; return_code: string };

/** The merchant's side of the automated clearing house. */
export interface BankRails {
  /** Two credits, each under a dollar; the same account again gets the same amounts. */
  sendMicroDeposits(order: MicroDepositOrder): Promise<MicroDeposits>;
  payOut(payout: Payout): Promise<PayoutOutcome>;
}
