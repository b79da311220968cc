import type { Kysely } from 'kysely';

export async function indexOrderTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('order_tokens_by_checkout')
    .on('order_tokens')
    .column('checkout_id')
    .execute();
}
