import type { Kysely } from 'kysely';

/** What a key was answered, where that cannot be read from what it was for. */
export async function addKeyAnswers(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('merchant_keys').addColumn('answer', 'text').execute();
}
