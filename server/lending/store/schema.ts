import type {
  AccountStatus,
  ApplicationStatus,
  PaymentRequestStatus,
  PortalAccountStatus,
  TransactionDescription,
  TransactionStatus,
} from '../../lending-api/statuses.ts';
import type { MerchantTransactionType } from '../../lending-api/transactions.ts';
import type { DueWorkSchema } from '../../platform/due-work/due-work.ts';
import type { OfferStatus } from '../domain/states/offer.ts';

/**
 * Rows of the lending service. Columns are named as the fields of `lending-decisions.md` section 2;
 * `_cents` are integer cents, `_at` epoch milliseconds on the sponsor's clock, `_sealed` encrypted
 * fields, `_index` keyed digests, flags 0 or 1. Every row belongs to the sponsor it names.
 */
export interface LendingSchema extends DueWorkSchema {
  merchants: MerchantTable;
  merchant_users: MerchantUserTable;
  bank_accounts: BankAccountTable;
  selected_products: SelectedProductTable;
  applications: ApplicationTable;
  application_history: ApplicationHistoryTable;
  bureau_inquiries: BureauInquiryTable;
  bureau_reports: BureauReportTable;
  offers: OfferTable;
  links: LinkTable;
  charge_requests: ChargeRequestTable;
  transactions: TransactionTable;
  transaction_items: TransactionItemTable;
  messages: MessageTable;
  notices: NoticeTable;
  documents: DocumentTable;
  events: EventTable;
  event_attempts: EventAttemptTable;
  consent_events: ConsentEventTable;
  idempotency_keys: IdempotencyKeyTable;
  sandbox_sponsors: SandboxSponsorTable;
  counters: CounterTable;
}

export interface MerchantTable {
  /** platform_merchant_id */
  id: string;
  sponsor_id: string;
  contractor_id: string;
  external_org_id: string;
  business_name: string;
  business_address_1: string;
  business_address_2: string | null;
  business_phone: string;
  city: string;
  state: string;
  zip_code: string;
  sponsor_callback_url: string;
  sponsor_redirect_url: string | null;
  status: string;
  invitation_expires_at: number;
  terms_version: string | null;
  onboarding_completed_at: number | null;
  activated_at: number | null;
  created_at: number;
  modified_at: number;
}

export interface MerchantUserTable {
  /** platform_merchant_user_id */
  id: string;
  sponsor_id: string;
  merchant_id: string;
  user_id: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  /** Lower case. */
  email: string;
  phone_number: string;
  user_type: string;
  status: string;
  created_at: number;
  modified_at: number;
}

export interface BankAccountTable {
  id: string;
  sponsor_id: string;
  merchant_id: string;
  status: string;
  status_reason: string | null;
  name_on_check: string;
  address_zip: string;
  email: string;
  ach_account_number_sealed: string;
  ach_account_number_index: string;
  ach_account_last4: string;
  ach_routing_number: string;
  bank_account_type: string;
  holder_type: string;
  sec_code: string;
  micro_deposits_sealed: string;
  wrong_attempts: number;
  initiations: number;
  micro_deposits_sent_at: number;
  micro_deposits_expire_at: number;
  verified_at: number | null;
  created_at: number;
  modified_at: number;
}

export interface SelectedProductTable {
  merchant_id: string;
  product_id: string;
  sponsor_id: string;
}

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
  locale: 'en' | 'es';
  /** JSON: ssn, date_of_birth, annual_income, address, housing and employment. */
  applicant_sealed: string;
  /** Keyed digest of the person (decisions 2.10, de-duplication). */
  person_index: string;
  /** Keyed digest of amount, income, housing, employment and address. */
  decision_inputs_index: string;
  /** Keyed digest of the whole request, for replays of one external_application_id. */
  request_index: string;
  requested_amount_cents: number;
  maximum_approved_amount_cents: number | null;
  offer_code_name: string | null;
  purchase_description: string | null;
  sponsor_callback_url: string;
  sponsor_redirect_url: string | null;
  inquiry_id: string;
  decision: 'offers' | 'no_offers' | null;
  decided_at: number | null;
  /** JSON array of internal codes (decisions 3.4); never leaves the service but in the notice. */
  decline_reasons: string | null;
  adverse_action_notice: 'none' | 'queued' | 'sent';
  mla_covered: number;
  offers_expire_at: number | null;
  review_expires_at: number | null;
  selected_offer_id: string | null;
  selected_amount_cents: number | null;
  /** JSON: the selected offer object with its figures for the selected amount. */
  selected_terms: string | null;
  /** JSON ApplicantScript: how a sandbox persona goes on after its report. */
  script: string;
  credit_limit_cents: number | null;
  amount_spent_cents: number;
  pending_charge_amount_cents: number;
  accepted_at: number | null;
  purchase_window_ends_at: number | null;
  /** Wrong answers to the identity question, on `identity_failures_date` (YYYY-MM-DD). */
  identity_failures: number;
  identity_failures_date: string | null;
  created_at: number;
  modified_at: number;
}

export interface ApplicationHistoryTable {
  application_id: string;
  position: number;
  sponsor_id: string;
  status: ApplicationStatus;
  at: number;
  actor: string;
}

/** Every inquiry that was made or begun, also when nothing came of it. */
export interface BureauInquiryTable {
  /** inquiry_id */
  id: string;
  sponsor_id: string;
  external_application_id: string;
  /** 1 for the first inquiry of an external_application_id. */
  attempt: number;
  /** Null while the bureau is asked. */
  outcome: 'answered' | 'unavailable' | 'failed' | null;
  created_at: number;
}

