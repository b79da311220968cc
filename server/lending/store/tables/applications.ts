import { type Kysely, sql } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

export async function createApplications(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'applications',
    {
      id: 'text',
      sponsor_id: 'text',
      merchant_id: 'text',
      invited_by: 'text',
      external_application_id: 'text',
      loan_id: 'text',
      consumer_application_human_readable_id: 'text',
      application_path: 'text',
      status: 'text',
      account_status: 'text?',
      portal_account_status: 'text',
      first_name: 'text',
      middle_name: 'text?',
      last_name: 'text',
      suffix: 'text?',
      email: 'text',
      phone: 'text',
      locale: 'text',
      applicant_sealed: 'text',
      person_index: 'text',
      decision_inputs_index: 'text',
      request_index: 'text',
      requested_amount_cents: 'integer',
      maximum_approved_amount_cents: 'integer?',
      offer_code_name: 'text?',
      purchase_description: 'text?',
      sponsor_callback_url: 'text',
      sponsor_redirect_url: 'text?',
      inquiry_id: 'text',
      decision: 'text?',
      decided_at: 'integer?',
      decline_reasons: 'text?',
      adverse_action_notice: 'text',
      mla_covered: 'integer',
      offers_expire_at: 'integer?',
      review_expires_at: 'integer?',
      selected_offer_id: 'text?',
      selected_amount_cents: 'integer?',
      selected_terms: 'text?',
      script: 'text',
      credit_limit_cents: 'integer?',
      amount_spent_cents: 'integer',
      pending_charge_amount_cents: 'integer',
      accepted_at: 'integer?',
      purchase_window_ends_at: 'integer?',
      identity_failures: 'integer',
      identity_failures_date: 'text?',
      created_at: 'integer',
      modified_at: 'integer',
    },
    {
      primaryKey: ['id'],
      unique: [
        ['sponsor_id', 'external_application_id'],
        ['sponsor_id', 'loan_id'],
        ['consumer_application_human_readable_id'],
      ],
      indexes: [
        ['sponsor_id', 'merchant_id', 'created_at'],
        ['sponsor_id', 'merchant_id', 'invited_by', 'created_at'],
        ['sponsor_id', 'person_index', 'merchant_id'],
      ],
    },
  );
  await createTable(
    db,
    'application_history',
    {
      application_id: 'text',
      position: 'integer',
      sponsor_id: 'text',
      status: 'text',
      at: 'integer',
      actor: 'text',
    },
    { primaryKey: ['application_id', 'position'] },
  );
  await sql`create unique index applications_one_started on applications (sponsor_id, merchant_id, person_index) where status = 'Started' and person_index <> ''`.execute(
    db,
  );
  await createTable(
    db,
    'bureau_inquiries',
    {
      id: 'text',
      sponsor_id: 'text',
      external_application_id: 'text',
      attempt: 'integer',
      outcome: 'text?',
      created_at: 'integer',
    },
    { primaryKey: ['id'], indexes: [['sponsor_id', 'external_application_id']] },
  );
  await createTable(
    db,
    'bureau_reports',
    {
      inquiry_id: 'text',
      sponsor_id: 'text',
      person_index: 'text',
      report_sealed: 'text',
      created_at: 'integer',
    },
    { primaryKey: ['inquiry_id'], indexes: [['sponsor_id', 'person_index']] },
  );
  await createTable(
    db,
    'offers',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text',
      product_id: 'text',
      status: 'text',
      position: 'integer',
      approved_amount_cents: 'integer',
      min_amount_cents: 'integer',
      terms: 'text',
      expires_at: 'integer',
      created_at: 'integer',
    },
    { primaryKey: ['id'], indexes: [['application_id']] },
  );
  await createTable(
    db,
    'links',
    {
      kind: 'text',
      subject_id: 'text',
      generation: 'integer',
      sponsor_id: 'text',
      token_digest: 'text',
      status: 'text',
      failed_tries: 'integer',
      expires_at: 'integer',
      created_at: 'integer',
    },
    { primaryKey: ['kind', 'subject_id', 'generation'], unique: [['token_digest']] },
  );
  await sql`create unique index links_one_live on links (kind, subject_id) where status = 'live'`.execute(
    db,
  );
}
