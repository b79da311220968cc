import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import type { Product } from './product.ts';

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

/** Whether a code can be used on a day: not deleted, not expired, and begun. */
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
