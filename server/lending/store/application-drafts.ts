import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { ApplicationDraftTable, LendingSchema } from './schema.ts';

export function findDraft(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<ApplicationDraftTable | undefined> {
  return connection
    .selectFrom('application_drafts')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Writes a draft, or over it. */
export async function writeDraft(
  tx: Transaction<LendingSchema>,
  draft: ApplicationDraftTable,
): Promise<void> {
  const { draft_sealed, expires_at } = draft;
  await tx
    .insertInto('application_drafts')
    .values(draft)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ draft_sealed, expires_at }))
    .execute();
}

export async function deleteDraft(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<void> {
  await connection
    .deleteFrom('application_drafts')
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .execute();
}
