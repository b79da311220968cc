import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatCents, parseCents } from '../../../server/platform/money.ts';

describe('parseCents()', () => {
  for (const [text, cents] of [
    ['8400.00', 840000],
    ['8400', 840000],
    ['8400.5', 840050],
    ['0.01', 1],
    ['007.10', 710],
    ['999999999.99', 99999999999],
  ] as const) {
    it(`reads ${text}`, () => assert.equal(parseCents(text), cents));
  }

  for (const text of ['', ' 1', '1.234', '1e3', '-1', '+1', '1,000.00', '.5', '1.', '1234567890']) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.throws(() => parseCents(text), RangeError));
  }
});

describe('formatCents()', () => {
  it('writes what parseCents reads', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
        assert.equal(parseCents(formatCents(cents)), cents);
      }),
    );
  });

  it('writes negative amounts', () => assert.equal(formatCents(-5), '-0.05'));

  it('refuses fractions of a cent', () => assert.throws(() => formatCents(0.5), RangeError));
});