export interface BureauReportTable {
  inquiry_id: string;
  sponsor_id: string;
  person_index: string;
  report_sealed: string;
  created_at: number;
}

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
  /** JSON: the offer object of decisions 2.11 as it was promised. */
  terms: string;
  expires_at: number;
  created_at: number;
}

/** A hosted page's link. The token is derived again from kind, subject and generation. */
export interface LinkTable {
  kind: 'onboarding' | 'invitation' | 'terms' | 'portal' | 'charge';
  subject_id: string;
  generation: number;
  sponsor_id: string;
  token_digest: string;
  status: 'live' | 'dead';
  failed_tries: number;
  expires_at: number;
  created_at: number;
}

export interface ChargeRequestTable {
  /** payment_request_uuid */
  id: string;
  payment_request_id: string;
  sponsor_id: string;
  merchant_id: string;
  application_id: string;
  requested_by: string;
  transaction_description: Exclude<TransactionDescription, 115>;
  consumer_charge_amount_cents: number;
  net_to_merchant_amount_cents: number;
  net_platform_fee_cents: number;
  net_to_sponsor_amount_cents: number;
  transaction_callback_url: string;
  payment_identifier: string | null;
  description: string | null;
  status: PaymentRequestStatus;
  sms_notification: 'sent' | 'skipped_opted_out' | 'failed';
  email_notification: 'sent' | 'none';
  warning: string | null;
  approved_by: 'consumer' | 'sponsor' | null;
  rejection_reason: string | null;
  authorization_method: string | null;
  authorization_reference: string | null;
  requested_at: number;
  expires_at: number;
  status_at: number;
}

export interface TransactionTable {
  /** The payment_request_uuid of a charge, the refund_request_uuid of a refund. */
  id: string;
  sponsor_id: string;
  merchant_id: string;
  application_id: string;
  charge_request_id: string;
  transaction_description: TransactionDescription;
  consumer_charge_amount_cents: number;
  net_to_merchant_amount_cents: number;
  net_platform_fee_cents: number;
  net_to_sponsor_amount_cents: number;
  status: TransactionStatus;
  requested_at: number;
  status_at: number;
  settled_at: number | null;
  expected_settlement_date: string | null;
  submitted_by: string;
  payment_identifier: string | null;
}

export interface TransactionItemTable {
  transaction_id: string;
  position: number;
  sponsor_id: string;
  transaction_type: MerchantTransactionType;
  transaction_amount_cents: number;
  created_at: number;
}

/** The outbox of SMS and e-mail; `recipient` is the number or address. */
export interface MessageTable {
  id: string;
  sponsor_id: string;
  application_id: string | null;
  merchant_id: string | null;
  /** What it is for, such as charge_request or adverse_action. */
  kind: string;
  channel: 'sms' | 'email';
  recipient: string;
  subject: string;
  text: string;
  /** JSON array of URLs. */
  links: string;
  status: 'Queued' | 'Sent' | 'Failed' | 'Bounced';
  created_at: number;
  sent_at: number | null;
}

export interface NoticeTable {
  id: string;
  sponsor_id: string;
  application_id: string;
  kind: 'adverse_action' | 'counter_offer' | 'score_disclosure';
  status: string;
  message_id: string;
  text_id: string;
  text_version: string;
  created_at: number;
  /** When the law wants it out at the latest. */
  deadline_at: number;
}

/** A disclosure exactly as it was shown. */
export interface DocumentTable {
  id: string;
  sponsor_id: string;
  application_id: string;
  /** Order on the page, from 1. */
  position: number;
  type: string;
  version: string;
  locale: 'en' | 'es';
  sha256: string;
  content: string;
  created_at: number;
}

/** The outbox of callbacks. */
export interface EventTable {
  /** event_id */
  id: string;
  sponsor_id: string;
  application_id: string | null;
  merchant_id: string | null;
  event_type: string;
  target_url: string;
  payload: string;
  status: 'Queued' | 'Delivered' | 'Retrying' | 'Exhausted';
  /** 1 while the sandbox holds deliveries back. */
  held: number;
  next_attempt_at: number | null;
  created_at: number;
}

export interface EventAttemptTable {
  event_id: string;
  position: number;
  sponsor_id: string;
  at: number;
  status_code: number | null;
  error: string | null;
  /** The first 64 KiB of the reply, kept for information only. */
  reply: string | null;
}

/** Append-only evidence (decisions 3.3); each row carries the hash of the one before it in its chain. */
export interface ConsentEventTable {
  id: string;
  sponsor_id: string;
  application_id: string;
  position: number;
  consent_type: string;
  text_id: string | null;
  text_version: string | null;
  text_sha256: string | null;
  locale: string;
  action: string;
  accepted_at: number;
  client_reported_at: string | null;
  ip_address: string | null;
  user_agent: string | null;
  session_id: string | null;
  /** JSON array. */
  document_sha256: string;
  collected_by: 'hosted' | 'bff' | 'sponsor_api';
  prev_hash: string;
  row_hash: string;
}

export interface IdempotencyKeyTable {
  sponsor_id: string;
  operation: string;
  key: string;
  fingerprint: string;
  /** JSON {status, body}; null while the first call is still in work. */
  response: string | null;
  created_at: number;
}

export interface SandboxSponsorTable {
  sponsor_id: string;
  clock_offset_ms: number;
  /** 1 while callbacks are held back. */
  deliveries_held: number;
}

export interface CounterTable {
  name: string;
  value: number;
}
