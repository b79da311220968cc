import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type FeeSplit, isBalanced, splitFee } from '../../../server/loan-math/fee-split.ts';
import { formatCents, parseCents } from '../../../server/platform/money.ts';

const split = (merchant: string, platform: string, sponsor: string): FeeSplit => ({
  net_to_merchant_amount_cents: parseCents(merchant),
  net_platform_fee_cents: parseCents(platform),
  net_to_sponsor_amount_cents: parseCents(sponsor),
});

const anAmount = fc.integer({ min: 0, max: 99_999_999_999 });
const aPercent = fc.integer({ min: 0, max: 2500 }).map(formatCents);

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
