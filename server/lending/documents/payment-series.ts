import type { LoanCosts } from '../../loan-math/loan-costs.ts';

interface PaymentSeries {
  readonly count: number;
  readonly cents: number;
  /** The payment after them; null where all are equal. */
  readonly lastCents: number | null;
}

/** Payments as a consumer is told of them: a last one apart from the others only if it differs. */
export function paymentSeries(costs: LoanCosts): PaymentSeries {
  const { number_of_payments, monthly_payment_cents: cents, final_payment_cents } = costs;
  return final_payment_cents === cents
    ? { count: number_of_payments, cents, lastCents: null }
    : { count: number_of_payments - 1, cents, lastCents: final_payment_cents };
}
