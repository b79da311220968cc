import type { Kysely } from 'kysely';

/** Evidence of each opening of an order's checkout in another browser, for which its merchant vouched. */
export async function createOrderOpenings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_openings')
    .addColumn('checkout_id', 'text', (column) => column.notNull())
    .addColumn('jti', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('order_openings_pk', ['checkout_id', 'jti'])
    .execute();
}
