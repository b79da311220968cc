import { addMonths } from '../../../platform/calendar/calendar-date.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { LendingContext } from '../../context.ts';
import type { LoanTerms, ScoreDisclosure, TilaTerms } from '../../documents/loan-terms.ts';
import { type ObtainedReport, scorePercentile } from '../../domain/bureau-report.ts';
import { purchaseWindow } from '../../domain/loan.ts';
import { offerObject, type PricedOffer, priceOffer } from '../../domain/offers/price-offers.ts';
import { openApplicant } from '../../store/applicants.ts';
import { findReport } from '../../store/bureau-inquiries.ts';
import { findMerchant } from '../../store/merchants.ts';
import { findOffer } from '../../store/offers.ts';
import type { ApplicationRow, OfferRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { productOf, promisedOffer } from '../applications/offers-of-application.ts';

/** The selected offer as it stands today, and all that its documents say. */
export interface SelectedLoan {
  offer: OfferRow;
  /** The offer object with its figures for the selected amount, JSON as it is stored. */
  selectedTerms: string;
  terms: LoanTerms;
  isMerchantClosed: boolean;
}

type Sealed = Pick<LendingContext, 'sealer' | 'clock' | 'config'>;

/** @throws Error when the application has no selected offer: whoever asks has looked at its status */
export async function selectedLoanOf(
  context: Sealed,
  connection: Connection<LendingSchema>,
  application: ApplicationRow,
): Promise<SelectedLoan> {
  const { sponsor_id, selected_offer_id, inquiry_id } = application;
  const offer = await findOffer(connection, sponsor_id, selected_offer_id ?? '');
  const merchant = await findMerchant(connection, sponsor_id, application.merchant_id);
  const report = await findReport(connection, context.sealer, sponsor_id, inquiry_id);
  if (!offer || !merchant || !report) {
    throw new Error(`application ${application.id} has no offer to accept`);
  }
  const now = context.clock.now(sponsor_id);
  const priced = priceToday(application, offer, easternDate(now));
  const object = offerObject(priced, {
    offer_uuid: offer.id,
    mla_covered: application.mla_covered === 1,
    hard_inquiry_on_accept: promisedOffer(offer).hard_inquiry_on_accept,
    expires_at: offer.expires_at,
    texts: context.config.texts,
    locale: application.locale,
    date: easternDate(now),
  });
  const { state } = openApplicant(context.sealer, application);
  const common = { applicant: application, merchantName: merchant.business_name, state, now };
  return {
    offer,
    selectedTerms: JSON.stringify(object),
    terms: {
      ...factsOf(common, priced),
      ...bureauFacts(report),
      promo_disclosure: object.promo_disclosure,
      hard_inquiry_on_accept: object.hard_inquiry_on_accept,
    },
    isMerchantClosed: merchant.status === 'Closed',
  };
}

function priceToday(application: ApplicationRow, offer: OfferRow, date: string): PricedOffer {
  const amounts = {
    approved_amount_cents: offer.approved_amount_cents,
    amount_cents: application.selected_amount_cents ?? 0,
    is_counter_offer: promisedOffer(offer).is_counter_offer,
  };
  return priceOffer(productOf(offer.product_id), amounts, date);
}

type Facts = Omit<LoanTerms, keyof BureauFacts | 'promo_disclosure' | 'hard_inquiry_on_accept'>;

function factsOf(
  common: { applicant: ApplicationRow; merchantName: string; state: string; now: number },
  priced: PricedOffer,
): Facts {
  const { applicant, state, now } = common;
  const { product, costs } = priced;
  return {
    ...tilaTermsOf(common, priced),
    state,
    interest_rate: costs.interest_rate,
    purchase_window_end_date: purchaseWindow(now, product.purchase_window_days).end_date,
    purchase_window_days: product.purchase_window_days,
    mla_covered: applicant.mla_covered === 1,
  };
}

/** What the Truth in Lending box says of a loan that was priced just now. */
export function tilaTermsOf(
  common: { applicant: ApplicationRow; merchantName: string; now: number },
  { product, costs, amount_cents, first_payment_date }: PricedOffer,
): TilaTerms {
  const { applicant, merchantName, now } = common;
  return {
    applicant_name: fullName(applicant),
    merchant_name: merchantName,
    loan_number: applicant.consumer_application_human_readable_id,
    credit_limit_cents: amount_cents,
    costs,
    late_fee_cents: product.late_fee_amount_cents,
    first_payment_date,
    last_payment_date: addMonths(first_payment_date, costs.number_of_payments - 1),
    on_date: easternDate(now),
  };
}

interface BureauFacts {
  score: ScoreDisclosure | null;
  bureau_name: string;
}

function bureauFacts(report: ObtainedReport): BureauFacts {
  const { score, agency, obtained_at } = report;
  return {
    bureau_name: agency.name,
    score: score && {
      score: score.value,
      lowest: score.lowest,
      highest: score.highest,
      date: easternDate(obtained_at),
      percentile: scorePercentile(score.value),
    },
  };
}

function fullName({ first_name, middle_name, last_name, suffix }: ApplicationRow): string {
  return [first_name, middle_name, last_name, suffix].filter((part) => part !== null).join(' ');
}
