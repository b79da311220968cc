import type { Kysely } from 'kysely';

export async function addTextsShown(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('texts_shown', 'text').execute();
}
