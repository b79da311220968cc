import type { Kysely } from 'kysely';

/**
 * Each soft pull, charge and settlement wrote into an index that nothing reads: a report is found by
 * its inquiry, an entry by its month, and the requests of a loan beside its sponsor.
 */
export async function dropUnreadIndexes(db: Kysely<unknown>): Promise<void> {
  for (const name of [
    'bureau_reports_index_sponsor_id_person_index',
    'charge_requests_index_application_id',
    'statement_entries_index_charge_request_id',
  ]) {
    await db.schema.dropIndex(name).execute();
  }
}
