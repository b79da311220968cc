SELECT pg_catalog.set_config('search_path', '', false);
CREATE SCHEMA bff;
CREATE TABLE bff.charges ( id text NOT NULL, checkout_id text NOT NULL, "position" integer NOT NULL, merchant text NOT NULL, order_id text NOT NULL, transaction_description integer NOT NULL, state text NOT NULL, consumer_charge_amount_cents bigint NOT NULL, net_to_merchant_amount_cents bigint NOT NULL, net_platform_fee_cents bigint NOT NULL, net_to_sponsor_amount_cents bigint NOT NULL, payment_identifier text NOT NULL, payment_request_uuid text, request text, started_at bigint NOT NULL, deadline_at bigint NOT NULL, settled_at bigint, CONSTRAINT charges_balance CHECK ((consumer_charge_amount_cents = ((net_to_merchant_amount_cents + net_platform_fee_cents) + net_to_sponsor_amount_cents)))
);
CREATE TABLE bff.checkouts ( id text NOT NULL, merchant text NOT NULL, origin text NOT NULL, is_framed integer NOT NULL, return_url text NOT NULL, locale text NOT NULL, generation integer NOT NULL, amount_cents bigint, order_id text, order_amount_cents bigint, order_description text, soft_pull_state text, soft_pull_fingerprint text, soft_pull_started_at bigint, soft_pull_deadline_at bigint, offers_shown text, widget_version text, earlier_application_id text, loan text, selection text, is_looking_again integer NOT NULL, problem text, bank_missing_since bigint, ended_by text, screen text NOT NULL, version bigint NOT NULL, step_number bigint NOT NULL, created_at bigint NOT NULL, touched_at bigint NOT NULL, ended_at bigint, look_at bigint, texts_shown text, return_codes text, order_issued_at bigint, made_by text DEFAULT 'page'::text NOT NULL, asked_lender text, portal_missing_since bigint, portal_invited_at bigint, opened_at bigint DEFAULT 0 NOT NULL
);
CREATE TABLE bff.due_work ( kind text NOT NULL, key text NOT NULL, scope text NOT NULL, lane text NOT NULL, payload text NOT NULL, due_at bigint NOT NULL, attempts bigint NOT NULL, version bigint NOT NULL, leased_until bigint NOT NULL
);
CREATE TABLE bff.inbox ( event_id text NOT NULL, event_type text NOT NULL, external_application_id text, payment_request_uuid text, received_at bigint NOT NULL, processed_at bigint, ids text
);
CREATE TABLE bff.kysely_migration ( name character varying(255) NOT NULL, "timestamp" character varying(255) NOT NULL
);
CREATE TABLE bff.kysely_migration_lock ( id character varying(255) NOT NULL, is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE bff.lender_loans ( base_url text NOT NULL, found_at bigint NOT NULL
);
CREATE TABLE bff.merchant_keys ( merchant text NOT NULL, operation text NOT NULL, key_digest text NOT NULL, fingerprint text NOT NULL, checkout_id text NOT NULL, charge_id text
);
CREATE TABLE bff.order_tokens ( merchant text NOT NULL, jti text NOT NULL, checkout_id text NOT NULL, expires_at bigint NOT NULL, order_id text, issued_at bigint, amount_cents bigint
);
CREATE TABLE bff.person_pulls ( person_digest text NOT NULL, slot integer NOT NULL, checkout_id text NOT NULL, started_at bigint NOT NULL
);
CREATE TABLE bff.root_keys ( owner text NOT NULL, wrapped text NOT NULL
);
CREATE TABLE bff.sessions ( token_digest text NOT NULL, checkout_id text NOT NULL, created_at bigint NOT NULL, used_at bigint NOT NULL, rights text DEFAULT 'all'::text NOT NULL
);
CREATE TABLE bff.shown_offers ( merchant text NOT NULL, offer_uuid text NOT NULL, checkout_id text NOT NULL
);
ALTER TABLE ONLY bff.charges ADD CONSTRAINT charges_pkey PRIMARY KEY (id);
ALTER TABLE ONLY bff.checkouts ADD CONSTRAINT checkouts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY bff.due_work ADD CONSTRAINT due_work_pk PRIMARY KEY (kind, key);
ALTER TABLE ONLY bff.inbox ADD CONSTRAINT inbox_pkey PRIMARY KEY (event_id);
ALTER TABLE ONLY bff.kysely_migration_lock ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY bff.kysely_migration ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY bff.lender_loans ADD CONSTRAINT lender_loans_pkey PRIMARY KEY (base_url);
ALTER TABLE ONLY bff.merchant_keys ADD CONSTRAINT merchant_keys_pk PRIMARY KEY (merchant, operation, key_digest);
ALTER TABLE ONLY bff.order_tokens ADD CONSTRAINT order_tokens_pk PRIMARY KEY (merchant, jti);
ALTER TABLE ONLY bff.person_pulls ADD CONSTRAINT person_pulls_pk PRIMARY KEY (person_digest, slot);
ALTER TABLE ONLY bff.root_keys ADD CONSTRAINT root_keys_pk PRIMARY KEY (owner);
ALTER TABLE ONLY bff.sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_digest);
ALTER TABLE ONLY bff.shown_offers ADD CONSTRAINT shown_offers_pk PRIMARY KEY (merchant, offer_uuid);
CREATE INDEX charges_by_checkout ON bff.charges USING btree (checkout_id, "position");
CREATE INDEX charges_by_identifier ON bff.charges USING btree (payment_identifier);
CREATE INDEX charges_by_merchant_state ON bff.charges USING btree (merchant, state);
CREATE INDEX charges_by_request ON bff.charges USING btree (payment_request_uuid);
CREATE UNIQUE INDEX charges_one_live_initial ON bff.charges USING btree (merchant, order_id) WHERE ((transaction_description = 109) AND (state = ANY (ARRAY['started'::text, 'unknown'::text, 'unresolved'::text, 'pending'::text, 'approved'::text, 'held'::text, 'settled'::text, 'refunded'::text, 'reversed'::text])));
CREATE INDEX checkouts_by_earlier_application ON bff.checkouts USING btree (earlier_application_id) WHERE (earlier_application_id IS NOT NULL);
CREATE INDEX checkouts_by_order ON bff.checkouts USING btree (merchant, order_id);
CREATE INDEX due_work_by_time ON bff.due_work USING btree (scope, due_at);
CREATE INDEX merchant_keys_by_checkout ON bff.merchant_keys USING btree (checkout_id);
CREATE INDEX order_tokens_by_checkout ON bff.order_tokens USING btree (checkout_id);
CREATE INDEX order_tokens_by_order ON bff.order_tokens USING btree (merchant, order_id);
CREATE INDEX person_pulls_by_time ON bff.person_pulls USING btree (started_at);
CREATE INDEX sessions_by_checkout ON bff.sessions USING btree (checkout_id);
CREATE INDEX shown_offers_by_checkout ON bff.shown_offers USING btree (checkout_id);
ALTER TABLE ONLY bff.charges ADD CONSTRAINT charges_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES bff.checkouts(id);
ALTER TABLE ONLY bff.order_tokens ADD CONSTRAINT order_tokens_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES bff.checkouts(id);
ALTER TABLE ONLY bff.sessions ADD CONSTRAINT sessions_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES bff.checkouts(id);
