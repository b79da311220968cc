import { sampleLender } from '../lender.ts';
import type { Product } from './product.ts';

const states = (
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ ' +
  'NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
).split(' ');

const shared = {
  promo_type: 'none',
  promo_months: 0,
  origination_fee_percent: '0.00',
  late_fee_amount_cents: 25_00,
  purchase_window_days: 150,
  lender_name: sampleLender.name,
  lender_nmls_id: sampleLender.nmls_id,
  available_states: states,
  is_available: true,
  is_near_prime_only: false,
  effective_date: '2026-01-01',
  expiration_date: null,
} as const;

/**
 * The products that a sandbox merchant chooses from (server/lending/DECISIONS.md, Products and
 * offer codes). Offers that stand and loans that are signed are priced by them, so the terms of a
 * product_id never change and none is taken out: a new price is a new product with its
 * `effective_date`, and the old one gets an `expiration_date`.
 */
export const defaultRateSheet: readonly Product[] = [
  {
    ...shared,
    product_id: '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6001',
    product_code: 'STD-60-1299',
    product_name: '60-month loan',
    product_name_es: 'Préstamo a 60 meses',
    product_type: 'standard',
    interest_rate: '12.99',
    term_months: 60,
    merchant_fee_percent: '0.00',
    platform_fee_percent: '0.00',
    sponsor_fee_percent: '0.00',
    min_amount_cents: 500_00,
    max_amount_cents: 100_000_00,
  },
  {
    ...shared,
    product_id: '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6002',
    product_code: 'RR-60-799',
    product_name: '60-month loan at a reduced rate',
    product_name_es: 'Préstamo a 60 meses con tasa reducida',
    product_type: 'reduced_rate',
    interest_rate: '7.99',
    term_months: 60,
    merchant_fee_percent: '6.00',
    platform_fee_percent: '4.00',
    sponsor_fee_percent: '2.00',
    min_amount_cents: 1000_00,
    max_amount_cents: 100_000_00,
  },
  {
    ...shared,
    product_id: '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6003',
    product_code: 'RR-120-999',
    product_name: '120-month loan at a reduced rate',
    product_name_es: 'Préstamo a 120 meses con tasa reducida',
    product_type: 'reduced_rate',
    interest_rate: '9.99',
    term_months: 120,
    merchant_fee_percent: '5.50',
    platform_fee_percent: '3.00',
    sponsor_fee_percent: '2.50',
    min_amount_cents: 5000_00,
    max_amount_cents: 100_000_00,
  },
  {
    ...shared,
    product_id: '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6004',
    product_code: 'ZERO-12',
    product_name: '12 months without interest',
    product_name_es: '12 meses sin intereses',
    product_type: 'zero_interest',
    promo_type: 'zero_interest',
    interest_rate: '0.00',
    term_months: 12,
    merchant_fee_percent: '9.00',
    platform_fee_percent: '6.00',
    sponsor_fee_percent: '3.00',
    min_amount_cents: 500_00,
    max_amount_cents: 50_000_00,
  },
  {
    ...shared,
    product_id: '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6005',
    product_code: 'DI12-60-1799',
    product_name: '60-month loan, interest deferred for 12 months',
    product_name_es: 'Préstamo a 60 meses con intereses diferidos por 12 meses',
    product_type: 'deferred_interest',
    promo_type: 'deferred_with_payments',
    promo_months: 12,
    interest_rate: '17.99',
    term_months: 60,
    merchant_fee_percent: '7.50',
    platform_fee_percent: '5.00',
    sponsor_fee_percent: '2.50',
    min_amount_cents: 1000_00,
    max_amount_cents: 50_000_00,
  },
  {
    ...shared,
    product_id: '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6006',
    product_code: 'NP-84-1799',
    product_name: '84-month loan',
    product_name_es: 'Préstamo a 84 meses',
    product_type: 'standard',
    is_near_prime_only: true,
    interest_rate: '17.99',
    term_months: 84,
    merchant_fee_percent: '2.00',
    platform_fee_percent: '1.50',
    sponsor_fee_percent: '0.50',
    min_amount_cents: 500_00,
    max_amount_cents: 25_000_00,
  },
];
