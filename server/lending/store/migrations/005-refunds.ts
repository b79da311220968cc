import { type Kysely, SqliteAdapter, sql } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

export async function createRefunds(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'refund_requests',
    {
      id: 'text',
      sponsor_id: 'text',
      merchant_id: 'text',
      application_id: 'text',
      invited_by: 'text',
      charge_request_id: 'text',
      requested_by: 'text',
      refund_type: 'text',
      transaction_callback_url: 'text',
      reason: 'text?',
      requested_at: 'integer',
    },
    {
      primaryKey: ['id'],
      indexes: [
        ['sponsor_id', 'merchant_id', 'requested_at'],
        ['sponsor_id', 'merchant_id', 'invited_by', 'requested_at'],
        ['sponsor_id', 'application_id', 'requested_at'],
      ],
    },
  );
  await db.schema
    .createIndex('charge_requests_index_sponsor_id_application_id_requested_at')
    .on('charge_requests')
    .columns(['sponsor_id', 'application_id', 'requested_at'])
    .execute();
  await db.schema
    .alterTable('applications')
    .addColumn('unrestored_spend_cents', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await addChargeableUntil(db);
}

/**
 * When a loan's purchase window ends, null where no charge may be made before it either: lists of
 * chargeable loans and their totals are read from indexes over it. The database keeps it, so that
 * no change of a loan can forget to.
 */
async function addChargeableUntil(db: Kysely<unknown>): Promise<void> {
  const value = sql`case when status = 'Approved: Accepted' and account_status = 'Active' and credit_limit_cents > amount_spent_cents + pending_charge_amount_cents + unrestored_spend_cents then purchase_window_ends_at end`;
  // SQLite cannot add a stored column to a table, PostgreSQL has no other before version 18.
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  await db.schema
    .alterTable('applications')
    .addColumn('chargeable_until', 'bigint', (column) =>
      isSqlite ? column.generatedAlwaysAs(value) : column.generatedAlwaysAs(value).stored(),
    )
    .execute();
  for (const [name, columns] of [
    ['applications_chargeable', sql`sponsor_id, merchant_id`],
    ['applications_chargeable_own', sql`sponsor_id, merchant_id, invited_by`],
  ] as const) {
    await sql`create index ${sql.id(name)} on applications (${columns}, accepted_at, chargeable_until) where chargeable_until is not null`.execute(
      db,
    );
  }
}
