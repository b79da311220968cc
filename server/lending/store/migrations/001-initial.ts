import { type Kysely, sql } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';
import { createDueWork } from '../../../platform/due-work/due-work.ts';
import { createApplications, createFunding } from './001-initial-loans.ts';

export async function createInitialTables(db: Kysely<unknown>): Promise<void> {
  await createDueWork(db);
  await createMerchants(db);
  await createApplications(db);
  await createFunding(db);
  await createOutboxes(db);
  await createEvidence(db);
  await createSandbox(db);
}

async function createMerchants(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'merchants',
    {
      id: 'text',
      sponsor_id: 'text',
      contractor_id: 'text',
      external_org_id: 'text',
      business_name: 'text',
      business_address_1: 'text',
      business_address_2: 'text?',
      business_phone: 'text',
      city: 'text',
      state: 'text',
      zip_code: 'text',
      sponsor_callback_url: 'text',
      sponsor_redirect_url: 'text?',
      status: 'text',
      invitation_expires_at: 'integer',
      terms_version: 'text?',
      onboarding_completed_at: 'integer?',
      activated_at: 'integer?',
      created_at: 'integer',
      modified_at: 'integer',
    },
    {
      primaryKey: ['id'],
      unique: [
        ['sponsor_id', 'contractor_id'],
        ['sponsor_id', 'external_org_id'],
      ],
    },
  );
  await createTable(
    db,
    'merchant_users',
    {
      id: 'text',
      sponsor_id: 'text',
      merchant_id: 'text',
      user_id: 'text',
      first_name: 'text',
      middle_name: 'text?',
      last_name: 'text',
      email: 'text',
      phone_number: 'text',
      user_type: 'text',
      status: 'text',
      created_at: 'integer',
      modified_at: 'integer',
    },
    {
      primaryKey: ['id'],
      unique: [
        ['sponsor_id', 'user_id'],
        ['sponsor_id', 'email'],
      ],
      indexes: [['merchant_id']],
    },
  );
  await createTable(
    db,
    'bank_accounts',
    {
      id: 'text',
      sponsor_id: 'text',
      merchant_id: 'text',
      status: 'text',
      status_reason: 'text?',
      name_on_check: 'text',
      address_zip: 'text',
      email: 'text',
      ach_account_number_sealed: 'text',
      ach_account_number_index: 'text',
      ach_account_last4: 'text',
      ach_routing_number: 'text',
      bank_account_type: 'text',
      holder_type: 'text',
      sec_code: 'text',
      micro_deposits_sealed: 'text',
      wrong_attempts: 'integer',
      initiations: 'integer',
      micro_deposits_sent_at: 'integer',
      micro_deposits_expire_at: 'integer',
      verified_at: 'integer?',
      created_at: 'integer',
      modified_at: 'integer',
    },
    { primaryKey: ['id'], indexes: [['merchant_id']] },
  );
  await createTable(
    db,
    'selected_products',
    {
      merchant_id: 'text',
      product_id: 'text',
      sponsor_id: 'text',
    },
    { primaryKey: ['merchant_id', 'product_id'] },
  );
  await sql`create unique index bank_accounts_one_in_use on bank_accounts (merchant_id) where status <> 'Replaced'`.execute(
    db,
  );
}

async function createOutboxes(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'messages',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text?',
      merchant_id: 'text?',
      kind: 'text',
      channel: 'text',
      recipient: 'text',
      subject: 'text',
      text: 'text',
      links: 'text',
      status: 'text',
      created_at: 'integer',
      sent_at: 'integer?',
    },
    { primaryKey: ['id'], indexes: [['sponsor_id', 'created_at'], ['application_id']] },
  );
  await createTable(
    db,
    'notices',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text',
      kind: 'text',
      status: 'text',
      message_id: 'text',
      text_id: 'text',
      text_version: 'text',
      created_at: 'integer',
      deadline_at: 'integer',
    },
    { primaryKey: ['id'], indexes: [['application_id']] },
  );
  await createTable(
    db,
    'events',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text?',
      merchant_id: 'text?',
      event_type: 'text',
      target_url: 'text',
      payload: 'text',
      status: 'text',
      held: 'integer',
      next_attempt_at: 'integer?',
      created_at: 'integer',
    },
    { primaryKey: ['id'], indexes: [['sponsor_id', 'created_at'], ['application_id']] },
  );
  await createTable(
    db,
    'event_attempts',
    {
      event_id: 'text',
      position: 'integer',
      sponsor_id: 'text',
      at: 'integer',
      status_code: 'integer?',
      error: 'text?',
      reply: 'text?',
    },
    { primaryKey: ['event_id', 'position'] },
  );
}

async function createEvidence(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'documents',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text',
      position: 'integer',
      type: 'text',
      version: 'text',
      locale: 'text',
      sha256: 'text',
      content: 'text',
      created_at: 'integer',
    },
    { primaryKey: ['id'], indexes: [['application_id']] },
  );
  await createTable(
    db,
    'consent_events',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text',
      subject_hash: 'text',
      position: 'integer',
      consent_type: 'text',
      text_id: 'text?',
      text_version: 'text?',
      text_sha256: 'text?',
      locale: 'text',
      action: 'text',
      accepted_at: 'integer',
      client_reported_at: 'text?',
      ip_address: 'text?',
      user_agent: 'text?',
      session_id: 'text?',
      origin: 'text?',
      widget_version: 'text?',
      document_sha256: 'text',
      collected_by: 'text',
      prev_hash: 'text',
      row_hash: 'text',
    },
    { primaryKey: ['id'], unique: [['application_id', 'position']] },
  );
  await createTable(
    db,
    'idempotency_keys',
    {
      sponsor_id: 'text',
      operation: 'text',
      key: 'text',
      fingerprint: 'text',
      response: 'text?',
      created_at: 'integer',
    },
    { primaryKey: ['sponsor_id', 'operation', 'key'] },
  );
}

async function createSandbox(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'sandbox_sponsors',
    {
      sponsor_id: 'text',
      clock_offset_ms: 'integer',
      deliveries_held: 'integer',
    },
    { primaryKey: ['sponsor_id'] },
  );
  await createTable(
    db,
    'counters',
    {
      name: 'text',
      value: 'integer',
    },
    { primaryKey: ['name'] },
  );
}
