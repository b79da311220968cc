import type { Transaction } from 'kysely';
import type { Offer } from '../../../lending-api/offers.ts';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../domain/calendar/eastern-time.ts';
import type { BureauReport } from '../../domain/decision/bureau-report.ts';
import type { CreditDecision } from '../../domain/decision/decide.ts';
import { offerObject } from '../../domain/offers/offer-object.ts';
import { type PricedOffer, priceOffers } from '../../domain/offers/price-offers.ts';
import type { ApplicantScript } from '../../providers/applicants.ts';
import type { ApplicantSecrets } from '../../store/applicant-secrets.ts';
import { insertOffers } from '../../store/offers.ts';
import type { ApplicationTable, LendingSchema, OfferTable } from '../../store/schema.ts';
import { offerableProducts } from './offerable-products.ts';

/** How the application goes on; written when it was made. */
export function scriptOf({ script }: Pick<ApplicationTable, 'script'>): ApplicantScript {
  return JSON.parse(script) as ApplicantScript;
}

/** An offer as it was promised; written by storeOffers(). */
export function promisedOffer({ terms }: Pick<OfferTable, 'terms'>): Offer {
  return JSON.parse(terms) as Offer;
}

/** Prices the merchant's selected products for an approved application. */
export async function pricedOffersFor(
  { clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  { report, secrets }: { report: BureauReport; secrets: ApplicantSecrets },
  { tier, maximum_approved_cents }: Extract<CreditDecision, { outcome: 'approved' }>,
): Promise<PricedOffer[]> {
  const date = easternDate(clock.now(application.sponsor_id));
  const products = await offerableProducts(tx, application, date);
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

/** Stores offers in the order in which they are to be shown. */
export async function storeOffers(
  { ids, clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  offers: readonly PricedOffer[],
): Promise<void> {
  const now = clock.now(application.sponsor_id);
  const expires_at = application.offers_expire_at ?? now;
  const date = easternDate(now);
  const rows = offers.map((offer, index): OfferTable => {
    const id = ids.uuid();
    const terms = offerObject(offer, {
      offer_uuid: id,
      mla_covered: application.mla_covered === 1,
      expires_at,
      locale: application.locale,
      date,
    });
    return {
      id,
      sponsor_id: application.sponsor_id,
      application_id: application.id,
      product_id: offer.product.product_id,
      status: 'Available',
      position: index + 1,
      approved_amount_cents: offer.approved_amount_cents,
      min_amount_cents: offer.product.min_amount_cents,
      terms: JSON.stringify(terms),
      expires_at,
      created_at: now,
    };
  });
  await insertOffers(tx, rows);
}
