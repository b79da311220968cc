import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type SharedAmount,
  splitRefund,
  unrefunded,
} from '../../../../server/bff/domain/refund-split.ts';
import { isBalanced } from '../../../../server/loan-math/fee-split.ts';

function shared(merchant: number, platform: number, sponsor: number): SharedAmount {
  return {
    amountCents: merchant + platform + sponsor,
    split: {
      net_to_merchant_amount_cents: merchant,
      net_platform_fee_cents: platform,
      net_to_sponsor_amount_cents: sponsor,
    },
  };
}

/** The charge refunded in these parts, one after the other. */
function refundsIn(charge: SharedAmount, amounts: readonly number[]): SharedAmount[] {
  const refunds: SharedAmount[] = [];
  for (const amountCents of amounts) {
    refunds.push({ amountCents, split: splitRefund(charge, refunds, amountCents) });
  }
  return refunds;
}

describe('splitRefund()', () => {
  it('gives each part its share, and the last refund what is left', () => {
    const charge = shared(94_000, 4_000, 2_000);
    assert.deepEqual(refundsIn(charge, [33_333, 33_333, 33_334]), [
      shared(31_333, 1_333, 667),
      shared(31_333, 1_333, 667),
      shared(31_334, 1_334, 666),
    ]);
  });

  it('gives all of a charge back as it was shared out', () => {
    const charge = shared(805_000, 25_000, 10_000);
    assert.deepEqual(refundsIn(charge, [840_000]), [charge]);
  });

  it('leaves out a part that there is not', () => {
    assert.deepEqual(refundsIn(shared(1_000, 0, 0), [333]), [shared(333, 0, 0)]);
    assert.deepEqual(refundsIn(shared(0, 500, 500), [333]), [shared(0, 167, 166)]);
  });

  it('sums to the cent and takes no more of a part than is left, whatever is refunded', () => {
    const cents = fc.integer({ min: 0, max: 2_000 });
    const charges = fc
      .tuple(cents, cents, cents)
      .map(([merchant, platform, sponsor]) => shared(merchant, platform, sponsor))
      .filter(({ amountCents }) => amountCents > 0);
    const shares = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { maxLength: 12 });
    fc.assert(
      fc.property(charges, shares, (charge, parts) => {
        let earlier: SharedAmount[] = [];
        for (const part of [...parts, 1]) {
          const left = unrefunded(charge, earlier).amountCents;
          const amountCents = Math.ceil(left * part);
          if (amountCents === 0) break;
          const split = splitRefund(charge, earlier, amountCents);
          assert.ok(isBalanced(amountCents, split));
          for (const value of Object.values(split)) assert.ok(value >= 0);
          earlier = [...earlier, { amountCents, split }];
          for (const value of Object.values(unrefunded(charge, earlier).split)) {
            assert.ok(value >= 0);
          }
        }
        assert.equal(unrefunded(charge, earlier).amountCents, 0);
      }),
    );
  });
});
