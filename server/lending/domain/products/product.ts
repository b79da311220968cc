import type { ProductType } from '../../../lending-api/rate-sheets.ts';
import type { CreditTerms } from '../loan/loan-costs.ts';

/** A loan product as the lender defines it (lending decisions, 2.5). Percents are text, `12.99`. */
export interface Product extends CreditTerms {
  product_id: string;
  product_code: string;
  /** Safe to show to a consumer. */
  product_name: string;
  product_type: ProductType;
  min_amount_cents: number;
  max_amount_cents: number;
  merchant_fee_percent: string;
  platform_fee_percent: string;
  sponsor_fee_percent: string;
  late_fee_cents: number;
  purchase_window_days: number;
  available_states: readonly string[];
  /** `YYYY-MM-DD`. */
  effective_date: string;
  expiration_date: string | null;
  /** Offered only to a near-prime consumer. */
  is_near_prime_only: boolean;
}

/** Whether the product can be chosen and offered on a date (`YYYY-MM-DD`). */
export function isAvailable(product: Product, onDate: string): boolean {
  const { effective_date, expiration_date } = product;
  return effective_date <= onDate && (expiration_date === null || onDate < expiration_date);
}
