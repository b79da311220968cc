import type { RateSheetProduct } from '../../../lending-api/rate-sheets.ts';
import { formatCents } from '../../../platform/money.ts';
import { defaultRateSheet } from '../../domain/products/default-rate-sheet.ts';
import { isAvailableOn, type Product, rateSheetApr } from '../../domain/products/product.ts';

const products = defaultRateSheet.map((product) => ({ product, fields: wireFields(product) }));

/** The rate sheet as a merchant sees it on a day (`YYYY-MM-DD`). */
export function rateSheetRecords(selected: ReadonlySet<string>, today: string): RateSheetProduct[] {
  return products.map(({ product, fields }) => ({
    ...fields,
    is_available: isAvailableOn(product, today),
    is_selected: selected.has(product.product_id),
  }));
}

function wireFields(product: Product): Omit<RateSheetProduct, 'is_selected' | 'is_available'> {
  const {
    min_amount_cents,
    max_amount_cents,
    late_fee_amount_cents,
    product_name_es: _consumers,
    is_near_prime_only: _internal,
    ...fields
  } = product;
  return {
    ...fields,
    apr: rateSheetApr(product),
    min_amount: formatCents(min_amount_cents),
    max_amount: formatCents(max_amount_cents),
    late_fee_amount: formatCents(late_fee_amount_cents),
    available_states: [...fields.available_states],
  };
}
