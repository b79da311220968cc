import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isRoutingNumber } from '../../../../server/lending/domain/routing-number.ts';

describe('isRoutingNumber()', () => {
  for (const [text, valid] of [
    ['110000000', true],
    ['011000015', true],
    ['021000021', true],
    ['222222226', true],
    ['322271627', true],
    ['091000022', true],
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
