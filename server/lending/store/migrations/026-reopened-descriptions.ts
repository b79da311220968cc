import type { Kysely } from 'kysely';
import type { LendingSchema } from '../schema.ts';

/** Takes away what an invited consumer was buying where an earlier version took the rest back. */
export async function deleteReopenedDescriptions(db: Kysely<LendingSchema>): Promise<void> {
  await db
    .updateTable('applications')
    .set({ purchase_description: null })
    .where('applicant_sealed', '=', '')
    .where('purchase_description', 'is not', null)
    .execute();
}
