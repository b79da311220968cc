import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import type { ShownDocument } from '../../documents/document.ts';
import { insertDocuments } from '../../store/documents.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';

/** Keeps documents exactly as they are shown, after those that the application or merchant has. */
export async function keepDocuments(
  { ids, clock, sealer }: LendingContext,
  tx: Transaction<LendingSchema>,
  { id, sponsor_id, locale }: Pick<ApplicationRow, 'id' | 'sponsor_id' | 'locale'>,
  { documents, earlier }: { documents: readonly ShownDocument[]; earlier: number },
): Promise<void> {
  const created_at = clock.now(sponsor_id);
  await insertDocuments(
    tx,
    sealer,
    documents.map(({ type, version, sha256, html }, index) => ({
      id: ids.uuid(),
      sponsor_id,
      application_id: id,
      position: earlier + index + 1,
      type,
      version,
      locale,
      sha256,
      content: html,
      created_at,
    })),
  );
}
