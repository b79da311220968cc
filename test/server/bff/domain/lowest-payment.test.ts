import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lowestPayment } from '../../../../server/bff/domain/lowest-payment.ts';
import type { RateSheetProduct } from '../../../../server/bff/lender/lender.ts';

const today = '2026-03-02';

function aProduct(parts: Partial<RateSheetProduct> = {}): RateSheetProduct {
  return {
    product_id: '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6001',
    product_name: '60-month loan',
    interest_rate: '12.99',
    term_months: 60,
    promo_type: 'none',
    promo_months: 0,
    min_amount: '500.00',
    max_amount: '100000.00',
    most_offered_amount: null,
    merchant_fee_percent: '0.00',
    platform_fee_percent: '0.00',
    origination_fee_percent: '0.00',
    lender_name: 'Sample Lending Bank (sandbox)',
    lender_nmls_id: '000000',
    is_available: true,
    is_selected: true,
    effective_date: '2026-01-01',
    expiration_date: null,
    ...parts,
  };
}

const long = aProduct({ product_name: '120-month loan', interest_rate: '9.99', term_months: 120 });

describe('lowestPayment()', () => {
  it('is the lowest by the month, priced as an offer is', () => {
    const lowest = lowestPayment([aProduct(), long], 1_000_000, today);
    assert.equal(lowest?.product.product_name, '120-month loan');
    assert.equal(lowest?.costs.monthly_payment_cents, 13_210);
    assert.equal(lowest?.costs.final_payment_cents, 13_116);
    assert.equal(lowest?.costs.apr, '9.99');
  });

  const excluded: [string, Partial<RateSheetProduct>][] = [
    ['that the merchant has not selected', { is_selected: false }],
    ['that is not available', { is_available: false }],
    ['of later', { effective_date: '2026-03-03' }],
    ['that has ended', { expiration_date: '2026-03-01' }],
    ['for more', { min_amount: '10000.01' }],
    ['for less', { max_amount: '9999.99' }],
    ['that nobody gets for so much', { most_offered_amount: '9999.99' }],
    ['of no months', { term_months: 0 }],
    ['of more months than any loan', { term_months: 601 }],
    ['that could never be paid back', { interest_rate: '29.99', term_months: 600 }],
    ['whose fee is all of it', { origination_fee_percent: '99.999999' }],
    ['whose interest is deferred', { promo_type: 'deferred_with_payments', promo_months: 12 }],
  ];
  for (const [name, parts] of excluded) {
    it(`is never a product ${name}`, () => {
      const lowest = lowestPayment([{ ...long, ...parts }, aProduct()], 1_000_000, today);
      assert.equal(lowest?.product.product_name, '60-month loan');
    });
  }

  it('is nothing where there is no product', () => {
    assert.equal(lowestPayment([aProduct()], 10_000, today), undefined);
  });
});
