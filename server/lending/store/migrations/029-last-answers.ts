import type { Kysely } from 'kysely';

/** The last answer on a link or to a code, so that one that is sent again is known. */
export async function addLastAnswers(db: Kysely<unknown>): Promise<void> {
  for (const table of ['links', 'step_up_codes', 'onboarding_codes']) {
    await db.schema.alterTable(table).addColumn('last_answer_digest', 'text').execute();
  }
}
