export interface LoanBalance {
  /** Null while the terms are not accepted. */
  credit_limit_cents: number | null;
  amount_spent_cents: number;
  pending_charge_amount_cents: number;
}

/** What may still be charged, which consumer repayments never add to; nothing without a limit. */
export function availableSpend(loan: LoanBalance): number {
  const { credit_limit_cents, amount_spent_cents, pending_charge_amount_cents } = loan;
  if (credit_limit_cents === null) return 0;
  return credit_limit_cents - amount_spent_cents - pending_charge_amount_cents;
}
