import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loanNumber } from '../../../../server/lending/domain/loan-number.ts';

const nineDigits = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 })
  .map((digits) => digits.join(''));

describe('loanNumber()', () => {
  it('adds the Luhn digit', () => assert.equal(loanNumber('734205518'), '7342055188'));

  it('never begins with zero', () => {
    fc.assert(fc.property(nineDigits, (digits) => isLoanNumber(loanNumber(digits))));
  });

  it('shows every wrong digit', () => {
    const place = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(nineDigits, place, fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
        const wrong = [...loanNumber(digits)];
        wrong[at] = String((Number(wrong[at]) + by) % 10);
        return !isLoanNumber(wrong.join(''));
      }),
    );
  });
});

/** Ten digits whose sum by Luhn's rule ends in 0. */
function isLoanNumber(text: string): boolean {
  const sum = [...text].reverse().reduce((total, digit, place) => {
    const value = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return /^[1-9]\d{9}$/.test(text) && sum % 10 === 0;
}
