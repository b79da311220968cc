import type { Kysely } from 'kysely';

export async function createMerchantKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('merchant_keys')
    .addColumn('merchant', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('key_digest', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('checkout_id', 'text', (column) => column.notNull())
    .addColumn('charge_id', 'text')
    .addPrimaryKeyConstraint('merchant_keys_pk', ['merchant', 'operation', 'key_digest'])
    .execute();
  await db.schema
    .createIndex('merchant_keys_by_checkout')
    .on('merchant_keys')
    .column('checkout_id')
    .execute();
}
