import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lowestPayment } from '../../../../../server/bff/domain/lowest-payment.ts';
import { defaultRateSheet } from '../../../../../server/lending/domain/offers/default-rate-sheet.ts';
import { priceOffer } from '../../../../../server/lending/domain/offers/price-offers.ts';
import {
  isAvailableOn,
  rateSheetApr,
} from '../../../../../server/lending/domain/offers/product.ts';
import { formatCents } from '../../../../../server/platform/money.ts';

describe('the default rate sheet', () => {
  it('shows each product with its rate at the highest amount', () => {
    assert.deepEqual(
      defaultRateSheet.map((product) => [product.product_code, rateSheetApr(product)]),
      [
        ['STD-60-1299', '12.99'],
        ['RR-60-799', '7.99'],
        ['RR-120-999', '9.99'],
        ['ZERO-12', '0.00'],
        ['DI12-60-1799', '17.99'],
        ['NP-84-1799', '17.99'],
      ],
    );
  });

  it('shows the APR, and leads a shop to the costs, that an offer of the amount has', () => {
    const date = '2026-03-02';
    for (const product of defaultRateSheet) {
      const amount_cents = product.max_amount_cents;
      const amounts = { approved_amount_cents: amount_cents, amount_cents };
      const { costs } = priceOffer(product, { ...amounts, is_counter_offer: false }, date);
      assert.equal(rateSheetApr(product), costs.apr);
      const { min_amount_cents, max_amount_cents } = product;
      const listed = {
        ...product,
        is_selected: true,
        min_amount: formatCents(min_amount_cents),
        max_amount: formatCents(max_amount_cents),
        most_offered_amount: null,
      };
      const lowest = lowestPayment([listed], amount_cents, date);
      const isAdvertised = costs.promotion === null;
      assert.deepEqual(lowest?.costs, isAdvertised ? costs : undefined);
    }
  });

  it('shares every merchant fee between platform and sponsor', () => {
    for (const product of defaultRateSheet) {
      const parts = Number(product.platform_fee_percent) + Number(product.sponsor_fee_percent);
      assert.equal(parts.toFixed(2), product.merchant_fee_percent);
    }
  });

  it('serves the states and DC, not the territories', () => {
    for (const { available_states } of defaultRateSheet) {
      assert.equal(available_states.length, 51);
      assert.ok(['VI', 'GU', 'AS', 'MP', 'PR'].every((code) => !available_states.includes(code)));
    }
  });
});

describe('isAvailableOn()', () => {
  const [product] = defaultRateSheet;
  assert.ok(product);
  for (const [name, change, date, available] of [
    ['nominal', {}, '2026-03-02', true],
    ['its first day', {}, '2026-01-01', true],
    ['the day before', {}, '2025-12-31', false],
    ['its last day', { expiration_date: '2026-03-02' }, '2026-03-02', true],
    ['the day after', { expiration_date: '2026-03-02' }, '2026-03-03', false],
    ['taken off the sheet', { is_available: false }, '2026-03-02', false],
  ] as const) {
    it(`is ${available}: ${name}`, () =>
      assert.equal(isAvailableOn({ ...product, ...change }, date), available));
  }
});
