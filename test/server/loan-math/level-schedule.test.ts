import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { levelSchedule } from '../../../server/loan-math/level-schedule.ts';
import { formatCents, parseCents } from '../../../server/platform/money.ts';

const vectors = [
  ['10000.00', '12.99', 60, '227.48', '227.45', '13648.77'],
  ['8000.00', '12.99', 60, '181.98', '182.26', '10919.08'],
  ['10000.00', '7.99', 60, '202.72', '202.39', '12162.87'],
  ['10000.00', '9.99', 120, '132.10', '131.16', '15851.06'],
  ['10000.00', '17.99', 84, '210.12', '210.12', '17650.08'],
  ['7500.00', '17.99', 84, '157.59', '157.58', '13237.55'],
  ['6000.00', '17.99', 60, '152.33', '152.10', '9139.57'],
  ['2500.00', '29.99', 24, '139.77', '139.77', '3354.48'],
  ['10000.00', '0', 12, '833.33', '833.37', '10000.00'],
  ['1000.00', '0', 24, '41.67', '41.59', '1000.00'],
  ['1000.00', '12.99', 6, '173.04', '173.03', '1038.23'],
  ['10000.00', '9.99', 60, '212.42', '212.46', '12745.24'],
  ['5000.00', '12.00', 24, '235.37', '235.29', '5648.80'],
] as const;

describe('levelSchedule()', () => {
  for (const [principal, rate, count, payment, last, total] of vectors) {
    it(`pays back ${principal} at ${rate} % in ${count} months`, () => {
      const schedule = levelSchedule({
        principal_cents: parseCents(principal),
        interest_rate: rate,
        number_of_payments: count,
      });
      assert.equal(formatCents(schedule.monthly_payment_cents), payment);
      assert.equal(formatCents(schedule.final_payment_cents), last);
      assert.equal(formatCents(schedule.total_of_payments_cents), total);
    });
  }

  for (const [principal, rate, count, payment] of [
    ['23329.20', '15', 3, '7971.62'],
    ['3993.92', '18.75', 3, '1373.13'],
    ['21975.20', '37.5', 4, '5929.61'],
    ['50963.25', '8', 3, '17214.76'],
  ] as const) {
    it(`rounds up the half cent that ${principal} at ${rate} % in ${count} months comes to`, () => {
      const schedule = levelSchedule({
        principal_cents: parseCents(principal),
        interest_rate: rate,
        number_of_payments: count,
      });
      assert.equal(formatCents(schedule.monthly_payment_cents), payment);
    });
  }

  it('rounds the interest of every month', () => {
    const { rows } = levelSchedule({
      principal_cents: 100_000,
      interest_rate: '12.99',
      number_of_payments: 6,
    });
    assert.deepEqual(
      rows.map((row) => row.interest_cents),
      [1083, 907, 729, 550, 369, 185],
    );
  });

  it('pays back exactly the principal and ends at nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50_000, max: 10_000_000 }),
        fc.integer({ min: 0, max: 35_990 }),
        fc.integer({ min: 3, max: 240 }),
        (principal, thousandths, count) => {
          const interest_rate = (thousandths / 1000).toFixed(3);
          const schedule = levelSchedule({
            principal_cents: principal,
            interest_rate,
            number_of_payments: count,
          });
          const sum = (key: 'principal_cents' | 'payment_cents') =>
            schedule.rows.reduce((total, row) => total + row[key], 0);
          assert.equal(sum('principal_cents'), principal);
          assert.equal(sum('payment_cents'), schedule.total_of_payments_cents);
          assert.equal(schedule.rows.at(-1)?.balance_cents, 0);
          assert.ok(
            schedule.rows.every((row) => row.balance_cents >= 0 && row.interest_cents >= 0),
          );
        },
      ),
    );
  });

  it('refuses a loan whose payment would not cover the interest', () => {
    const loan = { principal_cents: 40, interest_rate: '99.999', number_of_payments: 240 };
    assert.throws(() => levelSchedule(loan), RangeError);
  });

  it('ends early when payments that were rounded up have paid it off', () => {
    const { rows, final_payment_cents } = levelSchedule({
      principal_cents: 24,
      interest_rate: '0',
      number_of_payments: 40,
    });
    assert.equal(rows.length, 24);
    assert.equal(final_payment_cents, 1);
  });
});
