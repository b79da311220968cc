import {
  type LevelLoan,
  type LevelSchedule,
  levelSchedule,
  monthlyInterest,
} from './level-schedule.ts';

/** A loan whose interest is waived when the principal is paid within the promotional months. */
export interface DeferredLoan extends LevelLoan {
  promo_months: number;
}

/**
 * Interest that is billed in the promotional months while payments are made, and credited in full
 * when these sum to the principal by their end.
 */
export function interestBilledInPromo(loan: DeferredLoan): number {
  const promoRows = levelSchedule(loan).rows.slice(0, loan.promo_months);
  return promoRows.reduce((sum, row) => sum + row.interest_cents, 0);
}

/** What is still to be paid by the end of the promotion to owe no interest. */
export function promoPayoff(principalCents: number, paidCents: number): number {
  return Math.max(0, principalCents - paidCents);
}

/** Interest of the promotional months without payments: simple, each month rounded. */
export function interestAccruedWithoutPayments(loan: DeferredLoan): number {
  return monthlyInterest(loan.principal_cents, loan.interest_rate) * loan.promo_months;
}

/** The payments after promotional months without any: the accrued interest is added at their end. */
export function scheduleAfterNoPayments(loan: DeferredLoan): LevelSchedule {
  return levelSchedule({
    principal_cents: loan.principal_cents + interestAccruedWithoutPayments(loan),
    interest_rate: loan.interest_rate,
    number_of_payments: loan.number_of_payments - loan.promo_months,
  });
}
