import type { Kysely } from 'kysely';

/** When orders were signed, so that an older token sets nothing. */
export async function addOrderTimes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('order_issued_at', 'bigint').execute();
  await db.schema.alterTable('order_tokens').addColumn('order_id', 'text').execute();
  await db.schema.alterTable('order_tokens').addColumn('issued_at', 'bigint').execute();
  await db.schema.alterTable('order_tokens').addColumn('amount_cents', 'bigint').execute();
  await db.schema
    .createIndex('order_tokens_by_order')
    .on('order_tokens')
    .columns(['merchant', 'order_id'])
    .execute();
  await db.schema
    .createIndex('checkouts_by_order')
    .on('checkouts')
    .columns(['merchant', 'order_id'])
    .execute();
}
