import { disclosedApr, type PaymentRun } from './apr.ts';
import {
  interestAccruedWithoutPayments,
  interestBilledInPromo,
  promoPayoff,
  scheduleAfterNoPayments,
} from './deferred-interest.ts';
import { type LevelSchedule, levelSchedule } from './level-schedule.ts';
import { percentOfCents } from './rate.ts';

export type PromoType =
  | 'none'
  | 'zero_interest'
  | 'deferred_no_payments'
  | 'deferred_with_payments';

/** What a product says about the price of a loan. */
export interface CreditTerms {
  /** Percent a year, up to three decimals. */
  interest_rate: string;
  term_months: number;
  promo_type: PromoType;
  promo_months: number;
  origination_fee_percent: string;
}

/** The figures of Regulation Z, 1026.18, named as there. The promotion is taken as not met. */
export interface LoanCosts {
  /** What is charged, in percent a year. */
  interest_rate: string;
  apr: string;
  number_of_payments: number;
  /** Months from the advance to the first payment. */
  first_payment_month: number;
  monthly_payment_cents: number;
  final_payment_cents: number;
  amount_financed_cents: number;
  finance_charge_cents: number;
  total_of_payments_cents: number;
  origination_fee_amount_cents: number;
  /** Null if no interest is deferred. */
  promotion: PromotionCosts | null;
}

/** The interest that a promotion defers. */
export interface PromotionCosts {
  /** To be paid by the end of the promotion, so that no interest is owed. */
  payoff_cents: number;
  /** Owed if it was not paid by then. */
  interest_cents: number;
  /** True if the monthly payments alone pay it off in time. */
  is_paid_off_in_time: boolean;
}

/**
 * Prices a loan that is paid out in full at once, in equal months. Every price comes from here:
 * offers, terms, the rate sheet, the check of affordability, and the "as low as" line of a shop.
 */
export function loanCosts(principalCents: number, terms: CreditTerms): LoanCosts {
  const waits = terms.promo_type === 'deferred_no_payments' ? terms.promo_months : 0;
  const schedule = scheduleOf(principalCents, terms);
  const fee = percentOfCents(principalCents, terms.origination_fee_percent);
  const amountFinanced = principalCents - fee;
  const apr = disclosedApr({
    amount_financed_cents: amountFinanced,
    payments: paymentRuns(schedule, waits + 1),
    unit_periods_per_year: 12,
  });
  return {
    interest_rate: terms.interest_rate,
    apr,
    number_of_payments: schedule.rows.length,
    first_payment_month: waits + 1,
    monthly_payment_cents: schedule.monthly_payment_cents,
    final_payment_cents: schedule.final_payment_cents,
    amount_financed_cents: amountFinanced,
    finance_charge_cents: schedule.total_of_payments_cents - amountFinanced,
    total_of_payments_cents: schedule.total_of_payments_cents,
    origination_fee_amount_cents: fee,
    promotion: promotionOf(principalCents, terms, schedule.monthly_payment_cents),
  };
}

function promotionOf(
  principalCents: number,
  { promo_type, promo_months, interest_rate, term_months }: CreditTerms,
  monthlyPaymentCents: number,
): PromotionCosts | null {
  if (promo_type !== 'deferred_with_payments' && promo_type !== 'deferred_no_payments') return null;
  const loan = {
    principal_cents: principalCents,
    interest_rate,
    number_of_payments: term_months,
    promo_months,
  };
  const withPayments = promo_type === 'deferred_with_payments';
  const paidInPromo = withPayments ? monthlyPaymentCents * promo_months : 0;
  return {
    payoff_cents: promoPayoff(principalCents, 0),
    interest_cents: withPayments
      ? interestBilledInPromo(loan)
      : interestAccruedWithoutPayments(loan),
    is_paid_off_in_time: promoPayoff(principalCents, paidInPromo) === 0,
  };
}

/** A schedule's payments as the solver takes them. */
export function paymentRuns(schedule: LevelSchedule, firstUnitPeriod: number): PaymentRun[] {
  const count = schedule.rows.length;
  return [
    {
      amount_cents: schedule.monthly_payment_cents,
      count: count - 1,
      first_unit_period: firstUnitPeriod,
    },
    {
      amount_cents: schedule.final_payment_cents,
      count: 1,
      first_unit_period: firstUnitPeriod + count - 1,
    },
  ];
}

function scheduleOf(principalCents: number, terms: CreditTerms): LevelSchedule {
  const loan = {
    principal_cents: principalCents,
    interest_rate: terms.interest_rate,
    number_of_payments: terms.term_months,
  };
  return terms.promo_type === 'deferred_no_payments'
    ? scheduleAfterNoPayments({ ...loan, promo_months: terms.promo_months })
    : levelSchedule(loan);
}
