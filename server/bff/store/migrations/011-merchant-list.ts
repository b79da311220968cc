import { type Kysely, SqliteAdapter, sql } from 'kysely';

/**
 * The status of a checkout as its merchant reads it, and what lists of a merchant's checkouts go by:
 * newest first, by order and by status, each read in its index without sorting.
 */
export async function createMerchantList(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('checkouts')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('open'))
    .execute();
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const loan = (name: string) =>
    isSqlite ? sql`loan ->> ${sql.lit(name)}` : sql`(loan::json) ->> ${sql.lit(name)}`;
  await sql`update checkouts set status = case
    when ended_by is not null then 'expired'
    when soft_pull_state is null or soft_pull_state = 'void' then 'open'
    when soft_pull_state in ('started', 'unknown') then 'applied'
    when ${loan('account')} is not null and ${loan('status')} = 'Cancelled' then 'cancelled'
    when ${loan('account')} is not null then 'accepted'
    when loan is null or screen = 'ask_lender' then 'needs_attention'
    when ${loan('status')} in ('Invited', 'Started') then 'applied'
    when ${loan('status')} = 'Pending: Verification' then 'review'
    when ${loan('status')} = 'Approved: Offers Available' then 'offers'
    when ${loan('status')} = 'Approved: Offer Selected' then 'chosen'
    when ${loan('status')} in ('Approved: Accepted', 'Suspended') then 'accepted'
    when ${loan('status')} = 'Declined' then 'no_offers'
    when ${loan('status')} = 'Cancelled' then 'cancelled'
    else 'expired' end`.execute(db);
  await db.schema.dropIndex('checkouts_by_order').execute();
  // Of two indexes that fit as well SQLite takes the one that was made first.
  const indexes = {
    checkouts_by_order: ['merchant', 'order_id', 'created_at', 'id'],
    checkouts_by_status: ['merchant', 'status', 'created_at', 'id'],
    checkouts_by_time: ['merchant', 'created_at', 'id'],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema.createIndex(name).on('checkouts').columns(columns).execute();
  }
}
