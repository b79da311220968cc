import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  amountsKey,
  attemptsRemaining,
  bankAccountStatusAt,
  secCodeFor,
} from '../../../../../server/lending/domain/bank-account.ts';

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
