import type { Selectable } from 'kysely';
import type { Locale } from '../../../lending-api/contact.ts';
import type {
  AccountStatus,
  ApplicationStatus,
  PortalAccountStatus,
} from '../../../lending-api/statuses.ts';
import type { OfferStatus } from '../../domain/states/offer.ts';

export interface ApplicationTable {
  /** consumer_application_id */
  id: string;
  sponsor_id: string;
  merchant_id: string;
  /** user_id of the merchant user who invited the consumer or submitted the soft pull. */
  invited_by: string;
  external_application_id: string;
  loan_id: string;
  consumer_application_human_readable_id: string;
  application_path: 'invitation' | 'soft_pull';
  status: ApplicationStatus;
  account_status: AccountStatus | null;
  portal_account_status: PortalAccountStatus;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  suffix: string | null;
  email: string;
  phone: string;
  locale: Locale;
  /**
   * JSON: ssn, date_of_birth, annual_income, address, housing and employment. Empty, as the digests
   * and names, while an invited consumer has not sent them.
   */
  applicant_sealed: string;
  /** Keyed digest of the person. */
  person_index: string;
  /**
   * Keyed digest of amount, income, housing, employment, address and the products that can be
   * offered; empty once what the applicant said is deleted.
   */
  decision_inputs_index: string;
  /** Keyed digest of the whole request, for replays of one external_application_id. */
  request_index: string;
  /** 0 while the invited consumer has not named an amount. */
  requested_amount_cents: number;
  maximum_approved_amount_cents: number | null;
  offer_code_name: string | null;
  /** JSON OfferCodeTerms: what the code promised when it was used. */
  offer_code_terms: string | null;
  /** Sealed, and shredded with `applicant_sealed`. */
  purchase_description: string | null;
  sponsor_callback_url: string;
  sponsor_redirect_url: string | null;
  inquiry_id: string;
  decision: 'offers' | 'no_offers' | null;
  /** When it was complete, while its report is under review. */
  decided_at: number | null;
  /** JSON array of internal codes; never leaves the service but in the notice. */
  decline_reasons: string | null;
  adverse_action_notice: 'none' | 'queued' | 'sent';
  mla_covered: number;
  offers_expire_at: number | null;
  review_expires_at: number | null;
  /** Until when an invited consumer may apply; null for a soft pull. */
  invitation_expires_at: number | null;
  selected_offer_id: string | null;
  selected_amount_cents: number | null;
  /** JSON: the selected offer object with its figures for the selected amount. */
  selected_terms: string | null;
  /** Percent of the selected offer's product when it was selected, `6.00`. */
  merchant_fee_percent: string | null;
  /** JSON ApplicantScript: how a sandbox persona goes on after its report. */
  script: string;
  credit_limit_cents: number | null;
  amount_spent_cents: number;
  pending_charge_amount_cents: number;
  /** Refunds that settled when the purchase window was over: neither spent nor to be spent again. */
  unrestored_spend_cents: number;
  accepted_at: number | null;
  purchase_window_ends_at: number | null;
  /** When the application, or the account that it led to, ended. */
  ended_at: number | null;
  /** Wrong answers to the identity question, on `identity_failures_date` (YYYY-MM-DD). */
  identity_failures: number;
  identity_failures_date: string | null;
  /** Wrong answers ever, over all links and pages. */
  identity_failures_total: number;
  created_at: number;
  modified_at: number;
}

export type ApplicationRow = Selectable<ApplicationTable>;

export interface ApplicationHistoryTable {
  application_id: string;
  position: number;
  sponsor_id: string;
  status: ApplicationStatus;
  at: number;
  actor: string;
}

export type ApplicationHistoryRow = Selectable<ApplicationHistoryTable>;

/** A user whose consumer was answered with an application that another user began. */
export interface SharedApplicationTable {
  application_id: string;
  user_id: string;
  sponsor_id: string;
  shared_at: number;
}

export type SharedApplicationRow = Selectable<SharedApplicationTable>;

/** Every inquiry that was made or begun, also when nothing came of it. */
export interface BureauInquiryTable {
  /** inquiry_id; the bureau has another one, for all inquiries of a day that ask the same. */
  id: string;
  sponsor_id: string;
  external_application_id: string;
  /** 1 for the first inquiry of an external_application_id. */
  attempt: number;
  /** Null while the bureau is asked. */
  outcome: 'answered' | 'unavailable' | 'failed' | null;
  created_at: number;
}

export type BureauInquiryRow = Selectable<BureauInquiryTable>;

export interface BureauReportTable {
  inquiry_id: string;
  sponsor_id: string;
  person_index: string;
  report_sealed: string;
  created_at: number;
}

export type BureauReportRow = Selectable<BureauReportTable>;

export interface OfferTable {
  /** offer_uuid */
  id: string;
  sponsor_id: string;
  application_id: string;
  product_id: string;
  status: OfferStatus;
  /** Order on the screen: lowest total cost first. */
  position: number;
  approved_amount_cents: number;
  min_amount_cents: number;
  /** JSON: the offer object as it was promised. */
  terms: string;
  expires_at: number;
  created_at: number;
}

export type OfferRow = Selectable<OfferTable>;

/** The one credit line increase of an account. */
export interface CreditLineIncreaseTable {
  application_id: string;
  sponsor_id: string;
  previous_limit_cents: number;
  new_limit_cents: number;
  /** user_id of the merchant user who asked for it. */
  requested_by: string;
  increased_at: number;
}

export type CreditLineIncreaseRow = Selectable<CreditLineIncreaseTable>;

/** Who cancelled an account, and why. */
export interface AccountCancellationTable {
  application_id: string;
  sponsor_id: string;
  /** user_id of the merchant user who asked for it. */
  cancelled_by: string;
  reason: string | null;
  cancelled_at: number;
}

export type AccountCancellationRow = Selectable<AccountCancellationTable>;

/** An application of which what its applicant said was deleted. */
export interface ShreddedApplicantTable {
  application_id: string;
  sponsor_id: string;
  /** Keyed digest of the application and the last four digits, which its links still ask for. */
  ssn_last4_index: string;
  shredded_at: number;
}
