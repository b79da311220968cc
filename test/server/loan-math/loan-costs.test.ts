import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { solveApr } from '../../../server/loan-math/apr.ts';
import { levelSchedule } from '../../../server/loan-math/level-schedule.ts';
import { type CreditTerms, loanCosts, paymentRuns } from '../../../server/loan-math/loan-costs.ts';
import { formatCents, parseCents } from '../../../server/platform/money.ts';

const terms = (over: Partial<CreditTerms>): CreditTerms => ({
  interest_rate: '12.99',
  term_months: 60,
  promo_type: 'none',
  promo_months: 0,
  origination_fee_percent: '0.00',
  ...over,
});

const vectors = [
  ['10000.00', '12.99', 60, '0.00', '10000.00', '3648.77', '12.99'],
  ['8000.00', '12.99', 60, '0.00', '8000.00', '2919.08', '12.99'],
  ['10000.00', '7.99', 60, '0.00', '10000.00', '2162.87', '7.99'],
  ['10000.00', '9.99', 120, '0.00', '10000.00', '5851.06', '9.99'],
  ['10000.00', '17.99', 84, '0.00', '10000.00', '7650.08', '17.99'],
  ['7500.00', '17.99', 84, '0.00', '7500.00', '5737.55', '17.99'],
  ['6000.00', '17.99', 60, '0.00', '6000.00', '3139.57', '17.99'],
  ['2500.00', '29.99', 24, '0.00', '2500.00', '854.48', '29.99'],
  ['10000.00', '0', 12, '0.00', '10000.00', '0.00', '0.00'],
  ['1000.00', '0', 24, '0.00', '1000.00', '0.00', '0.00'],
  ['1000.00', '12.99', 6, '0.00', '1000.00', '38.23', '12.99'],
  ['10000.00', '9.99', 60, '3.00', '9700.00', '3045.24', '11.31'],
  ['5000.00', '12.00', 24, '2.00', '4900.00', '748.80', '14.04'],
] as const;

describe('loanCosts()', () => {
  for (const [principal, rate, months, fee, financed, charge, apr] of vectors) {
    it(`discloses ${principal} at ${rate} % over ${months} months with a fee of ${fee} %`, () => {
      const costs = loanCosts(
        parseCents(principal),
        terms({ interest_rate: rate, term_months: months, origination_fee_percent: fee }),
      );
      assert.equal(formatCents(costs.amount_financed_cents), financed);
      assert.equal(formatCents(costs.finance_charge_cents), charge);
      assert.equal(costs.apr, apr);
      assert.equal(costs.number_of_payments, months);
      assert.equal(costs.first_payment_month, 1);
    });
  }

  it('takes a deferred promotion without payments as not met', () => {
    const costs = loanCosts(
      600_000,
      terms({ interest_rate: '17.99', promo_type: 'deferred_no_payments', promo_months: 12 }),
    );
    assert.deepEqual(costs, {
      interest_rate: '17.99',
      apr: '17.52',
      number_of_payments: 48,
      first_payment_month: 13,
      monthly_payment_cents: 20_792,
      final_payment_cents: 20_797,
      amount_financed_cents: 600_000,
      finance_charge_cents: 398_021,
      total_of_payments_cents: 998_021,
      origination_fee_amount_cents: 0,
      // Each month's interest of 6,000.00 at 17.99 % is 89.95.
      promotion: { payoff_cents: 600_000, interest_cents: 107_940, is_paid_off_in_time: false },
    });
  });

  it('shares the payments into what was financed and what it costs', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50_000, max: 10_000_000 }),
        fc.integer({ min: 0, max: 29_990 }),
        fc.integer({ min: 3, max: 240 }),
        fc.integer({ min: 0, max: 500 }),
        (principal, thousandths, term_months, feeHundredths) => {
          const loan = terms({
            interest_rate: (thousandths / 1000).toFixed(3),
            term_months,
            origination_fee_percent: (feeHundredths / 100).toFixed(2),
          });
          const costs = loanCosts(principal, loan);
          const sum = costs.amount_financed_cents + costs.finance_charge_cents;
          assert.equal(sum, costs.total_of_payments_cents);
          assert.ok(costs.finance_charge_cents >= 0);
          assert.ok(Math.abs(Number(costs.apr) - solved(principal, loan, costs)) <= 0.005 + 1e-9);
        },
      ),
    );
  });
});

function solved(principal: number, loan: CreditTerms, costs: { amount_financed_cents: number }) {
  const schedule = levelSchedule({
    principal_cents: principal,
    interest_rate: loan.interest_rate,
    number_of_payments: loan.term_months,
  });
  const apr = solveApr({
    amount_financed_cents: costs.amount_financed_cents,
    payments: paymentRuns(schedule, 1),
    unit_periods_per_year: 12,
  });
  return apr.toNumber();
}
