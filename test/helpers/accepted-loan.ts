import type { LendingContext } from '../../server/lending/context.ts';
import { defaultRateSheet } from '../../server/lending/domain/offers/default-rate-sheet.ts';
import { offerObject, priceOffer } from '../../server/lending/domain/offers/price-offers.ts';
import { productOf } from '../../server/lending/operations/applications/offers-of-application.ts';
import { plainScript } from '../../server/lending/providers/applicants.ts';
import { sealApplicant } from '../../server/lending/store/applicants.ts';
import { insertApplication } from '../../server/lending/store/applications.ts';
import { consentOf, recordConsent } from '../../server/lending/store/consent-events.ts';
import type { ApplicationRow } from '../../server/lending/store/schema/applications.ts';
import type { Offer } from '../../server/lending-api/offers.ts';
import { sampleTexts } from '../../server/lending-api/texts/sample-texts.ts';
import { easternDate } from '../../server/platform/calendar/eastern-time.ts';
import { dayMs } from './durations.ts';

export const chargePath = '/api/v1/sponsor/merchants/payment-request/';

const sponsorId = 'sponsor@example.test';

let made = 0;

/**
 * A loan of the demo merchant whose terms were accepted a moment ago: 10,000.00 to spend, an active
 * portal account, SMS agreed to, SSN 900-10-0001.
 */
export async function anAcceptedLoan(
  { context }: { context: Pick<LendingContext, 'database' | 'sealer' | 'ids' | 'clock'> },
  change: Partial<ApplicationRow> = {},
  { smsConsent = true }: { smsConsent?: boolean } = {},
): Promise<ApplicationRow> {
  const { database, sealer, ids, clock } = context;
  const merchant = await database.query
    .selectFrom('merchants')
    .select('id')
    .where('contractor_id', '=', 'hillside-hvac')
    .executeTakeFirstOrThrow();
  made += 1;
  const id = ids.uuid();
  const offerId = ids.uuid();
  const now = clock.now(sponsorId);
  const loan: ApplicationRow = {
    ...acceptedAt(now),
    id,
    merchant_id: merchant.id,
    // One that ended with `-503` would be refused an increase by the sandbox.
    external_application_id: `application-n${made}`,
    loan_id: `loan-${made}`,
    consumer_application_human_readable_id: String(7_000_000_000 + made),
    applicant_sealed: sealApplicant(sealer, { id, sponsor_id: sponsorId }, secrets),
    person_index: `person-${made}`,
    inquiry_id: ids.uuid(),
    selected_offer_id: offerId,
    selected_terms: JSON.stringify(selectedTerms(offerId, now)),
    ...change,
  };
  await database.transaction(async (tx) => {
    await insertApplication(tx, loan, 'consumer');
    if (!smsConsent) return;
    const tools = { database, ids, sealer };
    await recordConsent(tx, tools, {
      ...consentOf(loan),
      consentType: 'sms',
      action: 'checked',
      acceptedAt: now,
      collectedBy: 'bff',
    });
  });
  return loan;
}

/** The first product of the rate sheet for the whole amount. */
function selectedTerms(offerId: string, acceptedAt: number): Offer {
  const product = productOf(defaultRateSheet[0]?.product_id ?? '');
  const amounts = { approved_amount_cents: 5_000_000, amount_cents: 1_000_000 };
  const date = easternDate(acceptedAt);
  return offerObject(priceOffer(product, { ...amounts, is_counter_offer: false }, date), {
    offer_uuid: offerId,
    mla_covered: false,
    hard_inquiry_on_accept: false,
    expires_at: acceptedAt + 30 * dayMs,
    texts: sampleTexts,
    locale: 'en',
    date,
  });
}

const secrets = {
  ssn: '900100001',
  date_of_birth: '1985-04-12',
  annual_income_cents: 8_400_000,
  address_1: '12 Hillside Avenue',
  address_2: null,
  city: 'Dayton',
  state: 'OH',
  zip_code: '45402',
  housing_status: 'own',
  monthly_housing_payment_cents: 125_000,
  employment_status: 'employed',
  employer_name: null,
};

function acceptedAt(now: number) {
  return {
    sponsor_id: sponsorId,
    invited_by: 'hillside-rep-1',
    application_path: 'soft_pull',
    status: 'Approved: Accepted',
    account_status: 'Active',
    portal_account_status: 'Active',
    first_name: 'Ada',
    middle_name: null,
    last_name: 'Sample',
    suffix: null,
    email: 'ada.sample@example.test',
    phone: '+15555550123',
    locale: 'en',
    decision_inputs_index: 'inputs',
    request_index: 'request',
    requested_amount_cents: 1_000_000,
    maximum_approved_amount_cents: 5_000_000,
    offer_code_name: null,
    offer_code_terms: null,
    purchase_description: null,
    sponsor_callback_url: 'http://localhost:8788/sandbox/receiver/applications',
    sponsor_redirect_url: null,
    decision: 'offers',
    decided_at: now,
    decline_reasons: null,
    adverse_action_notice: 'none',
    mla_covered: 0,
    offers_expire_at: now + 30 * dayMs,
    review_expires_at: null,
    invitation_expires_at: null,
    selected_amount_cents: 1_000_000,
    script: JSON.stringify(plainScript),
    merchant_fee_percent: '0.00',
    credit_limit_cents: 1_000_000,
    amount_spent_cents: 0,
    pending_charge_amount_cents: 0,
    unrestored_spend_cents: 0,
    accepted_at: now,
    purchase_window_ends_at: now + 150 * dayMs,
    ended_at: null,
    identity_failures: 0,
    identity_failures_date: null,
    identity_failures_total: 0,
    created_at: now,
    modified_at: now,
  } as const;
}

/** A charge of 1,000.00 on the loan, sent for the Salesrep who invited its consumer. */
export function aCharge(
  loan: Pick<ApplicationRow, 'external_application_id'>,
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    request_user_id: 'hillside-rep-1',
    external_application_id: loan.external_application_id,
    transaction_description: 109,
    consumer_charge_amount: '1000.00',
    net_to_merchant_amount: '940.00',
    net_platform_fee: '40.00',
    net_to_sponsor_amount: '20.00',
    transaction_callback_url: 'http://localhost:8788/sandbox/receiver/charges',
    ...change,
  };
}

/** A charge of a round amount without fees. */
export function aFreeCharge(
  loan: Pick<ApplicationRow, 'external_application_id'>,
  amount: string,
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  return aCharge(loan, {
    consumer_charge_amount: amount,
    net_to_merchant_amount: amount,
    net_platform_fee: '0.00',
    net_to_sponsor_amount: '0.00',
    ...change,
  });
}

/** A refund of all of `aCharge()`, asked for by an Admin. */
export function aRefund(
  paymentRequestUuid: string,
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    request_user_id: 'hillside-admin',
    payment_request_uuid: paymentRequestUuid,
    consumer_charge_amount: '1000.00',
    net_to_merchant_amount: '940.00',
    net_platform_fee: '40.00',
    net_to_sponsor_amount: '20.00',
    transaction_callback_url: 'http://localhost:8788/sandbox/receiver/refunds',
    ...change,
  };
}
