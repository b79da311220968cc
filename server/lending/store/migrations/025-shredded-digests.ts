import type { Kysely } from 'kysely';
import type { LendingSchema } from '../schema.ts';

/** Takes away the digests of what an applicant said where the rest was shredded. */
export async function deleteShreddedDigests(db: Kysely<LendingSchema>): Promise<void> {
  await db
    .updateTable('applications')
    .set({ decision_inputs_index: '', request_index: '' })
    .where('applicant_sealed', '=', '')
    .where((row) =>
      row.or([row('decision_inputs_index', '!=', ''), row('request_index', '!=', '')]),
    )
    .execute();
}
