import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  amountsKey,
  attemptsRemaining,
  bankAccountStatusAt,
  isRoutingNumber,
  secCodeFor,
} from '../../../../server/lending/domain/bank-account.ts';

describe('secCodeFor()', () => {
  for (const [holder, sent, code] of [
    ['business', undefined, 'CCD'],
    ['business', 'CCD', 'CCD'],
    ['business', 'PPD', undefined],
    ['business', 'WEB', undefined],
    ['business', 'TEL', undefined],
    ['personal', undefined, 'PPD'],
    ['personal', 'PPD', 'PPD'],
    ['personal', 'WEB', 'WEB'],
    ['personal', 'TEL', 'TEL'],
    ['personal', 'CCD', undefined],
  ] as const) {
    it(`is ${code} for a ${holder} holder who sent ${sent}`, () =>
      assert.equal(secCodeFor(holder, sent), code));
  }
});

describe('bankAccountStatusAt()', () => {
  for (const [status, now, expected] of [
    ['Pending', 999, 'Pending'],
    ['Pending', 1000, 'VerificationFailed'],
    ['Verified', 1000, 'Verified'],
    ['VerificationFailed', 1, 'VerificationFailed'],
  ] as const) {
    it(`is ${expected} for ${status} at ${now} of 1000`, () =>
      assert.equal(bankAccountStatusAt({ status, micro_deposits_expire_at: 1000 }, now), expected));
  }
});

describe('attemptsRemaining()', () => {
  it('leaves three after the first wrong one and none after the fourth', () => {
    assert.deepEqual([0, 1, 2, 3, 4, 5].map(attemptsRemaining), [4, 3, 2, 1, 0, 0]);
  });
});

describe('amountsKey()', () => {
  it('does not mind the order', () => {
    assert.equal(amountsKey([45, 32]), amountsKey([32, 45]));
  });

  it('tells amounts apart', () => {
    assert.notEqual(amountsKey([1, 23]), amountsKey([12, 3]));
    assert.notEqual(amountsKey([32, 32]), amountsKey([32, 45]));
  });
});

describe('isRoutingNumber()', () => {
  for (const [text, valid] of [
    ['110000000', true],
    ['011000015', true],
    ['021000021', true],
    ['222222226', true],
    ['322271627', true],
    ['091000022', true],
    ['120000003', true],
    ['210000007', true],
    ['320000007', true],
    ['610000005', true],
    ['720000005', true],
    ['800000006', true],
    ['130000006', false],
    ['200000004', false],
    ['330000000', false],
    ['600000002', false],
    ['730000008', false],
    ['790000006', false],
    ['810000009', false],
    ['123456789', false],
    ['111111111', false],
    ['120000004', false],
    ['333333334', false],
    ['987654320', false],
    ['999999992', false],
    ['000000000', false],
    ['11000000', false],
    ['1100000000', false],
    ['11000000a', false],
  ] as const) {
    it(`is ${valid} for ${text}`, () => assert.equal(isRoutingNumber(text), valid));
  }

  it('finds every wrong digit', () => {
    const place = fc.integer({ min: 0, max: 8 });
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = [...'021000021'];
        digits[at] = String((Number(digits[at]) + by) % 10);
        return !isRoutingNumber(digits.join(''));
      }),
    );
  });
});
