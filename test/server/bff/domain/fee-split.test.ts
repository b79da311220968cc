import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fees, splitAsAsked, splitByFees } from '../../../../server/bff/domain/fee-split.ts';
import { BffError } from '../../../../server/bff/errors.ts';
import type { FeeSplit } from '../../../../server/loan-math/fee-split.ts';
import { parseCents } from '../../../../server/platform/money.ts';

type Parts = readonly [merchant: string, platform: string, sponsor: string];

const fees: Fees = { platform_fee_percent: '3.60', sponsor_fee_percent: '1.00' };

const inCents = (split: FeeSplit) => [
  split.net_to_merchant_amount_cents,
  split.net_platform_fee_cents,
  split.net_to_sponsor_amount_cents,
];

function asked(
  amount: string,
  [net_to_merchant_amount, net_platform_fee, net_to_sponsor_amount]: Parts,
  entry: Parameters<typeof splitAsAsked>[2] = { may_split: true, fees },
): number[] {
  const parts = { net_to_merchant_amount, net_platform_fee, net_to_sponsor_amount };
  return inCents(splitAsAsked(parseCents(amount), parts, entry));
}

/** Refused with this code, for this field where there is one. */
const refused = (code: string, field?: string) => (error: unknown) => {
  assert.ok(error instanceof BffError);
  assert.equal(error.code, code);
  assert.deepEqual(error.errors, field && { [field]: ['not_accepted'] });
  return true;
};

describe('splitAsAsked()', () => {
  it('takes the parts as they are asked for', () => {
    assert.deepEqual(asked('1000.00', ['900.00', '60.01', '39.99']), [90_000, 6_001, 3_999]);
  });

  it('takes no split where the entry does not let the merchant split', () => {
    for (const may_split of [false, undefined]) {
      const split = () => asked('1000.00', ['900.00', '60.00', '40.00'], { may_split, fees });
      assert.throws(split, refused('invalid_request', 'fee_split'));
    }
  });

  it('takes no parts that sum to a cent more or less than the charge', () => {
    for (const merchant of ['899.99', '900.01']) {
      const split = () => asked('1000.00', [merchant, '60.00', '40.00']);
      assert.throws(split, refused('split_unbalanced'));
    }
  });

  it('leaves platform and sponsor what the fees give them, to the cent', () => {
    assert.deepEqual(asked('1000.00', ['954.00', '36.00', '10.00']), [95_400, 3_600, 1_000]);
    const less = () => asked('1000.00', ['954.01', '35.99', '10.00']);
    assert.throws(less, refused('invalid_request', 'fee_split.net_platform_fee'));
    const lessToSponsor = () => asked('1000.00', ['954.01', '36.00', '9.99']);
    assert.throws(lessToSponsor, refused('invalid_request', 'fee_split.net_to_sponsor_amount'));
  });

  it('gives neither the other’s part', () => {
    const toSponsor = () => asked('1000.00', ['954.00', '0.00', '46.00']);
    assert.throws(toSponsor, refused('invalid_request', 'fee_split.net_platform_fee'));
    const toPlatform = () => asked('1000.00', ['954.00', '46.00', '0.00']);
    assert.throws(toPlatform, refused('invalid_request', 'fee_split.net_to_sponsor_amount'));
  });

  it('rounds half a cent of what is due up, and less than half down', () => {
    // 3.60 percent of 1.25 are 4.5 cents, 1.00 percent are 1.25.
    assert.deepEqual(asked('1.25', ['1.19', '0.05', '0.01']), [119, 5, 1]);
    const less = () => asked('1.25', ['1.20', '0.04', '0.01']);
    assert.throws(less, refused('invalid_request', 'fee_split.net_platform_fee'));
    // 3.60 percent of 0.13 are 0.468 cents, 1.00 percent of 0.50 are half a cent.
    assert.deepEqual(asked('0.13', ['0.13', '0.00', '0.00']), [13, 0, 0]);
    const nothing = () => asked('0.50', ['0.48', '0.02', '0.00']);
    assert.throws(nothing, refused('invalid_request', 'fee_split.net_to_sponsor_amount'));
  });

  it('needs no cent that there is not, where two halves of one are due', () => {
    const halves = { platform_fee_percent: '50.00', sponsor_fee_percent: '50.00' };
    const entry = { may_split: true, fees: halves };
    assert.deepEqual(asked('0.01', ['0.00', '0.01', '0'], entry), [0, 1, 0]);
  });

  it('takes what splitByFees() says of every amount', () => {
    for (let cents = 1; cents <= 2_000; cents += 1) {
      const [merchant = 0, platform = 0, sponsor = 0] = inCents(splitByFees(cents, fees));
      const text = (part: number) => (part / 100).toFixed(2);
      const parts: Parts = [text(merchant), text(platform), text(sponsor)];
      assert.deepEqual(asked(text(cents), parts), [merchant, platform, sponsor]);
    }
  });

  it('takes any parts that balance where the entry has no fees, none of a part too', () => {
    const entry = { may_split: true };
    assert.deepEqual(asked('10.00', ['10.00', '0', '0.00'], entry), [1_000, 0, 0]);
    assert.deepEqual(asked('10.00', ['0', '10', '0'], entry), [0, 1_000, 0]);
    assert.throws(() => asked('10.00', ['10.00', '0.01', '0'], entry), refused('split_unbalanced'));
  });

  it('takes the merchant nothing but what it gives away itself', () => {
    assert.deepEqual(asked('10.00', ['0.00', '9.90', '0.10']), [0, 990, 10]);
  });

  it('reads no part with more than two decimals or nine digits, or below zero', () => {
    for (const platform of ['36.001', '1000000000.00', '-36.00', '3e1', '']) {
      assert.throws(() => asked('1000.00', ['954.00', platform, '10.00']), RangeError, platform);
    }
  });
});
