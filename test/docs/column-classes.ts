import type { BffSchema } from '../../server/bff/store/schema.ts';
import type { LendingSchema } from '../../server/lending/store/schema.ts';

/**
 * The classes of data, as `server/SECURITY.md` says what they are and how each is kept, the strictest
 * first. A column that holds data of several has the strictest.
 */
export const dataClasses = [
  'sealed',
  'personal',
  'link',
  'financial',
  'digest',
  'business',
  'technical',
] as const;
export type DataClass = (typeof dataClasses)[number];

/** Names of columns, with a space between them. */
type ColumnsByClass = Partial<Record<DataClass, string>>;
type TablesOf<Schema> = Record<keyof Schema | 'root_keys', ColumnsByClass>;

const money =
  'consumer_charge_amount_cents net_to_merchant_amount_cents net_platform_fee_cents net_to_sponsor_amount_cents';
const dueWork: ColumnsByClass = {
  technical: 'kind key scope lane payload due_at attempts version leased_until',
};
const rootKeys: ColumnsByClass = { sealed: 'wrapped', technical: 'owner' };

/** The class of each column of `bff.db`. */
export const bffColumns: TablesOf<BffSchema> = {
  charges: {
    financial: `${money} state transaction_description payment_identifier payment_request_uuid request authorization`,
    business: 'merchant order_id',
    technical: 'id checkout_id position started_at deadline_at settled_at',
  },
  checkouts: {
    link: 'selection',
    financial: `amount_cents order_id order_amount_cents order_description offers_shown loan
      earlier_application_id cancellation limit_increase status timeline screen problem taken_as
      offer_code refused_offer_code soft_pull_state`,
    digest: 'soft_pull_fingerprint return_codes',
    business: 'merchant origin return_url sold_by requested_by asked_lender',
    technical: `id is_framed locale generation issued_generation made_by taken_up_by expires_at
      left_applications order_issued_at soft_pull_started_at soft_pull_deadline_at widget_version texts_shown
      is_looking_again bank_missing_since portal_missing_since portal_invited_at ended_by
      told_version version step_number created_at touched_at opened_at ended_at look_at`,
  },
  daily_sums: {
    business: `merchant day offer_code sold_by part opened applied offers none chosen accepted
      charged charged_cents settled settled_cents refunded refunded_cents`,
  },
  due_work: dueWork,
  inbox: {
    technical: `event_id event_type ids external_application_id payment_request_uuid received_at
      processed_at`,
  },
  lender_loans: { technical: 'base_url found_at' },
  merchant_keys: {
    digest: 'key_digest fingerprint',
    business: 'merchant answer',
    technical: 'operation checkout_id charge_id forget_at',
  },
  merchants_seen: { business: 'publishable_key entry' },
  order_openings: { business: 'origin', technical: 'checkout_id jti opened_at' },
  order_tokens: {
    financial: 'order_id amount_cents',
    business: 'merchant',
    technical: 'jti checkout_id issued_at expires_at',
  },
  person_pulls: { digest: 'person_digest', technical: 'slot checkout_id started_at' },
  refunds: {
    financial: `${money} state payment_identifier refund_uuid`,
    business: 'merchant',
    technical: 'id checkout_id charge_id settled_at started_at deadline_at',
  },
  root_keys: rootKeys,
  sessions: { digest: 'token_digest', technical: 'checkout_id rights created_at used_at' },
  settlements: {
    financial: `kind order_id amount_cents net_to_merchant_amount_cents net_platform_fee_cents
      net_to_sponsor_amount_cents`,
    business: 'merchant',
    technical: 'id checkout_id charge_id refund_id seen_at',
  },
  shown_offers: { financial: 'offer_uuid', business: 'merchant', technical: 'checkout_id' },
  webhook_deliveries: {
    business: 'merchant',
    technical: `event_id endpoint_id checkout_id version status tries queued_at next_attempt_at
      attempts created_at`,
  },
  webhook_endpoints: { business: 'merchant', technical: 'endpoint_id failing_since' },
  webhook_events: {
    financial: 'type payload',
    business: 'merchant',
    technical: 'id checkout_id version status created_at',
  },
};

