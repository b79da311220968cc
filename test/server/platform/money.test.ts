import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatCents, parseCents } from '../../../server/platform/money.ts';

const anAmount = fc.integer({ min: 0, max: 99_999_999_999 });

describe('parseCents() [asvs:money]', () => {
  for (const [text, cents] of [
    ['8400.00', 840000],
    ['0', 0],
    ['0.5', 50],
    ['19.99', 1999],
    ['999999999.99', 99_999_999_999],
  ] as const) {
    it(`reads ${text}`, () => assert.equal(parseCents(text), cents));
  }

  for (const text of [
    '',
    '.5',
    '1.',
    '1.234',
    '-1.00',
    '1e3',
    '1,000.00',
    '0x10',
    ' 1',
    '1234567890',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.throws(() => parseCents(text), RangeError));
  }

  it('reads back what formatCents() wrote', () => {
    fc.assert(fc.property(anAmount, (cents) => parseCents(formatCents(cents)) === cents));
  });
});

describe('formatCents()', () => {
  it('writes two decimals', () => assert.equal(formatCents(5), '0.05'));
  it('writes a negative balance', () => assert.equal(formatCents(-123456), '-1234.56'));
  it('refuses a fraction of a cent', () => assert.throws(() => formatCents(0.5), RangeError));
});
