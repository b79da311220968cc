import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { ApplicationDraftTable, ApplicationTable, LendingSchema } from './schema.ts';

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

/** An application's drafts that have not expired, the one that was saved last first. */
export function listLiveDrafts(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationTable, 'id' | 'sponsor_id'>,
  now: number,
): Promise<Pick<ApplicationDraftTable, 'id'>[]> {
  return connection
    .selectFrom('application_drafts')
    .select('id')
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .orderBy('id')
    .execute();
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
