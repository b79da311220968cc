import { addMonths, type CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import {
  interestAccruedWithoutPayments,
  interestBilledInPromo,
  promoPayoff,
} from '../../../platform/loan/deferred-interest.ts';
import type { LoanCosts } from '../../../platform/loan/loan-costs.ts';
import type { Product } from '../products/product.ts';

/** What a deferred-interest promotion comes to. */
export interface Promotion {
  /** Must have been paid by the end to owe no interest. */
  payoff_cents: number;
  end_date: CalendarDate;
  /** Owed when it has not been. */
  interest_cents: number;
  /** Whether the monthly payments alone pay it off in time. */
  is_paid_off_in_time: boolean;
}

/** The promotion of a product for an amount, or null when no interest is deferred. */
export function promotionOf(
  product: Product,
  amountCents: number,
  costs: LoanCosts,
  date: CalendarDate,
): Promotion | null {
  const { promo_type, promo_months } = product;
  if (promo_type !== 'deferred_with_payments' && promo_type !== 'deferred_no_payments') return null;
  const loan = {
    principal_cents: amountCents,
    interest_rate: product.interest_rate,
    number_of_payments: product.term_months,
    promo_months,
  };
  const withPayments = promo_type === 'deferred_with_payments';
  const paidInPromo = withPayments ? costs.monthly_payment_cents * promo_months : 0;
  return {
    payoff_cents: promoPayoff(amountCents, 0),
    end_date: addMonths(date, promo_months),
    interest_cents: withPayments
      ? interestBilledInPromo(loan)
      : interestAccruedWithoutPayments(loan),
    is_paid_off_in_time: promoPayoff(amountCents, paidInPromo) === 0,
  };
}
