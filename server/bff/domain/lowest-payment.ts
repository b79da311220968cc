import { type LoanCosts, loanCosts } from '../../loan-math/loan-costs.ts';
import { type Cents, parseCents } from '../../platform/money.ts';
import type { RateSheetProduct } from '../lender/lender.ts';

/** A product with what a loan of one amount costs by it. */
export interface PricedProduct {
  readonly product: RateSheetProduct;
  readonly costs: LoanCosts;
}

/**
 * The merchant's product with the lowest monthly payment for an amount on a day (`YYYY-MM-DD`),
 * priced as an offer of it is; undefined when there is none.
 */
export function lowestPayment(
  products: readonly RateSheetProduct[],
  cents: Cents,
  date: string,
): PricedProduct | undefined {
  return products
    .filter((product) => isOffered(product, cents, date) && isPlain(product))
    .flatMap((product) => {
      const costs = costsOf(cents, product);
      return costs ? [{ product, costs }] : [];
    })
    .toSorted(byPayment)
    .at(0);
}

/** No loan has a longer term, and the costs of a much longer one would keep the process busy. */
const maxTermMonths = 600;

/** undefined for a product by which no such loan could be paid back: it is not advertised. */
function costsOf(cents: Cents, product: RateSheetProduct): LoanCosts | undefined {
  if (product.term_months < 1 || product.term_months > maxTermMonths) return undefined;
  try {
    return loanCosts(cents, product);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isOffered(product: RateSheetProduct, cents: Cents, date: string): boolean {
  const { is_available, is_selected, effective_date, expiration_date } = product;
  const isInForce = effective_date <= date && (expiration_date === null || date <= expiration_date);
  const most = product.most_offered_amount ?? product.max_amount;
  const isForAmount = parseCents(product.min_amount) <= cents && cents <= parseCents(most);
  return is_available && is_selected && isInForce && isForAmount;
}

/** What deferred interest comes to cannot be said in a line: such a product is not advertised. */
function isPlain({ promo_type }: RateSheetProduct): boolean {
  return promo_type === 'none' || promo_type === 'zero_interest';
}

/** If two have the same payment, the one that costs less in all comes first. */
function byPayment({ costs: one }: PricedProduct, { costs: other }: PricedProduct): number {
  return (
    one.monthly_payment_cents - other.monthly_payment_cents ||
    one.total_of_payments_cents - other.total_of_payments_cents
  );
}