/** Whose row it is, in most tables. */
const owner = 'sponsor_id';

/** The class of each column of `lending.db`. */
export const lendingColumns: TablesOf<LendingSchema> = {
  account_cancellations: {
    personal: 'reason',
    technical: `${owner} application_id cancelled_by cancelled_at`,
  },
  activity_counts: { business: 'count', technical: `${owner} merchant_id invited_by` },
  application_drafts: {
    sealed: 'draft_sealed',
    digest: 'id',
    technical: `${owner} application_id expires_at created_at`,
  },
  application_history: {
    financial: 'status',
    technical: `${owner} application_id position at actor`,
  },
  applications: {
    sealed: 'applicant_sealed decline_reasons purchase_description',
    personal: 'first_name middle_name last_name suffix email phone',
    link: 'sponsor_redirect_url',
    financial: `loan_id consumer_application_human_readable_id status account_status
      portal_account_status requested_amount_cents maximum_approved_amount_cents offer_code_name
      offer_code_terms decision decided_at adverse_action_notice mla_covered
      selected_offer_id selected_amount_cents selected_terms merchant_fee_percent script
      credit_limit_cents amount_spent_cents pending_charge_amount_cents unrestored_spend_cents
      accepted_at purchase_window_ends_at ended_at`,
    digest: 'person_index decision_inputs_index request_index',
    business: 'sponsor_callback_url',
    technical: `id ${owner} merchant_id invited_by external_application_id application_path locale
      inquiry_id offers_expire_at review_expires_at invitation_expires_at identity_failures
      identity_failures_date identity_failures_total created_at modified_at`,
  },
  bank_accounts: {
    sealed: 'ach_account_number_sealed micro_deposits_sealed',
    personal: 'name_on_check email',
    digest: 'ach_account_number_index',
    business: `address_zip ach_account_last4 ach_routing_number bank_account_type holder_type
      sec_code status status_reason`,
    technical: `id ${owner} merchant_id wrong_attempts initiations micro_deposits_sent_at
      micro_deposits_expire_at verified_at created_at modified_at`,
  },
  bureau_inquiries: {
    financial: 'outcome',
    technical: `id ${owner} external_application_id attempt created_at`,
  },
  bureau_reports: {
    sealed: 'report_sealed',
    digest: 'person_index',
    technical: `inquiry_id ${owner} created_at`,
  },
  charge_requests: {
    personal: 'description rejection_reason authorization_method authorization_reference',
    financial: `${money} payment_request_id transaction_description payment_identifier status
      warning approved_by approved_by_user`,
    business: 'transaction_callback_url',
    technical: `id ${owner} merchant_id application_id invited_by requested_by sms_notification
      email_notification requested_at expires_at status_at`,
  },
  consent_events: {
    sealed: 'ip_address',
    personal: 'user_agent',
    digest: 'subject_hash text_sha256 document_sha256 prev_hash row_hash',
    business: 'origin',
    technical: `id ${owner} application_id position consent_type text_id text_version locale action
      accepted_at client_reported_at session_id widget_version collected_by`,
  },
  counters: { technical: 'name value' },
  credit_line_increases: {
    financial: 'previous_limit_cents new_limit_cents',
    technical: `${owner} application_id requested_by increased_at`,
  },
  documents: {
    sealed: 'content',
    digest: 'sha256',
    technical: `id ${owner} application_id position type version locale created_at`,
  },
  due_work: dueWork,
  event_attempts: {
    personal: 'reply',
    technical: `${owner} event_id position at status_code error`,
  },
  events: {
    personal: 'payload',
    business: 'target_url',
    technical: `id ${owner} application_id merchant_id event_type status held next_attempt_at
      created_at`,
  },
  evidence_ends: {
    digest: 'row_hash mac',
    technical: `${owner} application_id position ended_at`,
  },
  evidence_heads: { digest: 'row_hash mac', technical: `${owner} application_id position` },
  evidence_records: {
    personal: 'content',
    digest: 'sha256',
    technical: `id ${owner} application_id type created_at`,
  },
  evidence_totals: { digest: 'hash mac', technical: 'slot chains events changes' },
  idempotency_keys: {
    /** That of a soft pull is sealed. */
    financial: 'response',
    digest: 'fingerprint',
    technical: `${owner} operation key created_at`,
  },
  invitations: {
    personal: 'phone email',
    financial: 'status answered_by',
    technical: `application_id id ${owner} activate_date activates_at expires_at created_at
      modified_at`,
  },
  letters: {
    sealed: 'recipient_sealed content',
    technical: `id ${owner} application_id kind status created_at`,
  },
  links: {
    digest: 'token_digest last_answer_digest',
    technical: `kind subject_id generation ${owner} status is_mailed failed_tries expires_at
      created_at`,
  },
  lint_findings: {
    technical: `${owner} operation kind field detail count first_at last_at`,
  },
  merchant_users: {
    personal: 'first_name middle_name last_name email phone_number',
    business: 'user_id user_type status',
    technical: `id ${owner} merchant_id created_at modified_at`,
  },
  merchants: {
    personal: 'user_business_email',
    business: `contractor_id external_org_id business_name business_address_1 business_address_2
      business_phone city state zip_code sponsor_callback_url sponsor_redirect_url status`,
    technical: `id ${owner} invitation_expires_at terms_version onboarding_completed_at
      activated_at created_at modified_at`,
  },
  messages: {
    sealed: 'text links',
    personal: 'recipient subject',
    technical: `id ${owner} application_id merchant_id kind channel status failed_tries created_at
      sent_at`,
  },
  notices: {
    financial: 'kind',
    technical: `id ${owner} application_id status message_id text_id text_version created_at
      deadline_at`,
  },
  offer_codes: {
    business: `offer_code_name description product_ids min_amount_cents max_amount_cents start_date
      end_date is_deleted`,
    technical: `merchant_id id ${owner} created_at modified_at`,
  },
  offers: {
    financial: 'product_id status approved_amount_cents min_amount_cents terms',
    technical: `id ${owner} application_id position expires_at created_at`,
  },
  onboarding_codes: {
    digest: 'last_answer_digest',
    technical: `merchant_id generation ${owner} failed_tries sent_at used_at`,
  },
  receiver_calls: { technical: 'name calls last_call' },
  refund_requests: {
    personal: 'reason',
    financial: 'refund_type',
    business: 'transaction_callback_url',
    technical: `id ${owner} merchant_id application_id invited_by charge_request_id requested_by
      requested_at`,
  },
  root_keys: rootKeys,
  sandbox_sponsors: { technical: `${owner} clock_offset_ms deliveries_held` },
  selected_products: { business: 'product_id', technical: `${owner} merchant_id` },
  shared_applications: { technical: `${owner} application_id user_id shared_at` },
  shredded_applicants: {
    digest: 'ssn_last4_index',
    technical: `${owner} application_id shredded_at`,
  },
  statement_entries: {
    financial: `${money} transaction_description kind`,
    technical: `transaction_id ${owner} merchant_id application_id invited_by charge_request_id
      month created_at settled_at`,
  },
  statement_totals: {
    business: `transaction_count consumer_charges_cents consumer_refunds_cents merchant_fees_cents
      fee_credits_cents`,
    technical: `${owner} merchant_id month invited_by`,
  },
  step_up_codes: {
    digest: 'last_answer_digest',
    technical: `application_id generation ${owner} channel failed_tries sent_at used_at`,
  },
  stopped_numbers: { personal: 'phone', technical: `${owner} stopped_at` },
  transaction_items: {
    financial: 'transaction_type transaction_amount_cents',
    technical: `transaction_id position ${owner} created_at`,
  },
  transactions: {
    financial: `${money} transaction_description status expected_settlement_date payment_identifier`,
    technical: `id ${owner} merchant_id application_id invited_by charge_request_id submitted_by
      requested_at status_at settled_at`,
  },
};

/** Each column with its class, as `table.column`. */
export function classesOf(tables: Readonly<Record<string, ColumnsByClass>>): [string, DataClass][] {
  return Object.entries(tables).flatMap(([table, classes]) =>
    dataClasses.flatMap((dataClass) =>
      (classes[dataClass]?.split(/\s+/) ?? []).map((column): [string, DataClass] => [
        `${table}.${column}`,
        dataClass,
      ]),
    ),
  );
}
