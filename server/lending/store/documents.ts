import type { Transaction } from 'kysely';
import { equalDigests, sha256Hex } from '../../platform/crypto/digest.ts';
import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import type { Connection } from '../../platform/database/database.ts';
import { prepare } from '../../platform/database/prepare.ts';
import type { DocumentRow } from './schema/evidence.ts';
import type { LendingSchema } from './schema.ts';
import { openText, sealText } from './sealed-texts.ts';

const contentLabel = 'documents|content';
const digestPurpose = 'document';

/**
 * The digest of a sealed text that says of a person what is not known otherwise, such as a score. There
 * are few such texts: of a plain digest each would soon be tried out.
 */
export function keyedDigest(sealer: Pick<FieldSealer, 'index'>, text: string): string {
  return sealer.index(text, digestPurpose);
}

/** True if a digest is that of a text: a keyed one, or a plain one. */
export function isDigestOf(
  sealer: Pick<FieldSealer, 'isIndexOf'>,
  digest: string,
  text: string,
): boolean {
  return equalDigests(digest, sha256Hex(text)) || sealer.isIndexOf(digest, text, digestPurpose);
}

/** Keeps documents as they were shown, sealed; their digests are of what was shown. Rows are never changed or deleted. */
export async function insertDocuments(
  tx: Transaction<LendingSchema>,
  sealer: FieldSealer,
  documents: readonly DocumentRow[],
): Promise<void> {
  if (documents.length === 0) return;
  const sealed = documents.map((document) => ({
    ...document,
    content: sealText(sealer, contentLabel, document, document.content),
  }));
  await tx.insertInto('documents').values(sealed).execute();
}

export async function findDocument(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
  sponsorId: string,
  id: string,
): Promise<DocumentRow | undefined> {
  const document = await connection
    .selectFrom('documents')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
  return document && opened(sealer, document);
}

/** The application's documents in the order in which they were shown. */
export async function listDocuments(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
  sponsorId: string,
  applicationId: string,
): Promise<DocumentRow[]> {
  const documents = await connection
    .selectFrom('documents')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('application_id', '=', applicationId)
    .orderBy('created_at')
    .orderBy('position')
    .execute();
  return documents.map((document) => opened(sealer, document));
}

/** What documents an application has, in the order in which they were shown, without their contents. */
export async function listDocumentHeads(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  applicationId: string,
): Promise<Omit<DocumentRow, 'content'>[]> {
  const { rows } = await selectHeads(connection, { sponsorId, applicationId });
  return rows;
}

const selectHeads = prepare(
  (db: Connection<LendingSchema>, args: { sponsorId: string; applicationId: string }) =>
    db
      .selectFrom('documents')
      .select([
        'id',
        'sponsor_id',
        'application_id',
        'position',
        'type',
        'version',
        'locale',
        'sha256',
        'created_at',
      ])
      .where('sponsor_id', '=', args.sponsorId)
      .where('application_id', '=', args.applicationId)
      .orderBy('created_at')
      .orderBy('position'),
);

function opened(sealer: FieldSealer, document: DocumentRow): DocumentRow {
  return { ...document, content: openText(sealer, contentLabel, document, document.content) };
}
