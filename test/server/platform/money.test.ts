import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { FeeSplit } from '../../../server/platform/money.ts';
import { formatCents, isBalanced, parseCents, splitFee } from '../../../server/platform/money.ts';

const split = (merchant: string, platform: string, sponsor: string): FeeSplit => ({
  net_to_merchant_amount_cents: parseCents(merchant),
  net_platform_fee_cents: parseCents(platform),
  net_to_sponsor_amount_cents: parseCents(sponsor),
});

const anAmount = fc.integer({ min: 0, max: 99_999_999_999 });
const aPercent = fc.integer({ min: 0, max: 2500 }).map(formatCents);

describe('parseCents()', () => {
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

describe('splitFee()', () => {
  for (const [charge, fee, platform, expected] of [
    ['1234.56', '6.00', '3.60', split('1160.49', '44.44', '29.63')],
    ['1000.00', '6.00', '4.00', split('940.00', '40.00', '20.00')],
    ['999.99', '5.50', '3.00', split('944.99', '30.00', '25.00')],
    ['0.01', '6.00', '4.00', split('0.01', '0.00', '0.00')],
    ['100.00', '0.00', '0.00', split('100.00', '0.00', '0.00')],
  ] as const) {
    it(`shares out ${charge} at ${fee} and ${platform} percent`, () => {
      const percents = { merchant_fee_percent: fee, platform_fee_percent: platform };
      assert.deepEqual(splitFee(parseCents(charge), percents), expected);
    });
  }

  it('loses no cent and gives no one less than nothing', () => {
    fc.assert(
      fc.property(anAmount, aPercent, aPercent, (charge, fee, platform) => {
        const parts = splitFee(charge, {
          merchant_fee_percent: fee,
          platform_fee_percent: platform,
        });
        return isBalanced(charge, parts) && Object.values(parts).every((part) => part >= 0);
      }),
    );
  });
});

describe('isBalanced()', () => {
  for (const [charge, parts, balanced] of [
    ['1000.00', split('940.00', '40.00', '20.00'), true],
    ['1234.56', split('1160.49', '44.44', '29.63'), true],
    ['19.99', split('17.89', '1.05', '1.05'), true],
    ['1000.00', split('940.00', '40.00', '19.99'), false],
  ] as const) {
    it(`is ${balanced} for ${charge}, which floating point may get wrong`, () =>
      assert.equal(isBalanced(parseCents(charge), parts), balanced));
  }
});
