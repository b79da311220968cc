import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  availableSpend,
  loanNumber,
  purchaseWindow,
  purchaseWindowEndDate,
} from '../../../../server/lending/domain/loan.ts';

describe('availableSpend()', () => {
  const balance = {
    amount_spent_cents: 300,
    pending_charge_amount_cents: 200,
    unrestored_spend_cents: 0,
  };

  it('is the limit less what is spent and what waits for approval', () => {
    assert.equal(availableSpend({ ...balance, credit_limit_cents: 1000 }), 500);
  });

  it('does not grow by what was refunded after the purchase window', () => {
    const refunded = { ...balance, amount_spent_cents: 200, unrestored_spend_cents: 100 };
    assert.equal(availableSpend({ ...refunded, credit_limit_cents: 1000 }), 500);
  });

  it('is nothing before there is a limit', () => {
    assert.equal(availableSpend({ ...balance, credit_limit_cents: null }), 0);
  });
});

describe('purchaseWindow()', () => {
  it('lasts until the end of its last day in New York', () => {
    const window = purchaseWindow(Date.parse('2026-03-02T15:00:00Z'), 150);
    assert.equal(window.end_date, '2026-07-30');
    assert.equal(new Date(window.ends_at).toISOString(), '2026-07-31T04:00:00.000Z');
  });

  it('counts from the day in New York, not in UTC', () => {
    assert.equal(purchaseWindow(Date.parse('2026-03-03T03:00:00Z'), 1).end_date, '2026-03-03');
  });

  for (const acceptedAt of [
    '2026-03-08T04:59:59Z',
    '2026-03-08T05:00:00Z',
    '2026-11-01T12:00:00Z',
  ]) {
    it(`names its last day again from its end, accepted at ${acceptedAt}`, () => {
      const window = purchaseWindow(Date.parse(acceptedAt), 150);
      assert.equal(purchaseWindowEndDate(window.ends_at), window.end_date);
    });
  }
});

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
