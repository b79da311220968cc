import type { Offer } from '../contract/offer.ts';
import type { OutcomeStrings } from './strings.ts';

/** What the lender calls an offer; where it gives no name, what kind of thing it is. */
export function offerName(
  { product_name, term_months }: Offer,
  { unnamed }: OutcomeStrings['offers'],
): string {
  return product_name || unnamed(term_months);
}
