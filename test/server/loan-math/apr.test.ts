import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { disclosedApr, solveApr } from '../../../server/loan-math/apr.ts';
import { levelSchedule } from '../../../server/loan-math/level-schedule.ts';
import { paymentRuns } from '../../../server/loan-math/loan-costs.ts';
import { formatCents, parseCents } from '../../../server/platform/money.ts';
import { APPENDIX_J, BOX_OF_H_12 } from './appendix-j.ts';

const schedules = [
  ['10000.00', '12.99', 60, '0', 12.99002],
  ['8000.00', '12.99', 60, '0', 12.98993],
  ['10000.00', '7.99', 60, '0', 7.98988],
  ['10000.00', '9.99', 120, '0', 9.99001],
  ['10000.00', '17.99', 84, '0', 17.99004],
  ['7500.00', '17.99', 84, '0', 17.99003],
  ['6000.00', '17.99', 60, '0', 17.9899],
  ['2500.00', '29.99', 24, '0', 29.99064],
  ['10000.00', '0', 12, '0', 0],
  ['1000.00', '0', 24, '0', 0],
  ['10000.00', '9.99', 60, '300.00', 11.31335],
  ['5000.00', '12.00', 24, '100.00', 14.04491],
] as const;

describe('solveApr()', () => {
  for (const example of APPENDIX_J) {
    it(`gives the published rate of ${example.name}`, () => {
      const apr = solveApr(example.loan);
      assert.equal(disclosedApr(example.loan), example.published);
      const digits = example.solved.split('.')[1]?.length ?? 0;
      assert.equal(apr.toFixed(digits), example.solved);
    });
  }

  it('comes to the rate of the box of H-12 within the eighth of a point of 12 CFR 1026.22(a)', () => {
    const { loan, published, solved, finance_charge, total_of_payments } = BOX_OF_H_12;
    const total = loan.payments.reduce((sum, each) => sum + each.count * each.amount_cents, 0);
    assert.equal(formatCents(total), total_of_payments);
    assert.equal(formatCents(total - loan.amount_financed_cents), finance_charge);
    assert.equal(solveApr(loan).toFixed(4), solved);
    assert.ok(Math.abs(Number(disclosedApr(loan)) - Number(published)) <= 1 / 8);
  });

  for (const [principal, rate, count, fee, expected] of schedules) {
    it(`solves ${principal} at ${rate} % in ${count} months less a fee of ${fee}`, () => {
      const schedule = levelSchedule({
        principal_cents: parseCents(principal),
        interest_rate: rate,
        number_of_payments: count,
      });
      const apr = solveApr({
        amount_financed_cents: parseCents(principal) - parseCents(fee),
        payments: paymentRuns(schedule, 1),
        unit_periods_per_year: 12,
      });
      assert.equal(apr.toFixed(5), expected.toFixed(5));
    });
  }

  it('counts the odd days of a long first period', () => {
    const withOdd = (odd_fraction: number) =>
      solveApr({
        amount_financed_cents: 1_000_000,
        payments: [{ amount_cents: 22_871, count: 60, first_unit_period: 1, odd_fraction }],
        unit_periods_per_year: 12,
      }).toFixed(5);
    assert.equal(withOdd(15 / 30), '12.98985');
    assert.equal(withOdd(0), '13.23003');
  });

  for (const [accrual, payment, last, expected] of [
    ['simple', 20_792, 20_797, '17.5155'],
    ['compounded', 21_067, 21_067, '17.9901'],
  ] as const) {
    it(`solves payments that start after a promotion with ${accrual} interest`, () => {
      const apr = solveApr({
        amount_financed_cents: 600_000,
        payments: [
          { amount_cents: payment, count: 47, first_unit_period: 13 },
          { amount_cents: last, count: 1, first_unit_period: 60 },
        ],
        unit_periods_per_year: 12,
      });
      assert.equal(apr.toFixed(4), expected);
    });
  }

  it('gives the rate at which the payments are worth what was financed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50_000, max: 10_000_000 }),
        fc.integer({ min: 2, max: 240 }),
        fc.integer({ min: 1, max: 100_000 }),
        (financed, count, extra) => {
          const payment = Math.ceil(financed / count) + extra;
          const monthly = solveApr({
            amount_financed_cents: financed,
            payments: [{ amount_cents: payment, count, first_unit_period: 1 }],
            unit_periods_per_year: 12,
          }).div(1200);
          let worth = monthly.times(0);
          for (let t = 0; t < count; t += 1) worth = worth.plus(payment).div(monthly.plus(1));
          assert.ok(worth.minus(financed).abs().lt(1e-6));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is disclosed as its exact digits round, also where they all but end in a half', () => {
    const payment = fc.integer({ min: 20_000, max: 60_000 });
    fc.assert(
      fc.property(payment, fc.integer({ min: 2, max: 120 }), (amount_cents, count) => {
        const half = halfWay(amount_cents, count);
        for (const amount_financed_cents of [half - 1, half, half + 1]) {
          const loan = {
            amount_financed_cents,
            payments: [{ amount_cents, count, first_unit_period: 1 }],
            unit_periods_per_year: 12,
          };
          assert.equal(disclosedApr(loan), solveApr(loan).toFixed(2));
        }
      }),
    );
  });

  it('refuses payments that do not pay back what was financed', () => {
    const loan = {
      amount_financed_cents: 1000,
      payments: [{ amount_cents: 333, count: 3, first_unit_period: 1 }],
      unit_periods_per_year: 12,
    };
    assert.throws(() => solveApr(loan), RangeError);
  });
});

/** What payments are worth, to the cent, at 12.345 percent. */
function halfWay(amountCents: number, count: number): number {
  const monthly = 12.345 / 1200;
  return Math.round((amountCents * (1 - (1 + monthly) ** -count)) / monthly);
}
