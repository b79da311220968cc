import type { Locale } from '../../../lending-api/contact.ts';
import type { ProductType } from '../../../lending-api/rate-sheets.ts';
import { type CreditTerms, loanCosts } from '../../../loan-math/loan-costs.ts';
import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';

/**
 * A loan product as the lender defines it (server/lending/DECISIONS.md, Products and offer codes).
 * Percents are text, `12.99`.
 */
export interface Product extends CreditTerms {
  product_id: string;
  product_code: string;
  /** Safe to show to a consumer. */
  product_name: string;
  /** The same for a consumer who reads Spanish. */
  product_name_es: string;
  product_type: ProductType;
  min_amount_cents: number;
  max_amount_cents: number;
  merchant_fee_percent: string;
  platform_fee_percent: string;
  sponsor_fee_percent: string;
  late_fee_amount_cents: number;
  purchase_window_days: number;
  lender_name: string;
  lender_nmls_id: string;
  available_states: readonly string[];
  is_available: boolean;
  /** Offered only to a near-prime consumer. */
  is_near_prime_only: boolean;
  /** First and last day, `YYYY-MM-DD`. */
  effective_date: string;
  expiration_date: string | null;
}

/** What a consumer reads; records of merchants and loans have the English `product_name`. */
export function consumerNameOf(product: Product, locale: Locale): string {
  return locale === 'es' ? product.product_name_es : product.product_name;
}

/** True if the product can be chosen and offered on a date (`YYYY-MM-DD`). */
export function isAvailableOn(product: Product, date: string): boolean {
  const { is_available, effective_date, expiration_date } = product;
  return (
    is_available && effective_date <= date && (expiration_date === null || date <= expiration_date)
  );
}

/** The APR that the rate sheet shows: with fees, at the highest amount, over the full term. */
export function rateSheetApr(product: Product): string {
  return loanCosts(product.max_amount_cents, product).apr;
}

/** What an offer code promises whoever was invited under it, whatever becomes of the code. */
export interface OfferCodeTerms {
  product_ids: readonly string[];
  min_amount_cents: number | null;
  max_amount_cents: number | null;
}

interface Validity {
  is_deleted: number;
  start_date: CalendarDate | null;
  end_date: CalendarDate | null;
}

/** True if a code can be used on a day: not deleted, not expired, and begun. */
export function isUsableOn({ is_deleted, start_date, end_date }: Validity, date: CalendarDate) {
  const hasBegun = start_date === null || start_date <= date;
  return is_deleted === 0 && hasBegun && (end_date === null || date <= end_date);
}

/** The products that the terms leave, each within their amounts; null leaves all as they are. */
export function narrowProducts(
  products: readonly Product[],
  terms: OfferCodeTerms | null,
): Product[] {
  if (terms === null) return [...products];
  return products
    .filter(({ product_id }) => terms.product_ids.includes(product_id))
    .map((product) => ({
      ...product,
      min_amount_cents: Math.max(product.min_amount_cents, terms.min_amount_cents ?? 0),
      max_amount_cents: Math.min(
        product.max_amount_cents,
        terms.max_amount_cents ?? product.max_amount_cents,
      ),
    }))
    .filter(({ min_amount_cents, max_amount_cents }) => min_amount_cents <= max_amount_cents);
}
