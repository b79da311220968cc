import { type Kysely, sql } from 'kysely';

/** Refunds of charges; a charge has at most one that is on its way. */
export async function createRefunds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refunds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('checkout_id', 'text', (column) => column.notNull().references('checkouts.id'))
    .addColumn('charge_id', 'text', (column) => column.notNull())
    .addColumn('merchant', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('consumer_charge_amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('net_to_merchant_amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('net_platform_fee_cents', 'bigint', (column) => column.notNull())
    .addColumn('net_to_sponsor_amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('payment_identifier', 'text', (column) => column.notNull())
    .addColumn('refund_uuid', 'text')
    .addColumn('settled_at', 'bigint')
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('deadline_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint(
      'refunds_balance',
      sql`consumer_charge_amount_cents = net_to_merchant_amount_cents + net_platform_fee_cents + net_to_sponsor_amount_cents`,
    )
    .execute();
  const indexes = {
    refunds_by_checkout: 'checkout_id',
    refunds_by_identifier: 'payment_identifier',
    refunds_by_uuid: 'refund_uuid',
  };
  for (const [name, column] of Object.entries(indexes)) {
    await db.schema.createIndex(name).on('refunds').column(column).execute();
  }
  await db.schema
    .createIndex('refunds_with_open_call')
    .on('refunds')
    .column('checkout_id')
    .where(sql.ref('state'), '=', sql.lit('started'))
    .execute();
  await sql`create unique index refunds_one_open on refunds (charge_id)
    where state in ('started', 'unknown', 'unresolved', 'pending')`.execute(db);
}
