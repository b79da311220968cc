import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { decide } from '../../domain/decide.ts';
import { openApplicant } from '../../store/applicant-secrets.ts';
import { moveApplication } from '../../store/applications.ts';
import { findReport } from '../../store/bureau-inquiries.ts';
import { killLink } from '../../store/links.ts';
import { endOffers } from '../../store/offers.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { selectedProductIds } from '../../store/selected-products.ts';
import { pricedOffersFor, storeOffers } from './offers-of-application.ts';
import { sendCounterOffer } from './send-counter-offer.ts';

/**
 * Prices the offers of an application for another amount, on the stored report: new offers, the old
 * ones superseded, their deadline kept. Offers that the amount would end stay as they are.
 */
export async function repriceOffers(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  requestedAmountCents: number,
): Promise<ApplicationTable> {
  const { sponsor_id, inquiry_id } = application;
  const report = await findReport(tx, context.sealer, sponsor_id, inquiry_id);
  if (!report) return application;
  const wanted = { ...application, requested_amount_cents: requestedAmountCents };
  const secrets = openApplicant(context.sealer, application);
  // The person was let pass, by the report or by a review.
  const decision = decide(report, { ...wanted, ...secrets }, { isReviewed: true });
  if (decision.outcome !== 'approved') return application;
  const selected = await selectedProductIds(tx, sponsor_id, application.merchant_id);
  const offers = pricedOffersFor(context, wanted, { report, secrets, selected }, decision);
  if (offers.length === 0) return application;
  const maximum = Math.max(...offers.map((offer) => offer.approved_amount_cents));
  const isFirstCounterOffer =
    maximum < requestedAmountCents && application.adverse_action_notice === 'none';
  await endOffers(tx, sponsor_id, application.id, 'superseded');
  await killLink(tx, 'terms', application.id);
  const repriced = await moveApplication(tx, application, {
    event: 'offers_repriced',
    actor: 'lender',
    at: context.clock.now(sponsor_id),
    change: {
      requested_amount_cents: requestedAmountCents,
      maximum_approved_amount_cents: maximum,
      selected_offer_id: null,
      selected_amount_cents: null,
      selected_terms: null,
      merchant_fee_percent: null,
      ...(isFirstCounterOffer && { adverse_action_notice: 'queued' as const }),
    },
  });
  await storeOffers(context, tx, repriced, offers);
  if (isFirstCounterOffer) {
    await sendCounterOffer(context, tx, repriced, { report, tier: decision.tier });
  }
  return repriced;
}
