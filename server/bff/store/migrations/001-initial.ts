import { type Kysely, sql } from 'kysely';
import { createDueWork } from '../../../platform/due-work/due-work.ts';

export async function createInitialTables(db: Kysely<unknown>): Promise<void> {
  await createDueWork(db);
  await createCheckouts(db);
  await createSessions(db);
  await createOrderTokens(db);
  await createCharges(db);
  await createInbox(db);
}

async function createCheckouts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('checkouts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('merchant', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('is_framed', 'integer', (column) => column.notNull())
    .addColumn('return_url', 'text', (column) => column.notNull())
    .addColumn('locale', 'text', (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('amount_cents', 'bigint')
    .addColumn('order_id', 'text')
    .addColumn('order_amount_cents', 'bigint')
    .addColumn('order_description', 'text')
    .addColumn('soft_pull_state', 'text')
    .addColumn('soft_pull_fingerprint', 'text')
    .addColumn('soft_pull_started_at', 'bigint')
    .addColumn('soft_pull_deadline_at', 'bigint')
    .addColumn('offers_shown', 'text')
    .addColumn('widget_version', 'text')
    .addColumn('earlier_application_id', 'text')
    .addColumn('loan', 'text')
    .addColumn('selection', 'text')
    .addColumn('is_looking_again', 'integer', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('bank_missing_since', 'bigint')
    .addColumn('ended_by', 'text')
    .addColumn('screen', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('step_number', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('touched_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('look_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('checkouts_by_earlier_application')
    .on('checkouts')
    .column('earlier_application_id')
    .where('earlier_application_id', 'is not', null)
    .execute();
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('token_digest', 'text', (column) => column.primaryKey())
    .addColumn('checkout_id', 'text', (column) => column.notNull().references('checkouts.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sessions_by_checkout')
    .on('sessions')
    .column('checkout_id')
    .execute();
}

async function createOrderTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_tokens')
    .addColumn('merchant', 'text', (column) => column.notNull())
    .addColumn('jti', 'text', (column) => column.notNull())
    .addColumn('checkout_id', 'text', (column) => column.notNull().references('checkouts.id'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('order_tokens_pk', ['merchant', 'jti'])
    .execute();
}

async function createCharges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('charges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('checkout_id', 'text', (column) => column.notNull().references('checkouts.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('merchant', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('transaction_description', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('consumer_charge_amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('net_to_merchant_amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('net_platform_fee_cents', 'bigint', (column) => column.notNull())
    .addColumn('net_to_sponsor_amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('payment_identifier', 'text', (column) => column.notNull())
    .addColumn('payment_request_uuid', 'text')
    .addColumn('request', 'text')
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('deadline_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint(
      'charges_balance',
      sql`consumer_charge_amount_cents = net_to_merchant_amount_cents + net_platform_fee_cents + net_to_sponsor_amount_cents`,
    )
    .execute();
  await db.schema
    .createIndex('charges_by_checkout')
    .on('charges')
    .columns(['checkout_id', 'position'])
    .execute();
  await db.schema
    .createIndex('charges_by_request')
    .on('charges')
    .column('payment_request_uuid')
    .execute();
  // An order is charged once, whoever asks and however many checkouts it has.
  await sql`create unique index charges_one_live_initial on charges (merchant, order_id)
    where transaction_description = 109
      and state in ('started', 'unknown', 'pending', 'approved', 'settled')`.execute(db);
}

async function createInbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('inbox')
    .addColumn('event_id', 'text', (column) => column.primaryKey())
    .addColumn('event_type', 'text', (column) => column.notNull())
    .addColumn('external_application_id', 'text')
    .addColumn('payment_request_uuid', 'text')
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('processed_at', 'bigint')
    .execute();
}
