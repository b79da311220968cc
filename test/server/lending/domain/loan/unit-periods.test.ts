import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  timeBetween,
  type UnitPeriod,
} from '../../../../../server/lending/domain/loan/unit-periods.ts';

const VECTORS: readonly (readonly [string, string, string, UnitPeriod, number, number])[] = [
  ['a month', '2026-01-10', '2026-02-10', { months: 1 }, 1, 0],
  ['a month and 19 days', '1978-02-10', '1978-04-01', { months: 1 }, 1, 19 / 30],
  ['6 days of a semimonth', '1978-02-23', '1978-03-01', 'semimonth', 0, 6 / 15],
  ['a semimonth and 2 days', '2026-01-14', '2026-01-31', 'semimonth', 1, 2 / 15],
  ['a quarter and 39 days', '1978-05-23', '1978-10-01', { months: 3 }, 1, 39 / 90],
  ['four weeks and 4 days', '1978-03-20', '1978-04-21', { days: 7 }, 4, 4 / 7],
  ['four weeks and 5 days', '2026-01-01', '2026-02-03', { days: 28 }, 1, 5 / 28],
  ['8 days of two weeks', '1978-04-03', '1978-04-11', { days: 14 }, 0, 8 / 14],
  ['a month and 22 days of two', '1978-01-10', '1978-03-01', { months: 2 }, 0, 52 / 60],
  ['the last day of a short month', '2026-01-31', '2026-02-28', { months: 1 }, 0, 28 / 30],
];

describe('timeBetween()', () => {
  for (const [name, advance, payment, period, whole, odd] of VECTORS) {
    it(`counts back from the payment: ${name}`, () => {
      assert.deepEqual(timeBetween(advance, payment, period), { whole, odd_fraction: odd });
    });
  }
});
