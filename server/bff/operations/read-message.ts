import type { Message } from '../../../widget/contract/public-information.ts';
import type { Locale } from '../../../widget/contract/values.ts';
import { fillText, type RegulatedTexts } from '../../lending-api/texts/regulated-texts.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { type Cents, dollars, formatCents } from '../../platform/money.ts';
import type { BffContext, Merchant } from '../context.ts';
import { lowestPayment, type PricedProduct } from '../domain/lowest-payment.ts';
import { isRequestable } from '../domain/opening.ts';
import { orUnavailable } from './lender-problem.ts';

/**
 * What a loan of this amount costs a month at the least, with the terms that have to stand beside
 * such a figure; undefined when the merchant has no product for it, or takes no such amount: terms that
 * nobody can get are not advertised (Regulation Z, 12 CFR 1026.24(a)).
 * @throws BffError `lender_unavailable`
 */
export async function readMessage(
  context: BffContext,
  merchant: Merchant,
  { cents, locale }: { cents: Cents; locale: Locale },
): Promise<Message | undefined> {
  if (!isRequestable(cents, merchant.amounts)) return undefined;
  const today = easternDate(context.clock.now());
  const products = await orUnavailable(context.rateSheets.of(merchant));
  const lowest = lowestPayment(products, cents, today);
  if (lowest === undefined) return undefined;
  const { product, costs } = lowest;
  return {
    monthly_payment: formatCents(costs.monthly_payment_cents),
    apr: costs.apr,
    term_months: product.term_months,
    product_name: product.product_name,
    disclosure: termsOf(lowest, cents, { texts: context.config.texts, locale, today }),
  };
}

/** Regulation Z, 12 CFR 1026.24(d). */
function termsOf(
  { product, costs }: PricedProduct,
  cents: Cents,
  { texts, locale, today }: { texts: RegulatedTexts; locale: Locale; today: string },
): string {
  const isEven = costs.final_payment_cents === costs.monthly_payment_cents;
  const id = isEven ? 'as_low_as_terms_one_payment_amount' : 'as_low_as_terms';
  return fillText(texts.current(id, locale, today).text, {
    amount: dollars(cents),
    number_of_payments: String(costs.number_of_payments),
    earlier_payments: String(costs.number_of_payments - 1),
    monthly_payment: dollars(costs.monthly_payment_cents),
    final_payment: dollars(costs.final_payment_cents),
    total_of_payments: dollars(costs.total_of_payments_cents),
    apr: costs.apr,
    lender_name: product.lender_name,
    lender_nmls_id: product.lender_nmls_id,
  });
}
