export interface BankAccountNumber {
  ach_routing_number: string;
  ach_account_number: string;
}

export interface MicroDeposits {
  /** Two amounts from 1 to 99. */
  amounts_cents: readonly [number, number];
  /** How long they can be verified. */
  valid_ms: number;
  /** The return code when the bank sent them back. */
  return_code: string | null;
}

export type PayoutOutcome = { outcome: 'paid' } | { outcome: 'returned'; return_code: string };

/** The merchant's side of the automated clearing house. */
export interface BankRails {
  /** Two credits, each under a dollar; the same account again gets the same amounts. */
  sendMicroDeposits(account: BankAccountNumber): Promise<MicroDeposits>;
  payOut(account: BankAccountNumber, amountCents: number): Promise<PayoutOutcome>;
}
