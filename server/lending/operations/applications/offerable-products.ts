import type { Connection } from '../../../platform/database/database.ts';
import type { CalendarDate } from '../../domain/calendar/calendar-date.ts';
import { defaultRateSheet } from '../../domain/products/default-rate-sheet.ts';
import { isAvailableOn, type Product } from '../../domain/products/product.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { selectedProductIds } from '../../store/selected-products.ts';

/** The products that the merchant has selected and that can be offered on a day, in any state. */
export async function offerableProducts(
  connection: Connection<LendingSchema>,
  { sponsor_id, merchant_id }: Pick<ApplicationTable, 'sponsor_id' | 'merchant_id'>,
  date: CalendarDate,
): Promise<Product[]> {
  const selected = await selectedProductIds(connection, sponsor_id, merchant_id);
  return defaultRateSheet.filter(
    (product) => selected.has(product.product_id) && isAvailableOn(product, date),
  );
}

/** The product of an offer. Throws when the rate sheet has lost it, which it never does. */
export function productOf(productId: string): Product {
  const product = defaultRateSheet.find(({ product_id }) => product_id === productId);
  if (!product) throw new Error(`the rate sheet has no product ${productId}`);
  return product;
}
