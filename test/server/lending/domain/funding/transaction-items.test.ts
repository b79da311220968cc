import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  chargeItems,
  refundItems,
} from '../../../../../server/lending/domain/funding/transaction-items.ts';

const split = {
  consumer_charge_amount_cents: 100_000,
  net_to_merchant_amount_cents: 94_000,
  net_platform_fee_cents: 4_000,
  net_to_sponsor_amount_cents: 2_000,
};

const namesAndAmounts = (items: ReturnType<typeof chargeItems>) =>
  items.map((item) => [item.transaction_type, item.transaction_amount_cents]);

describe('chargeItems()', () => {
  it('names the legs of a charge', () => {
    assert.deepEqual(namesAndAmounts(chargeItems(split)), [
      ['Consumer Charge Credit', 100_000],
      ['Merchant Fee Debit', 6_000],
      ['Service Fee Debit', 4_000],
      ['Sponsor Fee Credit', 2_000],
    ]);
  });

  it('leaves out what is nothing', () => {
    const free = {
      consumer_charge_amount_cents: 100,
      net_to_merchant_amount_cents: 100,
      net_platform_fee_cents: 0,
      net_to_sponsor_amount_cents: 0,
    };
    assert.deepEqual(namesAndAmounts(chargeItems(free)), [['Consumer Charge Credit', 100]]);
  });
});

describe('refundItems()', () => {
  it('names the same legs the other way round', () => {
    assert.deepEqual(namesAndAmounts(refundItems(split)), [
      ['Consumer Refund Debit', 100_000],
      ['Merchant Fee Credit', 6_000],
      ['Service Fee Credit', 4_000],
      ['Sponsor Fee Debit', 2_000],
    ]);
  });
});
