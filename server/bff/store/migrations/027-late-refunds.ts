import type { Kysely } from 'kysely';

/**
 * A refund that came to nothing may turn out to have been heard, while another one of its charge is on
 * its way. That no second one begins is checked under the lock of their checkout.
 */
export async function allowLateRefunds(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('refunds_one_open').execute();
}
