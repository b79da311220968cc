import type { Transaction } from 'kysely';
import type { Offer } from '../../../lending-api/offers.ts';
import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import type { LendingContext } from '../../context.ts';
import type { BureauReport } from '../../domain/bureau-report.ts';
import type { CreditDecision } from '../../domain/decide.ts';
import { offerObject } from '../../domain/offers/offer-object.ts';
import { type PricedOffer, priceOffers } from '../../domain/offers/price-offers.ts';
import { defaultRateSheet } from '../../domain/offers/default-rate-sheet.ts';
import {
  narrowProducts,
  consumerNameOf,
  isAvailableOn,
  type Product,
} from '../../domain/offers/product.ts';
import type { ApplicantScript } from '../../providers/applicants.ts';
import type { ApplicantSecrets } from '../../store/applicants.ts';
import { insertOffers } from '../../store/offers.ts';
import type { ApplicationRow, OfferRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { offerCodeTermsOf } from '../offer-codes.ts';

/** How the application goes on; written when it was made. */
export function scriptOf({ script }: Pick<ApplicationRow, 'script'>): ApplicantScript {
  return JSON.parse(script) as ApplicantScript;
}

/** An offer as its consumer reads it: the product's name in the application's language. */
export function consumerOffer({ locale }: Pick<ApplicationRow, 'locale'>, offer: Offer): Offer {
  return { ...offer, product_name: consumerNameOf(productOf(offer.product_id), locale) };
}

/** An offer as it was promised; written by storeOffers(). */
export function promisedOffer({ terms }: Pick<OfferRow, 'terms'>): Offer {
  return JSON.parse(terms) as Offer;
}

export interface PricingBasis {
  report: BureauReport;
  secrets: ApplicantSecrets;
  /** Ids of the products that the merchant has selected. */
  selected: ReadonlySet<string>;
}

/** Prices the merchant's selected products for an approved application. */
export function pricedOffersFor(
  { clock }: LendingContext,
  application: ApplicationRow,
  { report, secrets, selected }: PricingBasis,
  { tier, maximum_approved_cents }: Extract<CreditDecision, { outcome: 'approved' }>,
): PricedOffer[] {
  const date = easternDate(clock.now(application.sponsor_id));
  const products = offerableProducts(selected, application, date);
  return priceOffers({
    products: products.filter(({ available_states }) => available_states.includes(secrets.state)),
    requested_amount_cents: application.requested_amount_cents,
    tier,
    maximum_approved_cents,
    is_military_covered: report.is_military_covered,
    only: scriptOf(application).offers,
    date,
  });
}

/** Stores offers in the order in which they are to be shown; answers what was promised. */
export async function storeOffers(
  { config, ids, clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  offers: readonly PricedOffer[],
): Promise<Offer[]> {
  const now = clock.now(application.sponsor_id);
  const expires_at = application.offers_expire_at ?? now;
  const date = easternDate(now);
  const promised = offers.map((offer) => ({
    offer,
    terms: offerObject(offer, {
      offer_uuid: ids.uuid(),
      mla_covered: application.mla_covered === 1,
      hard_inquiry_on_accept: config.loanTerms.hardInquiryOnAccept,
      expires_at,
      texts: config.texts,
      locale: application.locale,
      date,
    }),
  }));
  const rows = promised.map(
    ({ offer, terms }, index): OfferRow => ({
      id: terms.offer_uuid,
      sponsor_id: application.sponsor_id,
      application_id: application.id,
      product_id: terms.product_id,
      status: 'Available',
      position: index + 1,
      approved_amount_cents: offer.approved_amount_cents,
      min_amount_cents: offer.product.min_amount_cents,
      terms: JSON.stringify(terms),
      expires_at,
      created_at: now,
    }),
  );
  await insertOffers(tx, rows);
  return promised.map(({ terms }) => terms);
}

/**
 * The products that the merchant has selected and that can be offered on a day, in any state, as far
 * as the application's offer code lets them.
 */
export function offerableProducts(
  selected: ReadonlySet<string>,
  application: Pick<ApplicationRow, 'offer_code_terms'>,
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
