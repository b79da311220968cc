import type { ApplicationStatus } from '../../lending-api/statuses.ts';
import { dayMs } from '../../platform/durations.ts';
import type { Product } from './offers/product.ts';

const declineStandsMs = 30 * dayMs;

/** The consumer's authorization lets a report be used again for so long. */
const reportUsableMs = 30 * dayMs;

/** An earlier application of the same person at the same merchant; times in epoch ms. */
export interface EarlierApplication {
  status: ApplicationStatus;
  requested_amount_cents: number;
  offer_code_name: string | null;
  /** Digest of what a decision rests on; decisionInputsKey() has it. */
  decision_inputs_index: string;
  decided_at: number | null;
  offers_expire_at: number | null;
  review_expires_at: number | null;
  /** When the report that it was decided on was obtained; null without one. */
  report_obtained_at: number | null;
}

/** What a new request of that person comes to (server/lending/DECISIONS.md, Soft pull). */
type Duplicate<Application> =
  | { kind: 'new' }
  /** The earlier application is the answer as it stands. */
  | { kind: 'same'; application: Application }
  /** The earlier application is the answer, if it can have offers for the other amount or code. */
  | { kind: 'other_terms'; application: Application }
  /** A new application, decided on the report of the earlier one. */
  | { kind: 'same_report'; application: Application };

type NewRequest = Pick<
  EarlierApplication,
  'requested_amount_cents' | 'offer_code_name' | 'decision_inputs_index'
>;

/** Finds the earlier application that answers a request, or lends it its report. */
export function findDuplicate<Application extends EarlierApplication>(
  earlier: readonly Application[],
  request: NewRequest,
  now: number,
): Duplicate<Application> {
  const standing = earlier.find((application) => hasStandingOffers(application, now));
  if (standing) {
    const isAskedAgain =
      standing.requested_amount_cents === request.requested_amount_cents &&
      standing.offer_code_name === request.offer_code_name;
    return { kind: isAskedAgain ? 'same' : 'other_terms', application: standing };
  }
  const inReview = earlier.find((application) => isInReview(application, now));
  if (inReview) return { kind: 'same', application: inReview };
  return afterDeclines(earlier, request, now);
}

/** True if offers can still be chosen. */
function hasStandingOffers(application: EarlierApplication, now: number): boolean {
  const { status, offers_expire_at } = application;
  return (
    (status === 'Approved: Offers Available' || status === 'Approved: Offer Selected') &&
    offers_expire_at !== null &&
    now < offers_expire_at
  );
}

/** True if a review is under way. */
function isInReview(application: EarlierApplication, now: number): boolean {
  const { status, review_expires_at } = application;
  return (
    status === 'Pending: Verification' && review_expires_at !== null && now < review_expires_at
  );
}

function afterDeclines<Application extends EarlierApplication>(
  earlier: readonly Application[],
  request: NewRequest,
  now: number,
): Duplicate<Application> {
  const declined = earlier
    .filter((application) => isRecentDecline(application, now))
    .sort((a, b) => (b.decided_at ?? 0) - (a.decided_at ?? 0));
  const same = declined.find(
    (application) => application.decision_inputs_index === request.decision_inputs_index,
  );
  if (same) return { kind: 'same', application: same };
  const withReport = declined.find(
    ({ report_obtained_at: at }) => at !== null && isReportUsable(at, now),
  );
  return withReport ? { kind: 'same_report', application: withReport } : { kind: 'new' };
}

/** True if something may be decided on a report again that was obtained then; times in epoch ms. */
export function isReportUsable(obtainedAt: number, now: number): boolean {
  return now - obtainedAt < reportUsableMs;
}

function isRecentDecline({ status, decided_at }: EarlierApplication, now: number): boolean {
  return status === 'Declined' && decided_at !== null && now - decided_at < declineStandsMs;
}

/** What a decision rests on beside the report. */
interface DecisionInputs {
  requested_amount_cents: number;
  annual_income_cents: number;
  housing_status: string;
  monthly_housing_payment_cents: number;
  employment_status: string;
  employer_name: string | null;
  address_1: string;
  address_2: string | null;
  city: string;
  state: string;
  zip_code: string;
  /** What the merchant and the offer code leave to be offered. */
  products: readonly Pick<Product, 'product_id' | 'min_amount_cents' | 'max_amount_cents'>[];
}

/** One text for equal inputs, whatever their case and spacing; its keyed digest is what is stored. */
export function decisionInputsKey(inputs: DecisionInputs): string {
  const { requested_amount_cents, annual_income_cents, monthly_housing_payment_cents } = inputs;
  return JSON.stringify([
    requested_amount_cents,
    annual_income_cents,
    monthly_housing_payment_cents,
    ...[
      inputs.housing_status,
      inputs.employment_status,
      inputs.employer_name,
      inputs.address_1,
      inputs.address_2,
      inputs.city,
      inputs.state,
      inputs.zip_code,
    ].map(normalized),
    inputs.products.map((product) => [
      product.product_id,
      product.min_amount_cents,
      product.max_amount_cents,
    ]),
  ]);
}

function normalized(text: string | null): string {
  return (text ?? '').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
