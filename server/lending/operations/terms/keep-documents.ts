import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import type { ShownDocument } from '../../documents/document.ts';
import { isForSponsor } from '../../domain/bureau-report.ts';
import { insertDocuments, keyedDigest } from '../../store/documents.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';

/**
 * Keeps documents exactly as they are shown, after those that the application or merchant has. Answers
 * their digests, for the evidence.
 */
export async function keepDocuments(
  { ids, clock, sealer }: LendingContext,
  tx: Transaction<LendingSchema>,
  { id, sponsor_id, locale }: Pick<ApplicationRow, 'id' | 'sponsor_id' | 'locale'>,
  { documents, earlier }: { documents: readonly ShownDocument[]; earlier: number },
): Promise<string[]> {
  const created_at = clock.now(sponsor_id);
  const kept = documents.map(({ type, version, sha256, html }, index) => ({
    id: ids.uuid(),
    sponsor_id,
    application_id: id,
    position: earlier + index + 1,
    type,
    version,
    locale,
    // A sponsor compares the documents that it gets by plain digests.
    sha256: isForSponsor({ type }) ? sha256 : keyedDigest(sealer, html),
    content: html,
    created_at,
  }));
  await insertDocuments(tx, sealer, kept);
  return kept.map((document) => document.sha256);
}
