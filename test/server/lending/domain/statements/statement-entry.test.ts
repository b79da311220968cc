import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  entryItems,
  entryKindOf,
  leftOf,
  netToMerchant,
  totalsOf,
} from '../../../../../server/lending/domain/statements.ts';

const split = {
  consumer_charge_amount_cents: 100_000,
  net_to_merchant_amount_cents: 94_000,
  net_platform_fee_cents: 4_000,
  net_to_sponsor_amount_cents: 2_000,
};

describe('entryKindOf()', () => {
  for (const [status, settled_at, transaction_description, kind] of [
    ['Transferred', 1, 109, 'charge'],
    ['Transferred', 1, 113, 'charge'],
    ['Transferred', 1, 115, 'refund'],
    ['Reversed', 1, 111, 'return'],
    ['Reversed', null, 111, undefined],
    ['Successful', null, 109, undefined],
    ['Successful', 1, 115, undefined],
    ['Excluded', null, 109, undefined],
    ['Failed', null, 115, undefined],
    ['Submitted', null, 109, undefined],
    ['Pending', null, 109, undefined],
  ] as const) {
    const settled = settled_at === null ? 'never settled' : 'settled';
    it(`brings ${kind ?? 'nothing'} for a ${transaction_description} that is ${status}, ${settled}`, () =>
      assert.equal(entryKindOf({ status, settled_at, transaction_description }), kind));
  }
});

describe('an entry', () => {
  it('is what the merchant gets of a charge, and gives back of a refund or a return', () => {
    assert.equal(netToMerchant(totalsOf({ ...split, kind: 'charge' })), 94_000);
    assert.equal(netToMerchant(totalsOf({ ...split, kind: 'refund' })), -94_000);
    assert.equal(netToMerchant(totalsOf({ ...split, kind: 'return' })), -94_000);
  });

  it('names the legs of a return as a refund’s', () => {
    const types = (kind: 'charge' | 'refund' | 'return') =>
      entryItems({ ...split, kind }).map(({ transaction_type }) => transaction_type);
    assert.equal(types('charge')[0], 'Consumer Charge Credit');
    assert.equal(types('return')[0], 'Consumer Refund Debit');
    assert.deepEqual(types('return'), types('refund'));
  });
});

describe('leftOf()', () => {
  it('takes every part of the refunds off', () => {
    const refunded = {
      consumer_charge_amount_cents: 40_000,
      net_to_merchant_amount_cents: 37_600,
      net_platform_fee_cents: 1_600,
      net_to_sponsor_amount_cents: 800,
    };
    assert.deepEqual(leftOf(split, refunded), {
      consumer_charge_amount_cents: 60_000,
      net_to_merchant_amount_cents: 56_400,
      net_platform_fee_cents: 2_400,
      net_to_sponsor_amount_cents: 1_200,
    });
  });
});
