import { type Kysely, sql } from 'kysely';
import { liveChargeStates } from '../../domain/charge.ts';

/** What a lender that says little makes necessary to know. */
export async function createAnyLender(db: Kysely<unknown>): Promise<void> {
  const checkouts = db.schema.alterTable('checkouts');
  await checkouts.addColumn('asked_lender', 'text').execute();
  await checkouts.addColumn('portal_missing_since', 'bigint').execute();
  await checkouts.addColumn('portal_invited_at', 'bigint').execute();
  await checkouts
    .addColumn('opened_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update checkouts set opened_at = touched_at`.execute(db);
  await db.schema.alterTable('charges').addColumn('settled_at', 'bigint').execute();
  await db.schema
    .createIndex('charges_by_merchant_state')
    .on('charges')
    .columns(['merchant', 'state'])
    .execute();
  await db.schema
    .createIndex('charges_by_identifier')
    .on('charges')
    .column('payment_identifier')
    .execute();
  await db.schema.alterTable('inbox').addColumn('ids', 'text').execute();
  await createLenderLoans(db);
  await createShownOffers(db);
  await blockMoreCharges(db);
}

async function createLenderLoans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lender_loans')
    .addColumn('base_url', 'text', (column) => column.primaryKey())
    .addColumn('found_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createShownOffers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shown_offers')
    .addColumn('merchant', 'text', (column) => column.notNull())
    .addColumn('offer_uuid', 'text', (column) => column.notNull())
    .addColumn('checkout_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('shown_offers_pk', ['merchant', 'offer_uuid'])
    .execute();
  await db.schema
    .createIndex('shown_offers_by_checkout')
    .on('shown_offers')
    .column('checkout_id')
    .execute();
}

/** An order whose charge is held back, unresolved or went back is not charged again either. */
async function blockMoreCharges(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('charges_one_live_initial').execute();
  await sql`create unique index charges_one_live_initial on charges (merchant, order_id)
    where transaction_description = 109 and state in (${sql.join(
      liveChargeStates.map((state) => sql.lit(state)),
    )})`.execute(db);
}
