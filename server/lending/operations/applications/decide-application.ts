import type { Transaction } from 'kysely';
import type { Offer } from '../../../lending-api/offers.ts';
import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { schedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { completedAt, reviewDeadline } from '../../domain/application-status.ts';
import type { ObtainedReport } from '../../domain/bureau-report.ts';
import {
  type CreditDecision,
  type DeclineCode,
  decide,
  stacksOwnLoans,
} from '../../domain/decide.ts';
import {
  decisionInputsKey,
  findDuplicate,
  isReportUsable,
} from '../../domain/duplicate-applications.ts';
import { defaultRateSheet } from '../../domain/offers/default-rate-sheet.ts';
import { offerObject, type PricedOffer, priceOffers } from '../../domain/offers/price-offers.ts';
import { isAvailableOn, narrowProducts, type Product } from '../../domain/offers/product.ts';
import { type ApplicantSecrets, openApplicant } from '../../store/applicants.ts';
import { moveApplication, updateApplication } from '../../store/applications.ts';
import { findReport } from '../../store/bureau-inquiries.ts';
import { revokeLink } from '../../store/links.ts';
import { selectedProductIds } from '../../store/merchants.ts';
import { endOffers, findOffer, insertOffers } from '../../store/offers.ts';
import { listLoansOfPerson, type lockApplicationsOfPerson } from '../../store/persons.ts';
import type { ApplicationRow, OfferRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { sealText } from '../../store/sealed-texts.ts';
import { timerKinds } from '../../work-kinds.ts';
import { sendAdverseActionNotice, sendCounterOffer } from '../adverse-action-notices.ts';
import { offerCodeTermsOf } from '../offer-codes.ts';
import { scriptOf, termsFor } from './offers-of-application.ts';

/** What the earlier applications of a person make of a new one. */
export type EarlierAnswer =
  | { kind: 'answered'; application: ApplicationRow }
  | { kind: 'under_way'; application: ApplicationRow }
  /** `stored`: the report that a new application is decided on; null if the bureau is to be asked. */
  | { kind: 'none'; stored: EarlierReport | null };

/** The report of an earlier application of the person. */
export interface EarlierReport {
  inquiry_id: string;
  /** The person was let pass, by the report or by a review. */
  isReviewed: boolean;
}

/**
 * The keyed digest of what a decision rests on beside the report; nothing can be read from it without
 * the key.
 */
export function decisionInputsIndex(
  { clock, sealer }: Pick<LendingContext, 'clock' | 'sealer'>,
  application: ApplicationRow,
  { secrets, selected }: Pick<DecisionBasis, 'secrets' | 'selected'>,
): string {
  const { sponsor_id, requested_amount_cents } = application;
  const products = offerableProducts(selected, application, easternDate(clock.now(sponsor_id)));
  const inputs = decisionInputsKey({ ...secrets, requested_amount_cents, products });
  return sealer.index(inputs, 'decision_inputs');
}

/**
 * Finds the earlier application of the person at the merchant that answers a new one, or lends it
 * its report (server/lending/DECISIONS.md, Soft pull). `earlier`: all of them, locked.
 */
export async function findEarlierAnswer(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  fresh: ApplicationRow,
  earlier: Awaited<ReturnType<typeof lockApplicationsOfPerson>>,
): Promise<EarlierAnswer> {
  const underWay = earlier.find(({ status }) => status === 'Started');
  if (underWay) return { kind: 'under_way', application: underWay };
  const duplicate = findDuplicate(earlier, fresh, context.clock.now(fresh.sponsor_id));
  switch (duplicate.kind) {
    case 'same':
      return {
        kind: 'answered',
        application: await withLocaleOf(context, tx, fresh, duplicate.application),
      };
    case 'other_terms': {
      const standing = duplicate.application;
      const application = await repriceOffers(context, tx, standing, fresh);
      if (application) return { kind: 'answered', application };
      const others = earlier.filter(({ id }) => id !== standing.id);
      const answer = await findEarlierAnswer(context, tx, fresh, others);
      if (answer.kind !== 'none') return answer;
      return { kind: 'none', stored: { inquiry_id: standing.inquiry_id, isReviewed: true } };
    }
    case 'same_report': {
      const { inquiry_id } = duplicate.application;
      return { kind: 'none', stored: { inquiry_id, isReviewed: false } };
    }
    case 'new':
      return { kind: 'none', stored: null };
  }
}

/**
 * An application that answers a request, from now on in the language of the request, with what was
 * selected of it. One that was declined has had its notice, and stays as it is.
 */
async function withLocaleOf(
  { clock, config }: LendingContext,
  tx: Transaction<LendingSchema>,
  { locale }: Pick<ApplicationRow, 'locale'>,
  application: ApplicationRow,
): Promise<ApplicationRow> {
  if (application.status === 'Declined' || application.locale === locale) return application;
  const { sponsor_id, selected_offer_id, selected_amount_cents: amount_cents } = application;
  const now = clock.now(sponsor_id);
  if (selected_offer_id === null || amount_cents === null) {
    return updateApplication(tx, application, { locale }, now);
  }
  const offer = await findOffer(tx, sponsor_id, selected_offer_id);
  if (!offer) throw new Error(`offer ${selected_offer_id} of ${application.id} is gone`);
  const wanted = { amount_cents, locale, date: easternDate(now) };
  const selected_terms = JSON.stringify(termsFor(config, application, offer, wanted));
  return updateApplication(tx, application, { locale, selected_terms }, now);
}

/**
 * Prices the offers of an application for another amount or under another code, on the stored report:
 * new offers, in the language of the request, the old ones superseded, their deadline kept. Without a
 * report that may be used, the offers stay as they are.
 * @returns undefined when nothing could be offered
 */
async function repriceOffers(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  asked: Pick<
    ApplicationRow,
    'requested_amount_cents' | 'offer_code_name' | 'offer_code_terms' | 'locale'
  >,
): Promise<ApplicationRow | undefined> {
  const { sponsor_id, inquiry_id } = application;
  const { requested_amount_cents, offer_code_name, offer_code_terms } = asked;
  const report = await findReport(tx, context.sealer, sponsor_id, inquiry_id);
  const now = context.clock.now(sponsor_id);
  if (!report || !isReportUsable(report.obtained_at, now)) {
    return withLocaleOf(context, tx, asked, application);
  }
  const wanted = { ...application, requested_amount_cents, offer_code_name, offer_code_terms };
  const secrets = openApplicant(context.sealer, application);
  const decision = decide(report, { ...wanted, ...secrets }, { isReviewed: true });
  if (decision.outcome !== 'approved') return undefined;
  const selected = await selectedProductIds(tx, sponsor_id, application.merchant_id);
  const offers = pricedOffersFor(context, wanted, { report, secrets, selected }, decision);
  if (offers.length === 0) return undefined;
  const maximum = Math.max(...offers.map((offer) => offer.approved_amount_cents));
  const isNewCounterOffer = maximum < requested_amount_cents && !isTold(application, maximum);
  await endOffers(tx, sponsor_id, application.id, 'superseded');
  await revokeLink(tx, 'terms', application.id);
  const repriced = await moveApplication(tx, application, {
    event: 'offers_repriced',
    actor: 'lender',
    at: now,
    change: {
      decided_at: now,
      locale: asked.locale,
      requested_amount_cents,
      offer_code_name,
      offer_code_terms,
      maximum_approved_amount_cents: maximum,
      selected_offer_id: null,
      selected_amount_cents: null,
      selected_terms: null,
      merchant_fee_percent: null,
      ...(isNewCounterOffer && { adverse_action_notice: 'queued' as const }),
    },
  });
  await storeOffers(context, tx, repriced, offers);
  if (isNewCounterOffer) {
    const is_for_score = isForScore(decision, maximum);
    await sendCounterOffer(context, tx, repriced, { report, is_for_score, completedAt: now });
  }
  return repriced;
}

/** True if what stands is a counter-offer of the same amount, which has had its notice. */
function isTold(
  { requested_amount_cents, maximum_approved_amount_cents }: ApplicationRow,
  maximum: number,
): boolean {
  return maximum_approved_amount_cents === maximum && maximum < requested_amount_cents;
}

/** What an application is decided on. */
export interface DecisionBasis {
  report: ObtainedReport;
  secrets: ApplicantSecrets;
  /** Ids of the products that the merchant has selected. */
  selected: ReadonlySet<string>;
  /** Somebody looked at what the report calls a review for, if anything, and let it pass. */
  isReviewed: boolean;
}

/** The reason to decline an application before any bureau is asked; null if there is none. */
export async function declineBeforeReport(
  { providers, clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { secrets, selected }: Pick<DecisionBasis, 'secrets' | 'selected'>,
): Promise<DeclineCode | null> {
  const { ssn } = secrets;
  const now = clock.now(application.sponsor_id);
  const code = declineWithoutProduct(application, { secrets, selected }, easternDate(now));
  if (code !== null) return code;
  const counted = providers.applicants.ownLoans(ssn);
  if (counted === 'always_stack') return 'STACKING_OWN';
  if (counted === 'never_stack') return null;
  const loans = await listLoansOfPerson(tx, application.sponsor_id, application.person_index);
  return stacksOwnLoans(loans, now) ? 'STACKING_OWN' : null;
}

/** Why nothing can be offered on a day, whatever a report says; null if something can. */
function declineWithoutProduct(
  application: ApplicationRow,
  { secrets: { state }, selected }: Pick<DecisionBasis, 'secrets' | 'selected'>,
  date: CalendarDate,
): DeclineCode | null {
  const offerable = offerableProducts(selected, application, date);
  const inState = offerable.filter(({ available_states }) => available_states.includes(state));
  if (offerable.length > 0 && inState.length === 0) return 'STATE_UNSUPPORTED';
  const { requested_amount_cents } = application;
  if (inState.length === 0) return 'NO_PRODUCTS';
  const isTooLittle = inState.every(
    ({ min_amount_cents }) => min_amount_cents > requested_amount_cents,
  );
  return isTooLittle ? 'AMOUNT_LOW' : null;
}

export interface Decided {
  application: ApplicationRow;
  /** What was promised just now. */
  offers: readonly Offer[];
}

type Approval = Extract<CreditDecision, { outcome: 'approved' }>;

/**
 * Decides on a report and writes all that follows from it: offers, a review or a decline with its
 * notice, and the timers. The application is Started, or its review has been passed.
 */
export async function decideApplication(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  basis: DecisionBasis,
): Promise<Decided> {
  const { report, secrets, isReviewed } = basis;
  const applicant = { ...application, ...secrets };
  const decision = decide(report, applicant, { isReviewed });
  if (decision.outcome === 'review') {
    return { application: await startReview(context, tx, application), offers: [] };
  }
  const offers =
    decision.outcome === 'approved' ? pricedOffersFor(context, application, basis, decision) : [];
  if (decision.outcome === 'approved' && offers.length > 0) {
    return approve(context, tx, application, { report, decision, offers });
  }
  const date = easternDate(context.clock.now(application.sponsor_id));
  const declined = { code: declineCode(decision, application, basis, date), report };
  return { application: await declineApplication(context, tx, application, declined), offers: [] };
}

/** The merchant may have changed its products since the application was begun. */
function declineCode(
  decision: Exclude<CreditDecision, { outcome: 'review' }>,
  application: ApplicationRow,
  basis: DecisionBasis,
  date: CalendarDate,
): DeclineCode {
  if (decision.outcome === 'declined') return decision.code;
  const code = declineWithoutProduct(application, basis, date);
  if (code !== null) return code;
  // A better score would have opened the other products.
  return decision.tier === 'near_prime' ? 'SCORE_LOW' : 'PRODUCTS_EXCLUDED';
}

/** Declines an application that is Started or in review, with its notice. */
export async function declineApplication(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { code, report }: { code: DeclineCode; report: ObtainedReport | null },
): Promise<ApplicationRow> {
  const now = context.clock.now(application.sponsor_id);
  const declined = await moveApplication(tx, application, {
    event: application.status === 'Started' ? 'declined' : 'review_failed',
    actor: 'lender',
    at: now,
    change: {
      decision: 'no_offers',
      decided_at: now,
      decline_reasons: sealText(
        context.sealer,
        'applications|decline_reasons',
        application,
        JSON.stringify([code]),
      ),
      adverse_action_notice: 'queued',
    },
  });
  await sendAdverseActionNotice(context, tx, declined, {
    kind: 'declined',
    code,
    report,
    completedAt: completedAt(application, now),
  });
  return declined;
}

async function startReview(
  { clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<ApplicationRow> {
  const { id, sponsor_id } = application;
  const now = clock.now(sponsor_id);
  const dueAt = reviewDeadline(now, null);
  await schedule(tx, { kind: timerKinds.reviewExpiry, key: id, scope: sponsor_id, dueAt });
  return moveApplication(tx, application, {
    event: 'review_needed',
    actor: 'lender',
    at: now,
    change: {
      decision: 'no_offers',
      decided_at: completedAt(application, now),
      review_expires_at: dueAt,
    },
  });
}

interface PricedApproval {
  report: ObtainedReport;
  decision: Approval;
  offers: readonly PricedOffer[];
}

async function approve(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { report, decision, offers }: PricedApproval,
): Promise<Decided> {
  const { sponsor_id, requested_amount_cents } = application;
  const now = context.clock.now(sponsor_id);
  const expiresAt = now + scriptOf(application).offers_valid_ms;
  const maximum = Math.max(...offers.map((offer) => offer.approved_amount_cents));
  const isCounterOffer = maximum < requested_amount_cents;
  const approved = await moveApplication(tx, application, {
    event: application.status === 'Started' ? 'approved' : 'review_passed',
    actor: 'lender',
    at: now,
    change: {
      decision: 'offers',
      decided_at: now,
      maximum_approved_amount_cents: maximum,
      mla_covered: report.is_military_covered ? 1 : 0,
      offers_expire_at: expiresAt,
      adverse_action_notice: isCounterOffer ? 'queued' : 'none',
    },
  });
  const promised = await storeOffers(context, tx, approved, offers);
  await schedule(tx, {
    kind: timerKinds.offersExpiry,
    key: application.id,
    scope: sponsor_id,
    dueAt: expiresAt,
  });
  if (isCounterOffer) {
    const is_for_score = isForScore(decision, maximum);
    await sendCounterOffer(context, tx, approved, {
      report,
      is_for_score,
      completedAt: completedAt(application, now),
    });
  }
  return { application: approved, offers: promised };
}

/** True if a better score would have brought more than `maximum`, which products may limit as well. */
function isForScore({ tier, maximum_approved_cents }: Approval, maximum: number): boolean {
  return tier === 'near_prime' && maximum === maximum_approved_cents;
}

/** Prices the merchant's selected products for an approved application. */
function pricedOffersFor(
  { clock }: LendingContext,
  application: ApplicationRow,
  { report, secrets, selected }: Omit<DecisionBasis, 'isReviewed'>,
  { tier, maximum_approved_cents }: Approval,
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
async function storeOffers(
  { config, ids, clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  offers: readonly PricedOffer[],
): Promise<Offer[]> {
  const now = clock.now(application.sponsor_id);
  const expires_at = application.offers_expire_at ?? now;
  const date = easternDate(now);
  const offerUuids = ids.adjacentUuids(offers.length);
  const promised = offers.map((offer, index) => ({
    offer,
    terms: offerObject(offer, {
      offer_uuid: offerUuids[index] as string,
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
function offerableProducts(
  selected: ReadonlySet<string>,
  application: Pick<ApplicationRow, 'offer_code_terms'>,
  date: CalendarDate,
): Product[] {
  const offerable = defaultRateSheet.filter(
    (product) => selected.has(product.product_id) && isAvailableOn(product, date),
  );
  return narrowProducts(offerable, offerCodeTermsOf(application));
}
