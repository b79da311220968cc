import { type Kysely, sql } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

export async function createMerchants(db: Kysely<unknown>): Promise<void> {
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
