import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { DocumentTable, LendingSchema } from './schema.ts';

/** Keeps documents as they were shown. Rows are never changed or deleted. */
export async function insertDocuments(
  tx: Transaction<LendingSchema>,
  documents: readonly DocumentTable[],
): Promise<void> {
  if (documents.length > 0)
    await tx
      .insertInto('documents')
      .values([...documents])
      .execute();
}

export function findDocument(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<DocumentTable | undefined> {
  return connection
    .selectFrom('documents')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The application's documents in the order in which they were shown. */
export function listDocuments(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  applicationId: string,
): Promise<DocumentTable[]> {
  return connection
    .selectFrom('documents')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('application_id', '=', applicationId)
    .orderBy('created_at')
    .orderBy('position')
    .execute();
}
