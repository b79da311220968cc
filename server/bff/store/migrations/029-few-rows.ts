import { type Kysely, SqliteAdapter, sql } from 'kysely';

/**
 * Two of the indexes that every checkout writes are read for few rows alone: the checkouts that a user
 * of the merchant sells, and the deliveries that have not arrived. All are made before one is dropped:
 * on PostgreSQL only writes wait while one is made, and reads too from a drop to the end.
 */
export async function indexFewRows(db: Kysely<unknown>): Promise<void> {
  await sql`create index checkouts_sold on checkouts (merchant, sold_by, created_at, id)
    where sold_by is not null`.execute(db);
  const order = sql.raw('created_at, checkout_id, version');
  await sql`create index webhook_deliveries_index_unsent on webhook_deliveries (merchant, ${order})
    where status in ('failed', 'pending')`.execute(db);
  await db.schema.dropIndex('checkouts_by_seller').execute();
  await db.schema.dropIndex('webhook_deliveries_index_merchant_status_created_at').execute();
  if (db.getExecutor().adapter instanceof SqliteAdapter) await remakeByTime(db);
}

/** Of two indexes that fit as well SQLite takes the one that was made first. */
async function remakeByTime(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('checkouts_by_time').execute();
  await db.schema
    .createIndex('checkouts_by_time')
    .on('checkouts')
    .columns(['merchant', 'created_at', 'id'])
    .execute();
}
