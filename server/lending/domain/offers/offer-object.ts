import type { Locale } from '../../../lending-api/contact.ts';
import type { Offer } from '../../../lending-api/offers.ts';
import { fillText, type RegulatedTexts } from '../../../lending-api/texts/regulated-texts.ts';
import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import { dollars, formatCents } from '../../../platform/money.ts';
import { longDate, timestamp } from '../formats.ts';
import type { PricedOffer, Promotion } from './price-offers.ts';

export interface OfferIdentity {
  offer_uuid: string;
  mla_covered: boolean;
  hard_inquiry_on_accept: boolean;
  /** Epoch ms. */
  expires_at: number;
  texts: RegulatedTexts;
  locale: Locale;
  /** The day whose texts are in force. */
  date: CalendarDate;
}

/** The offer object: never a merchant fee, a score or a reason. */
export function offerObject(offer: PricedOffer, identity: OfferIdentity): Offer {
  const { product, costs, promotion } = offer;
  return {
    offer_uuid: identity.offer_uuid,
    product_id: product.product_id,
    product_name: product.product_name,
    product_type: product.product_type,
    promo_type: product.promo_type,
    credit_type: 'closed_end_installment',
    lender_name: product.lender_name,
    lender_nmls_id: product.lender_nmls_id,
    approved_amount: formatCents(offer.approved_amount_cents),
    amount: formatCents(offer.amount_cents),
    is_counter_offer: offer.is_counter_offer,
    interest_rate: product.interest_rate,
    apr: costs.apr,
    term_months: product.term_months,
    number_of_payments: costs.number_of_payments,
    monthly_payment: formatCents(costs.monthly_payment_cents),
    final_payment: formatCents(costs.final_payment_cents),
    amount_financed: formatCents(costs.amount_financed_cents),
    finance_charge: formatCents(costs.finance_charge_cents),
    total_of_payments: formatCents(costs.total_of_payments_cents),
    origination_fee_amount: formatCents(costs.origination_fee_amount_cents),
    first_payment_date: offer.first_payment_date,
    promo_months: product.promo_months,
    promo_payoff_amount: promotion && formatCents(promotion.payoff_cents),
    promo_disclosure: promotion && promoDisclosure(promotion, identity),
    hard_inquiry_on_accept: identity.hard_inquiry_on_accept,
    mla_covered: identity.mla_covered,
    purchase_window_days: product.purchase_window_days,
    expires_at: timestamp(identity.expires_at),
  };
}

/**
 * The text that stands beside the monthly payment (server/lending/DECISIONS.md, Decisions and
 * notices).
 */
function promoDisclosure(promotion: Promotion, { texts, locale, date }: OfferIdentity): string {
  const id = promotion.is_paid_off_in_time
    ? 'deferred_interest_in_time'
    : 'deferred_interest_not_in_time';
  return fillText(texts.current(id, locale, date).text, {
    promo_balance: dollars(promotion.payoff_cents),
    promo_end_date: longDate(promotion.end_date, locale),
    accrued_interest: dollars(promotion.interest_cents),
  });
}
