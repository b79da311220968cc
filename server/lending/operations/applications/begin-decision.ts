import type { NewApplication } from './new-application.ts';
import { listLoansOfPerson, type lockApplicationsOfPerson } from '../../store/persons.ts';
import { LendingError } from '../../errors.ts';
import { scheduleResume, type Inquiry } from './ask-bureau.ts';
import { decideApplication, declineApplication } from './decide-application.ts';
import type { LendingSchema } from '../../store/schema.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { Transaction } from 'kysely';
import type { Offer } from '../../../lending-api/offers.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { LendingContext } from '../../context.ts';
import { findDuplicate } from '../../domain/duplicate-applications.ts';
import { type DeclineCode, stacksOwnLoans, decide } from '../../domain/decide.ts';
import { offerableProducts, pricedOffersFor, storeOffers } from './offers-of-application.ts';
import { openApplicant } from '../../store/applicants.ts';
import { moveApplication } from '../../store/applications.ts';
import { findReport, newestInquiriesOfPerson, openInquiry } from '../../store/bureau-inquiries.ts';
import { revokeLink } from '../../store/links.ts';
import { endOffers } from '../../store/offers.ts';
import { selectedProductIds } from '../../store/merchants.ts';
import { sendCounterOffer } from '../adverse-action-notices.ts';

/** Inquiries about one person in a day: enough for a few merchants, too few to try numbers. */
const inquiriesADay = 3;

/** Where an application stands after its first transaction. */
export type Begun =
  /** This application is the answer; if it was decided just now, together with what was promised. */
  | { kind: 'answered'; application: ApplicationRow; offers?: readonly Offer[] | undefined }
  /** The bureau is to be asked, and the merchant's products are priced by its report. */
  | ({ kind: 'started' } & Inquiry)
  /** The bureau is being asked, for this request or for another one of the same person. */
  | { kind: 'under_way'; application: ApplicationRow };

type EarlierAnswer =
  | { kind: 'answered'; application: ApplicationRow }
  | { kind: 'under_way'; application: ApplicationRow }
  /** `storedInquiry`: the inquiry on whose report the new application is decided; null for a new one. */
  | { kind: 'none'; storedInquiry: string | null };

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
      return { kind: 'answered', application: duplicate.application };
    case 'other_amount': {
      const amount = fresh.requested_amount_cents;
      const application = await repriceOffers(context, tx, duplicate.application, amount);
      return { kind: 'answered', application };
    }
    case 'same_report':
      return { kind: 'none', storedInquiry: duplicate.application.inquiry_id };
    case 'new':
      return { kind: 'none', storedInquiry: null };
  }
}

/** An application that was just written down, its person locked. */
interface Written extends Omit<Inquiry, 'attempt'> {
  /** Its inquiry is an earlier one, whose report is stored. */
  isReportStored: boolean;
}

/**
 * Decides an application as far as that needs no bureau, or writes the inquiry down before it is
 * made. Throws `limited` for the person's fourth inquiry in 24 hours.
 */
export async function decideOrStart(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { application, secrets, selected, isReportStored }: Written,
): Promise<Begun> {
  const code = await declineBeforeReport(context, tx, { application, secrets }, selected);
  if (code) {
    const declined = await declineApplication(context, tx, application, { code, report: null });
    return { kind: 'answered', application: declined };
  }
  const { sponsor_id, external_application_id, inquiry_id } = application;
  if (isReportStored) {
    const report = await findReport(tx, context.sealer, sponsor_id, inquiry_id);
    if (!report) throw new Error(`the report of inquiry ${inquiry_id} is gone`);
    const basis = { report, secrets, selected };
    return { kind: 'answered', ...(await decideApplication(context, tx, application, basis)) };
  }
  const now = context.clock.now(sponsor_id);
  await requireInquiryLeft(tx, application, now);
  const inquiry = { id: inquiry_id, sponsor_id, external_application_id, created_at: now };
  const attempt = await openInquiry(tx, inquiry);
  await scheduleResume(tx, application, now);
  return { kind: 'started', application, secrets, selected, attempt };
}

async function requireInquiryLeft(
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  now: number,
): Promise<void> {
  const since = now - dayMs;
  const begun = await newestInquiriesOfPerson(tx, application, { since, count: inquiriesADay });
  const oldest = begun[inquiriesADay - 1];
  if (oldest === undefined) return;
  throw new LendingError(
    'limited',
    'Too many soft pulls of this person in a day; nothing was done.',
    {
      retryAfterSeconds: Math.ceil((oldest - since) / 1000),
    },
  );
}

/** What declines an application without a report: no bureau is asked then. Null when nothing does. */
async function declineBeforeReport(
  { providers, clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  { application, secrets }: NewApplication,
  selected: ReadonlySet<string>,
): Promise<DeclineCode | null> {
  const { ssn, state } = secrets;
  const now = clock.now(application.sponsor_id);
  const offerable = offerableProducts(selected, application, easternDate(now));
  const inState = offerable.filter(({ available_states }) => available_states.includes(state));
  if (offerable.length > 0 && inState.length === 0) return 'STATE_UNSUPPORTED';
  const { requested_amount_cents } = application;
  if (inState.length === 0) return 'NO_PRODUCTS';
  if (inState.every(({ min_amount_cents }) => min_amount_cents > requested_amount_cents)) {
    return 'AMOUNT_LOW';
  }
  const counted = providers.applicants.ownLoans(ssn);
  if (counted === 'always_stack') return 'STACKING_OWN';
  if (counted === 'never_stack') return null;
  const loans = await listLoansOfPerson(tx, application.sponsor_id, application.person_index);
  return stacksOwnLoans(loans, now) ? 'STACKING_OWN' : null;
}

/**
 * Prices the offers of an application for another amount, on the stored report: new offers, the old
 * ones superseded, their deadline kept. Offers that the amount would end stay as they are.
 */
async function repriceOffers(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  requestedAmountCents: number,
): Promise<ApplicationRow> {
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
  await revokeLink(tx, 'terms', application.id);
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
