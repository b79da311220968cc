import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lowestPayment } from '../../../../../server/bff/domain/lowest-payment.ts';
import { defaultRateSheet } from '../../../../../server/lending/domain/offers/default-rate-sheet.ts';
import { priceOffer } from '../../../../../server/lending/domain/offers/price-offers.ts';
import {
  isAvailableOn,
  type Product,
  rateSheetApr,
} from '../../../../../server/lending/domain/offers/product.ts';
import { formatCents } from '../../../../../server/platform/money.ts';

const commonTerms = {
  promo_type: 'none',
  promo_months: 0,
  origination_fee_percent: '0.00',
  late_fee_amount_cents: 25_00,
  purchase_window_days: 150,
};

function termsOf(product: Product) {
  return {
    promo_type: product.promo_type,
    promo_months: product.promo_months,
    origination_fee_percent: product.origination_fee_percent,
    late_fee_amount_cents: product.late_fee_amount_cents,
    purchase_window_days: product.purchase_window_days,
    interest_rate: product.interest_rate,
    term_months: product.term_months,
    merchant_fee_percent: product.merchant_fee_percent,
    platform_fee_percent: product.platform_fee_percent,
    sponsor_fee_percent: product.sponsor_fee_percent,
  };
}

describe('the default rate sheet', () => {
  it('keeps the terms of each product, by which open offers and signed loans are priced', () => {
    assert.deepEqual(
      Object.fromEntries(defaultRateSheet.map((product) => [product.product_id, termsOf(product)])),
      {
        '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6001': {
          ...commonTerms,
          interest_rate: '12.99',
          term_months: 60,
          merchant_fee_percent: '0.00',
          platform_fee_percent: '0.00',
          sponsor_fee_percent: '0.00',
        },
        '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6002': {
          ...commonTerms,
          interest_rate: '7.99',
          term_months: 60,
          merchant_fee_percent: '6.00',
          platform_fee_percent: '4.00',
          sponsor_fee_percent: '2.00',
        },
        '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6003': {
          ...commonTerms,
          interest_rate: '9.99',
          term_months: 120,
          merchant_fee_percent: '5.50',
          platform_fee_percent: '3.00',
          sponsor_fee_percent: '2.50',
        },
        '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6004': {
          ...commonTerms,
          promo_type: 'zero_interest',
          interest_rate: '0.00',
          term_months: 12,
          merchant_fee_percent: '9.00',
          platform_fee_percent: '6.00',
          sponsor_fee_percent: '3.00',
        },
        '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6005': {
          ...commonTerms,
          promo_type: 'deferred_with_payments',
          promo_months: 12,
          interest_rate: '17.99',
          term_months: 60,
          merchant_fee_percent: '7.50',
          platform_fee_percent: '5.00',
          sponsor_fee_percent: '2.50',
        },
        '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6006': {
          ...commonTerms,
          interest_rate: '17.99',
          term_months: 84,
          merchant_fee_percent: '2.00',
          platform_fee_percent: '1.50',
          sponsor_fee_percent: '0.50',
        },
      },
    );
  });

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
