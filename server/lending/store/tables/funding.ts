import type { Kysely } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

export async function createFunding(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'charge_requests',
    {
      id: 'text',
      payment_request_id: 'text',
      sponsor_id: 'text',
      merchant_id: 'text',
      application_id: 'text',
      invited_by: 'text',
      requested_by: 'text',
      transaction_description: 'integer',
      consumer_charge_amount_cents: 'integer',
      net_to_merchant_amount_cents: 'integer',
      net_platform_fee_cents: 'integer',
      net_to_sponsor_amount_cents: 'integer',
      transaction_callback_url: 'text',
      payment_identifier: 'text?',
      description: 'text?',
      status: 'text',
      sms_notification: 'text',
      email_notification: 'text',
      warning: 'text?',
      approved_by: 'text?',
      rejection_reason: 'text?',
      authorization_method: 'text?',
      authorization_reference: 'text?',
      requested_at: 'integer',
      expires_at: 'integer',
      status_at: 'integer',
    },
    {
      primaryKey: ['id'],
      unique: [['payment_request_id']],
      indexes: [
        ['sponsor_id', 'merchant_id', 'status', 'requested_at'],
        ['sponsor_id', 'merchant_id', 'invited_by', 'status', 'requested_at'],
        ['sponsor_id', 'merchant_id', 'requested_at'],
        ['sponsor_id', 'merchant_id', 'invited_by', 'requested_at'],
        ['application_id'],
      ],
    },
  );
  await createTable(
    db,
    'activity_counts',
    { sponsor_id: 'text', merchant_id: 'text', invited_by: 'text', count: 'integer' },
    { primaryKey: ['sponsor_id', 'merchant_id', 'invited_by'] },
  );
  await createTable(
    db,
    'transactions',
    {
      id: 'text',
      sponsor_id: 'text',
      merchant_id: 'text',
      application_id: 'text',
      invited_by: 'text',
      charge_request_id: 'text',
      transaction_description: 'integer',
      consumer_charge_amount_cents: 'integer',
      net_to_merchant_amount_cents: 'integer',
      net_platform_fee_cents: 'integer',
      net_to_sponsor_amount_cents: 'integer',
      status: 'text',
      requested_at: 'integer',
      status_at: 'integer',
      settled_at: 'integer?',
      expected_settlement_date: 'text?',
      submitted_by: 'text',
      payment_identifier: 'text?',
    },
    {
      primaryKey: ['id'],
      indexes: [
        ['sponsor_id', 'merchant_id', 'requested_at'],
        ['sponsor_id', 'merchant_id', 'invited_by', 'requested_at'],
        ['application_id'],
      ],
    },
  );
  await createTable(
    db,
    'transaction_items',
    {
      transaction_id: 'text',
      position: 'integer',
      sponsor_id: 'text',
      transaction_type: 'text',
      transaction_amount_cents: 'integer',
      created_at: 'integer',
    },
    { primaryKey: ['transaction_id', 'position'] },
  );
}
