import type { Locale } from '../../../lending-api/contact.ts';
import type { Offer } from '../../../lending-api/offers.ts';
import { fillText, type RegulatedTexts } from '../../../lending-api/texts/regulated-texts.ts';
import { type LoanCosts, loanCosts, type PromotionCosts } from '../../../loan-math/loan-costs.ts';
import { addMonths, type CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import { dollars, formatCents } from '../../../platform/money.ts';
import { type CreditTier, tiers } from '../decide.ts';
import { longDate, timestamp } from '../formats.ts';
import type { Product } from './product.ts';

/** An offer's figures for one amount. */
export interface PricedOffer {
  product: Product;
  /** The most that the offer allows. */
  approved_amount_cents: number;
  /** What the figures are for. */
  amount_cents: number;
  is_counter_offer: boolean;
  costs: LoanCosts;
  /** An estimate: it counts from the day of pricing, not of acceptance. */
  first_payment_date: CalendarDate;
  promotion: Promotion | null;
}

export interface OfferRequest {
  /** Selected by the merchant and available where the consumer lives. */
  products: readonly Product[];
  requested_amount_cents: number;
  tier: CreditTier;
  maximum_approved_cents: number;
  is_military_covered: boolean;
  /** A sandbox persona's limit on how many offers there are. */
  only: { at_most: number; product_codes: readonly string[] } | null;
  date: CalendarDate;
}

/** Military Lending Act, 32 CFR 232.4(b). */
const highestMilitaryApr = 36;

/** Prices every product that fits; the lowest total of payments comes first. */
export function priceOffers(request: OfferRequest): PricedOffer[] {
  const priced = request.products
    .filter((product) => servesTier(product, request.tier))
    .map((product) => offerFor(product, request))
    .filter((offer) => offer !== null)
    .filter(({ costs }) => !request.is_military_covered || isLegalForMilitary(costs));
  return restrict(priced, request.only).sort(byTotalCost);
}

/** An offer's figures for an amount that it allows. */
export function priceOffer(
  product: Product,
  amounts: Pick<PricedOffer, 'approved_amount_cents' | 'amount_cents' | 'is_counter_offer'>,
  date: CalendarDate,
): PricedOffer {
  const costs = loanCosts(amounts.amount_cents, product);
  return {
    ...amounts,
    product,
    costs,
    first_payment_date: addMonths(date, costs.first_payment_month),
    promotion: costs.promotion && {
      ...costs.promotion,
      end_date: addMonths(date, product.promo_months),
    },
  };
}

function offerFor(product: Product, request: OfferRequest): PricedOffer | null {
  const requested = request.requested_amount_cents;
  const approved = Math.min(request.maximum_approved_cents, product.max_amount_cents);
  const amount = Math.min(requested, approved);
  if (amount < product.min_amount_cents) return null;
  const amounts = {
    approved_amount_cents: approved,
    amount_cents: amount,
    is_counter_offer: approved < requested,
  };
  return priceOffer(product, amounts, request.date);
}

function servesTier(product: Product, tier: CreditTier): boolean {
  return tier === 'prime' ? !product.is_near_prime_only : product.product_type === 'standard';
}

/** The most that the product is offered for to anybody: a tier is approved for less than it allows. */
export function mostOfferedCents(product: Product): number {
  const served = tiers.filter(({ tier }) => servesTier(product, tier));
  const approved = Math.max(0, ...served.map(({ maximum_cents }) => maximum_cents));
  return Math.min(approved, product.max_amount_cents);
}

function isLegalForMilitary(costs: LoanCosts): boolean {
  return Number(costs.apr) <= highestMilitaryApr;
}

function restrict(offers: PricedOffer[], only: OfferRequest['only']): PricedOffer[] {
  if (only === null) return offers;
  const preferred = offers.filter(({ product }) =>
    only.product_codes.includes(product.product_code),
  );
  const others = offers.filter((offer) => !preferred.includes(offer));
  return [...preferred, ...others].slice(0, only.at_most);
}

function byTotalCost(one: PricedOffer, other: PricedOffer): number {
  return (
    one.costs.total_of_payments_cents - other.costs.total_of_payments_cents ||
    one.product.product_code.localeCompare(other.product.product_code, 'en')
  );
}

/** What a deferred-interest promotion costs, and when it ends. */
export interface Promotion extends PromotionCosts {
  end_date: CalendarDate;
}

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
    locale: identity.locale,
    product_type: product.product_type,
    promo_type: product.promo_type,
    credit_type: 'closed_end_installment',
    lender_name: product.lender_name,
    lender_nmls_id: product.lender_nmls_id,
    approved_amount: formatCents(offer.approved_amount_cents),
    amount: formatCents(offer.amount_cents),
    is_counter_offer: offer.is_counter_offer,
    interest_rate: costs.interest_rate,
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
