import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import { defaultRateSheet } from '../../domain/products/default-rate-sheet.ts';
import { narrowProducts } from '../../domain/products/offer-code.ts';
import { isAvailableOn, type Product } from '../../domain/products/product.ts';
import type { ApplicationTable } from '../../store/schema.ts';
import { offerCodeTermsOf } from '../offer-codes/offer-code-terms.ts';

/**
 * The products that the merchant has selected and that can be offered on a day, in any state, as far
 * as the application's offer code lets them.
 */
export function offerableProducts(
  selected: ReadonlySet<string>,
  application: Pick<ApplicationTable, 'offer_code_terms'>,
  date: CalendarDate,
): Product[] {
  const offerable = defaultRateSheet.filter(
    (product) => selected.has(product.product_id) && isAvailableOn(product, date),
  );
  return narrowProducts(offerable, offerCodeTermsOf(application));
}

/** The product of an offer. Throws when the rate sheet has lost it, which it never does. */
export function productOf(productId: string): Product {
  const product = defaultRateSheet.find(({ product_id }) => product_id === productId);
  if (!product) throw new Error(`the rate sheet has no product ${productId}`);
  return product;
}
