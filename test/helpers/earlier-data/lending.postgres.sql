SELECT pg_catalog.set_config('search_path', '', false);
CREATE SCHEMA lending;
CREATE TABLE lending.account_cancellations ( application_id text NOT NULL, sponsor_id text NOT NULL, cancelled_by text NOT NULL, reason text, cancelled_at bigint NOT NULL
);
CREATE TABLE lending.activity_counts ( sponsor_id text NOT NULL, merchant_id text NOT NULL, invited_by text NOT NULL, count bigint NOT NULL
);
CREATE TABLE lending.application_drafts ( id text NOT NULL, sponsor_id text NOT NULL, application_id text NOT NULL, draft_sealed text NOT NULL, expires_at bigint NOT NULL, created_at bigint NOT NULL
);
CREATE TABLE lending.application_history ( application_id text NOT NULL, "position" bigint NOT NULL, sponsor_id text NOT NULL, status text NOT NULL, at bigint NOT NULL, actor text NOT NULL
);
CREATE TABLE lending.applications ( id text NOT NULL, sponsor_id text NOT NULL, merchant_id text NOT NULL, invited_by text NOT NULL, external_application_id text NOT NULL, loan_id text NOT NULL, consumer_application_human_readable_id text NOT NULL, application_path text NOT NULL, status text NOT NULL, account_status text, portal_account_status text NOT NULL, first_name text NOT NULL, middle_name text, last_name text NOT NULL, suffix text, email text NOT NULL, phone text NOT NULL, locale text NOT NULL, applicant_sealed text NOT NULL, person_index text NOT NULL, decision_inputs_index text NOT NULL, request_index text NOT NULL, requested_amount_cents bigint NOT NULL, maximum_approved_amount_cents bigint, offer_code_name text, purchase_description text, sponsor_callback_url text NOT NULL, sponsor_redirect_url text, inquiry_id text NOT NULL, decision text, decided_at bigint, decline_reasons text, adverse_action_notice text NOT NULL, mla_covered bigint NOT NULL, offers_expire_at bigint, review_expires_at bigint, selected_offer_id text, selected_amount_cents bigint, selected_terms text, script text NOT NULL, credit_limit_cents bigint, amount_spent_cents bigint NOT NULL, pending_charge_amount_cents bigint NOT NULL, accepted_at bigint, purchase_window_ends_at bigint, identity_failures bigint NOT NULL, identity_failures_date text, created_at bigint NOT NULL, modified_at bigint NOT NULL, offer_code_terms text, invitation_expires_at bigint, unrestored_spend_cents bigint DEFAULT 0 NOT NULL, chargeable_until bigint GENERATED ALWAYS AS (
CASE WHEN ((status = 'Approved: Accepted'::text) AND (account_status = 'Active'::text) AND (credit_limit_cents > ((amount_spent_cents + pending_charge_amount_cents) + unrestored_spend_cents))) THEN purchase_window_ends_at ELSE NULL::bigint
END) STORED, identity_failures_total bigint DEFAULT 0 NOT NULL, merchant_fee_percent text
);
CREATE TABLE lending.bank_accounts ( id text NOT NULL, sponsor_id text NOT NULL, merchant_id text NOT NULL, status text NOT NULL, status_reason text, name_on_check text NOT NULL, address_zip text NOT NULL, email text NOT NULL, ach_account_number_sealed text NOT NULL, ach_account_number_index text NOT NULL, ach_account_last4 text NOT NULL, ach_routing_number text NOT NULL, bank_account_type text NOT NULL, holder_type text NOT NULL, sec_code text NOT NULL, micro_deposits_sealed text NOT NULL, wrong_attempts bigint NOT NULL, initiations bigint NOT NULL, micro_deposits_sent_at bigint NOT NULL, micro_deposits_expire_at bigint NOT NULL, verified_at bigint, created_at bigint NOT NULL, modified_at bigint NOT NULL
);
CREATE TABLE lending.bureau_inquiries ( id text NOT NULL, sponsor_id text NOT NULL, external_application_id text NOT NULL, attempt bigint NOT NULL, outcome text, created_at bigint NOT NULL
);
CREATE TABLE lending.bureau_reports ( inquiry_id text NOT NULL, sponsor_id text NOT NULL, person_index text NOT NULL, report_sealed text NOT NULL, created_at bigint NOT NULL
);
CREATE TABLE lending.charge_requests ( id text NOT NULL, payment_request_id text NOT NULL, sponsor_id text NOT NULL, merchant_id text NOT NULL, application_id text NOT NULL, invited_by text NOT NULL, requested_by text NOT NULL, transaction_description bigint NOT NULL, consumer_charge_amount_cents bigint NOT NULL, net_to_merchant_amount_cents bigint NOT NULL, net_platform_fee_cents bigint NOT NULL, net_to_sponsor_amount_cents bigint NOT NULL, transaction_callback_url text NOT NULL, payment_identifier text, description text, status text NOT NULL, sms_notification text NOT NULL, email_notification text NOT NULL, warning text, approved_by text, rejection_reason text, authorization_method text, authorization_reference text, requested_at bigint NOT NULL, expires_at bigint NOT NULL, status_at bigint NOT NULL, approved_by_user text
);
CREATE TABLE lending.consent_events ( id text NOT NULL, sponsor_id text NOT NULL, application_id text NOT NULL, subject_hash text NOT NULL, "position" bigint NOT NULL, consent_type text NOT NULL, text_id text, text_version text, text_sha256 text, locale text NOT NULL, action text NOT NULL, accepted_at bigint NOT NULL, client_reported_at text, ip_address text, user_agent text, session_id text, origin text, widget_version text, document_sha256 text NOT NULL, collected_by text NOT NULL, prev_hash text NOT NULL, row_hash text NOT NULL
);
CREATE TABLE lending.counters ( name text NOT NULL, value bigint NOT NULL
);
CREATE TABLE lending.credit_line_increases ( application_id text NOT NULL, sponsor_id text NOT NULL, previous_limit_cents bigint NOT NULL, new_limit_cents bigint NOT NULL, requested_by text NOT NULL, increased_at bigint NOT NULL
);
CREATE TABLE lending.documents ( id text NOT NULL, sponsor_id text NOT NULL, application_id text NOT NULL, "position" bigint NOT NULL, type text NOT NULL, version text NOT NULL, locale text NOT NULL, sha256 text NOT NULL, content text NOT NULL, created_at bigint NOT NULL
);
CREATE TABLE lending.due_work ( kind text NOT NULL, key text NOT NULL, scope text NOT NULL, lane text NOT NULL, payload text NOT NULL, due_at bigint NOT NULL, attempts bigint NOT NULL, version bigint NOT NULL, leased_until bigint NOT NULL
);
CREATE TABLE lending.event_attempts ( event_id text NOT NULL, "position" bigint NOT NULL, sponsor_id text NOT NULL, at bigint NOT NULL, status_code bigint, error text, reply text
);
CREATE TABLE lending.events ( id text NOT NULL, sponsor_id text NOT NULL, application_id text, merchant_id text, event_type text NOT NULL, target_url text NOT NULL, payload text NOT NULL, status text NOT NULL, held bigint NOT NULL, next_attempt_at bigint, created_at bigint NOT NULL
);
CREATE TABLE lending.evidence_ends ( application_id text NOT NULL, sponsor_id text NOT NULL, "position" bigint NOT NULL, row_hash text NOT NULL, mac text NOT NULL, ended_at bigint NOT NULL
);
CREATE TABLE lending.evidence_heads ( application_id text NOT NULL, sponsor_id text NOT NULL, "position" bigint NOT NULL, row_hash text NOT NULL, mac text NOT NULL
);
CREATE TABLE lending.evidence_records ( id text NOT NULL, sponsor_id text NOT NULL, application_id text NOT NULL, type text NOT NULL, sha256 text NOT NULL, content text NOT NULL, created_at bigint NOT NULL
);
CREATE TABLE lending.evidence_totals ( slot bigint NOT NULL, chains bigint NOT NULL, events bigint NOT NULL, changes bigint NOT NULL, hash text NOT NULL, mac text NOT NULL
);
CREATE TABLE lending.idempotency_keys ( sponsor_id text NOT NULL, operation text NOT NULL, key text NOT NULL, fingerprint text NOT NULL, response text, created_at bigint NOT NULL
);
CREATE TABLE lending.invitations ( application_id text NOT NULL, id text NOT NULL, sponsor_id text NOT NULL, status text NOT NULL, phone text, email text, activate_date text, activates_at bigint NOT NULL, expires_at bigint NOT NULL, answered_by text, created_at bigint NOT NULL, modified_at bigint NOT NULL
);
CREATE TABLE lending.kysely_migration ( name character varying(255) NOT NULL, "timestamp" character varying(255) NOT NULL
);
CREATE TABLE lending.kysely_migration_lock ( id character varying(255) NOT NULL, is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE lending.letters ( id text NOT NULL, sponsor_id text NOT NULL, application_id text NOT NULL, kind text NOT NULL, recipient_sealed text NOT NULL, content text NOT NULL, status text NOT NULL, created_at bigint NOT NULL
);
CREATE TABLE lending.links ( kind text NOT NULL, subject_id text NOT NULL, generation bigint NOT NULL, sponsor_id text NOT NULL, token_digest text NOT NULL, status text NOT NULL, failed_tries bigint NOT NULL, expires_at bigint NOT NULL, created_at bigint NOT NULL, is_mailed bigint DEFAULT 0 NOT NULL
);
CREATE TABLE lending.lint_findings ( sponsor_id text NOT NULL, operation text NOT NULL, kind text NOT NULL, field text NOT NULL, detail text, count bigint NOT NULL, first_at bigint NOT NULL, last_at bigint NOT NULL
);
CREATE TABLE lending.merchant_users ( id text NOT NULL, sponsor_id text NOT NULL, merchant_id text NOT NULL, user_id text NOT NULL, first_name text NOT NULL, middle_name text, last_name text NOT NULL, email text NOT NULL, phone_number text NOT NULL, user_type text NOT NULL, status text NOT NULL, created_at bigint NOT NULL, modified_at bigint NOT NULL
);
CREATE TABLE lending.merchants ( id text NOT NULL, sponsor_id text NOT NULL, contractor_id text NOT NULL, external_org_id text NOT NULL, business_name text NOT NULL, business_address_1 text NOT NULL, business_address_2 text, business_phone text NOT NULL, city text NOT NULL, state text NOT NULL, zip_code text NOT NULL, sponsor_callback_url text NOT NULL, sponsor_redirect_url text, status text NOT NULL, invitation_expires_at bigint NOT NULL, terms_version text, onboarding_completed_at bigint, activated_at bigint, created_at bigint NOT NULL, modified_at bigint NOT NULL
);
CREATE TABLE lending.messages ( id text NOT NULL, sponsor_id text NOT NULL, application_id text, merchant_id text, kind text NOT NULL, channel text NOT NULL, recipient text NOT NULL, subject text NOT NULL, text text NOT NULL, links text NOT NULL, status text NOT NULL, created_at bigint NOT NULL, sent_at bigint
);
CREATE TABLE lending.notices ( id text NOT NULL, sponsor_id text NOT NULL, application_id text NOT NULL, kind text NOT NULL, status text NOT NULL, message_id text NOT NULL, text_id text NOT NULL, text_version text NOT NULL, created_at bigint NOT NULL, deadline_at bigint NOT NULL
);
CREATE TABLE lending.offer_codes ( merchant_id text NOT NULL, id bigint NOT NULL, sponsor_id text NOT NULL, offer_code_name text NOT NULL, description text, product_ids text NOT NULL, min_amount_cents bigint, max_amount_cents bigint, start_date text, end_date text, is_deleted bigint NOT NULL, created_at bigint NOT NULL, modified_at bigint NOT NULL
);
CREATE TABLE lending.offers ( id text NOT NULL, sponsor_id text NOT NULL, application_id text NOT NULL, product_id text NOT NULL, status text NOT NULL, "position" bigint NOT NULL, approved_amount_cents bigint NOT NULL, min_amount_cents bigint NOT NULL, terms text NOT NULL, expires_at bigint NOT NULL, created_at bigint NOT NULL
);
CREATE TABLE lending.onboarding_codes ( merchant_id text NOT NULL, generation bigint NOT NULL, sponsor_id text NOT NULL, failed_tries bigint NOT NULL, sent_at bigint NOT NULL, used_at bigint
);
CREATE TABLE lending.receiver_calls ( name text NOT NULL, calls bigint NOT NULL, last_call bigint NOT NULL
);
CREATE TABLE lending.refund_requests ( id text NOT NULL, sponsor_id text NOT NULL, merchant_id text NOT NULL, application_id text NOT NULL, invited_by text NOT NULL, charge_request_id text NOT NULL, requested_by text NOT NULL, refund_type text NOT NULL, transaction_callback_url text NOT NULL, reason text, requested_at bigint NOT NULL
);
CREATE TABLE lending.root_keys ( owner text NOT NULL, wrapped text NOT NULL
);
CREATE TABLE lending.sandbox_sponsors ( sponsor_id text NOT NULL, clock_offset_ms bigint NOT NULL, deliveries_held bigint NOT NULL
);
CREATE TABLE lending.selected_products ( merchant_id text NOT NULL, product_id text NOT NULL, sponsor_id text NOT NULL
);
CREATE TABLE lending.shared_applications ( application_id text NOT NULL, user_id text NOT NULL, sponsor_id text NOT NULL, shared_at bigint NOT NULL
);
CREATE TABLE lending.shredded_applicants ( application_id text NOT NULL, sponsor_id text NOT NULL, ssn_last4_index text NOT NULL, shredded_at bigint NOT NULL
);
CREATE TABLE lending.statement_entries ( transaction_id text NOT NULL, kind text NOT NULL, sponsor_id text NOT NULL, merchant_id text NOT NULL, application_id text NOT NULL, invited_by text NOT NULL, charge_request_id text NOT NULL, transaction_description bigint NOT NULL, consumer_charge_amount_cents bigint NOT NULL, net_to_merchant_amount_cents bigint NOT NULL, net_platform_fee_cents bigint NOT NULL, net_to_sponsor_amount_cents bigint NOT NULL, month text NOT NULL, created_at bigint NOT NULL, settled_at bigint NOT NULL
);
CREATE TABLE lending.statement_totals ( sponsor_id text NOT NULL, merchant_id text NOT NULL, month text NOT NULL, invited_by text NOT NULL, transaction_count bigint NOT NULL, consumer_charges_cents bigint NOT NULL, consumer_refunds_cents bigint NOT NULL, merchant_fees_cents bigint NOT NULL, fee_credits_cents bigint NOT NULL
);
CREATE TABLE lending.step_up_codes ( application_id text NOT NULL, generation bigint NOT NULL, sponsor_id text NOT NULL, channel text NOT NULL, failed_tries bigint NOT NULL, sent_at bigint NOT NULL, used_at bigint
);
CREATE TABLE lending.transaction_items ( transaction_id text NOT NULL, "position" bigint NOT NULL, sponsor_id text NOT NULL, transaction_type text NOT NULL, transaction_amount_cents bigint NOT NULL, created_at bigint NOT NULL
);
CREATE TABLE lending.transactions ( id text NOT NULL, sponsor_id text NOT NULL, merchant_id text NOT NULL, application_id text NOT NULL, invited_by text NOT NULL, charge_request_id text NOT NULL, transaction_description bigint NOT NULL, consumer_charge_amount_cents bigint NOT NULL, net_to_merchant_amount_cents bigint NOT NULL, net_platform_fee_cents bigint NOT NULL, net_to_sponsor_amount_cents bigint NOT NULL, status text NOT NULL, requested_at bigint NOT NULL, status_at bigint NOT NULL, settled_at bigint, expected_settlement_date text, submitted_by text NOT NULL, payment_identifier text
);
ALTER TABLE ONLY lending.account_cancellations ADD CONSTRAINT account_cancellations_pk PRIMARY KEY (application_id);
ALTER TABLE ONLY lending.activity_counts ADD CONSTRAINT activity_counts_pk PRIMARY KEY (sponsor_id, merchant_id, invited_by);
ALTER TABLE ONLY lending.application_drafts ADD CONSTRAINT application_drafts_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.application_history ADD CONSTRAINT application_history_pk PRIMARY KEY (application_id, "position");
ALTER TABLE ONLY lending.applications ADD CONSTRAINT applications_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.bank_accounts ADD CONSTRAINT bank_accounts_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.bureau_inquiries ADD CONSTRAINT bureau_inquiries_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.bureau_reports ADD CONSTRAINT bureau_reports_pk PRIMARY KEY (inquiry_id);
ALTER TABLE ONLY lending.charge_requests ADD CONSTRAINT charge_requests_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.consent_events ADD CONSTRAINT consent_events_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.counters ADD CONSTRAINT counters_pk PRIMARY KEY (name);
ALTER TABLE ONLY lending.credit_line_increases ADD CONSTRAINT credit_line_increases_pk PRIMARY KEY (application_id);
ALTER TABLE ONLY lending.documents ADD CONSTRAINT documents_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.due_work ADD CONSTRAINT due_work_pk PRIMARY KEY (kind, key);
ALTER TABLE ONLY lending.event_attempts ADD CONSTRAINT event_attempts_pk PRIMARY KEY (event_id, "position");
ALTER TABLE ONLY lending.events ADD CONSTRAINT events_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.evidence_ends ADD CONSTRAINT evidence_ends_pk PRIMARY KEY (application_id);
ALTER TABLE ONLY lending.evidence_heads ADD CONSTRAINT evidence_heads_pk PRIMARY KEY (application_id);
ALTER TABLE ONLY lending.evidence_records ADD CONSTRAINT evidence_records_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.evidence_totals ADD CONSTRAINT evidence_totals_pk PRIMARY KEY (slot);
ALTER TABLE ONLY lending.idempotency_keys ADD CONSTRAINT idempotency_keys_pk PRIMARY KEY (sponsor_id, operation, key);
ALTER TABLE ONLY lending.invitations ADD CONSTRAINT invitations_pk PRIMARY KEY (application_id);
ALTER TABLE ONLY lending.kysely_migration_lock ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY lending.kysely_migration ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY lending.letters ADD CONSTRAINT letters_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.links ADD CONSTRAINT links_pk PRIMARY KEY (kind, subject_id, generation);
ALTER TABLE ONLY lending.lint_findings ADD CONSTRAINT lint_findings_pk PRIMARY KEY (sponsor_id, operation, kind, field);
ALTER TABLE ONLY lending.merchant_users ADD CONSTRAINT merchant_users_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.merchants ADD CONSTRAINT merchants_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.messages ADD CONSTRAINT messages_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.notices ADD CONSTRAINT notices_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.offer_codes ADD CONSTRAINT offer_codes_pk PRIMARY KEY (merchant_id, id);
ALTER TABLE ONLY lending.offers ADD CONSTRAINT offers_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.onboarding_codes ADD CONSTRAINT onboarding_codes_pk PRIMARY KEY (merchant_id, generation);
ALTER TABLE ONLY lending.receiver_calls ADD CONSTRAINT receiver_calls_pk PRIMARY KEY (name);
ALTER TABLE ONLY lending.refund_requests ADD CONSTRAINT refund_requests_pk PRIMARY KEY (id);
ALTER TABLE ONLY lending.root_keys ADD CONSTRAINT root_keys_pk PRIMARY KEY (owner);
ALTER TABLE ONLY lending.sandbox_sponsors ADD CONSTRAINT sandbox_sponsors_pk PRIMARY KEY (sponsor_id);
ALTER TABLE ONLY lending.selected_products ADD CONSTRAINT selected_products_pk PRIMARY KEY (merchant_id, product_id);
ALTER TABLE ONLY lending.shared_applications ADD CONSTRAINT shared_applications_pk PRIMARY KEY (application_id, user_id);
ALTER TABLE ONLY lending.shredded_applicants ADD CONSTRAINT shredded_applicants_pk PRIMARY KEY (application_id);
ALTER TABLE ONLY lending.statement_entries ADD CONSTRAINT statement_entries_pk PRIMARY KEY (transaction_id, kind);
ALTER TABLE ONLY lending.statement_totals ADD CONSTRAINT statement_totals_pk PRIMARY KEY (sponsor_id, merchant_id, month, invited_by);
ALTER TABLE ONLY lending.step_up_codes ADD CONSTRAINT step_up_codes_pk PRIMARY KEY (application_id, generation);
ALTER TABLE ONLY lending.transaction_items ADD CONSTRAINT transaction_items_pk PRIMARY KEY (transaction_id, "position");
ALTER TABLE ONLY lending.transactions ADD CONSTRAINT transactions_pk PRIMARY KEY (id);
CREATE INDEX application_drafts_index_application_id ON lending.application_drafts USING btree (application_id);
CREATE INDEX applications_chargeable ON lending.applications USING btree (sponsor_id, merchant_id, accepted_at, chargeable_until) WHERE (chargeable_until IS NOT NULL);
CREATE INDEX applications_chargeable_own ON lending.applications USING btree (sponsor_id, merchant_id, invited_by, accepted_at, chargeable_until) WHERE (chargeable_until IS NOT NULL);
CREATE INDEX applications_index_sponsor_id_merchant_id_created_at ON lending.applications USING btree (sponsor_id, merchant_id, created_at);
CREATE INDEX applications_index_sponsor_id_merchant_id_invited_by_created_at ON lending.applications USING btree (sponsor_id, merchant_id, invited_by, created_at);
CREATE INDEX applications_index_sponsor_id_person_index_merchant_id ON lending.applications USING btree (sponsor_id, person_index, merchant_id);
CREATE UNIQUE INDEX applications_one_started ON lending.applications USING btree (sponsor_id, merchant_id, person_index) WHERE ((status = 'Started'::text) AND (person_index <> ''::text));
CREATE UNIQUE INDEX applications_unique_consumer_application_human_readable_id ON lending.applications USING btree (consumer_application_human_readable_id);
CREATE UNIQUE INDEX applications_unique_sponsor_id_external_application_id ON lending.applications USING btree (sponsor_id, external_application_id);
CREATE UNIQUE INDEX applications_unique_sponsor_id_loan_id ON lending.applications USING btree (sponsor_id, loan_id);
CREATE INDEX bank_accounts_index_merchant_id ON lending.bank_accounts USING btree (merchant_id);
CREATE UNIQUE INDEX bank_accounts_one_in_use ON lending.bank_accounts USING btree (merchant_id) WHERE (status <> 'Replaced'::text);
CREATE INDEX bureau_inquiries_index_sponsor_id_external_application_id ON lending.bureau_inquiries USING btree (sponsor_id, external_application_id);
CREATE INDEX bureau_reports_index_sponsor_id_person_index ON lending.bureau_reports USING btree (sponsor_id, person_index);
CREATE INDEX charge_requests_index_application_id ON lending.charge_requests USING btree (application_id);
CREATE INDEX charge_requests_index_sponsor_id_application_id_requested_at ON lending.charge_requests USING btree (sponsor_id, application_id, requested_at);
CREATE INDEX charge_requests_index_sponsor_id_merchant_id_invited_by_request ON lending.charge_requests USING btree (sponsor_id, merchant_id, invited_by, requested_at);
CREATE INDEX charge_requests_index_sponsor_id_merchant_id_invited_by_status_ ON lending.charge_requests USING btree (sponsor_id, merchant_id, invited_by, status, requested_at);
CREATE INDEX charge_requests_index_sponsor_id_merchant_id_requested_at ON lending.charge_requests USING btree (sponsor_id, merchant_id, requested_at);
CREATE INDEX charge_requests_index_sponsor_id_merchant_id_status_requested_a ON lending.charge_requests USING btree (sponsor_id, merchant_id, status, requested_at);
CREATE UNIQUE INDEX charge_requests_unique_payment_request_id ON lending.charge_requests USING btree (payment_request_id);
CREATE INDEX consent_events_revocations ON lending.consent_events USING btree (sponsor_id, accepted_at) WHERE (consent_type = 'revocation'::text);
CREATE UNIQUE INDEX consent_events_unique_application_id_position ON lending.consent_events USING btree (application_id, "position");
CREATE INDEX documents_index_application_id ON lending.documents USING btree (application_id);
CREATE INDEX due_work_by_time ON lending.due_work USING btree (scope, due_at);
CREATE INDEX events_index_application_id ON lending.events USING btree (application_id);
CREATE INDEX events_index_sponsor_id_created_at ON lending.events USING btree (sponsor_id, created_at);
CREATE INDEX evidence_records_index_application_id ON lending.evidence_records USING btree (application_id);
CREATE UNIQUE INDEX invitations_unique_id ON lending.invitations USING btree (id);
CREATE INDEX letters_index_application_id ON lending.letters USING btree (application_id);
CREATE UNIQUE INDEX links_one_live ON lending.links USING btree (kind, subject_id, is_mailed) WHERE (status = 'live'::text);
CREATE UNIQUE INDEX links_unique_token_digest ON lending.links USING btree (token_digest);
CREATE INDEX merchant_users_index_merchant_id ON lending.merchant_users USING btree (merchant_id);
CREATE UNIQUE INDEX merchant_users_unique_sponsor_id_email ON lending.merchant_users USING btree (sponsor_id, email);
CREATE UNIQUE INDEX merchant_users_unique_sponsor_id_user_id ON lending.merchant_users USING btree (sponsor_id, user_id);
CREATE UNIQUE INDEX merchants_unique_sponsor_id_contractor_id ON lending.merchants USING btree (sponsor_id, contractor_id);
CREATE UNIQUE INDEX merchants_unique_sponsor_id_external_org_id ON lending.merchants USING btree (sponsor_id, external_org_id);
CREATE INDEX messages_index_application_id ON lending.messages USING btree (application_id);
CREATE INDEX messages_index_sponsor_id_created_at ON lending.messages USING btree (sponsor_id, created_at);
CREATE INDEX notices_index_application_id ON lending.notices USING btree (application_id);
CREATE UNIQUE INDEX offer_codes_unique_merchant_id_offer_code_name ON lending.offer_codes USING btree (merchant_id, offer_code_name);
CREATE INDEX offers_index_application_id ON lending.offers USING btree (application_id);
CREATE INDEX receiver_calls_index_last_call ON lending.receiver_calls USING btree (last_call);
CREATE INDEX refund_requests_index_sponsor_id_application_id_requested_at ON lending.refund_requests USING btree (sponsor_id, application_id, requested_at);
CREATE INDEX refund_requests_index_sponsor_id_merchant_id_invited_by_request ON lending.refund_requests USING btree (sponsor_id, merchant_id, invited_by, requested_at);
CREATE INDEX refund_requests_index_sponsor_id_merchant_id_requested_at ON lending.refund_requests USING btree (sponsor_id, merchant_id, requested_at);
CREATE INDEX statement_entries_index_charge_request_id ON lending.statement_entries USING btree (charge_request_id);
CREATE INDEX statement_entries_index_sponsor_id_merchant_id_invited_by_month ON lending.statement_entries USING btree (sponsor_id, merchant_id, invited_by, month, settled_at);
CREATE INDEX statement_entries_index_sponsor_id_merchant_id_month_settled_at ON lending.statement_entries USING btree (sponsor_id, merchant_id, month, settled_at);
CREATE INDEX transactions_index_application_id ON lending.transactions USING btree (application_id);
CREATE INDEX transactions_index_sponsor_id_merchant_id_invited_by_requested_ ON lending.transactions USING btree (sponsor_id, merchant_id, invited_by, requested_at);
CREATE INDEX transactions_index_sponsor_id_merchant_id_requested_at ON lending.transactions USING btree (sponsor_id, merchant_id, requested_at);
