export interface LoanBalance {
  /** Null while the terms are not accepted. */
  credit_limit_cents: number | null;
  amount_spent_cents: number;
  pending_charge_amount_cents: number;
  /** Refunded after the purchase window, so not to be spent again. */
  unrestored_spend_cents: number;
}

/**
 * What may still be charged; nothing without a limit. Consumer repayments never add to it, refunds
 * do while the purchase window is open, which a final charge has ended (lending decisions, 6.7, which
 * the formula of 2.13 leaves out): the limit may then be more than what is spent and available.
 */
export function availableSpend(loan: LoanBalance): number {
  if (loan.credit_limit_cents === null) return 0;
  const used = loan.amount_spent_cents + loan.pending_charge_amount_cents;
  return loan.credit_limit_cents - used - loan.unrestored_spend_cents;
}
