import type { Kysely } from 'kysely';
import type { LendingSchema } from '../schema.ts';

/** Takes away the reasons for a decline where the rest was shredded. */
export async function deleteDeclineReasons(db: Kysely<LendingSchema>): Promise<void> {
  await db
    .updateTable('applications')
    .set({ decline_reasons: null })
    .where('applicant_sealed', '=', '')
    .where('decline_reasons', 'is not', null)
    .execute();
}
