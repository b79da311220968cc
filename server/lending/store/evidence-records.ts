import type { Transaction } from 'kysely';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { Connection } from '../../platform/database/database.ts';
import { type FieldSealer, SealedFieldError } from '../../platform/crypto/sealed-fields.ts';
import { type ConsentEvent, type EvidenceTools, recordConsent } from './consent-events.ts';
import type { LendingSchema } from './schema.ts';
import { openText } from './sealed-texts.ts';

/** Facts that evidence is about, named as the API's fields. */
export type Facts = Readonly<Record<string, string | number | null>>;

export interface RecordedEvidence {
  facts: Facts;
  /** What the consumer had before them, HTML; null where there was no page. */
  shown: string | null;
}

/**
 * Adds to the application's chain of evidence an event whose facts, and what was shown of them, are
 * kept beside it; the chain holds their digests.
 */
export async function recordConsentTo(
  tx: Transaction<LendingSchema>,
  tools: EvidenceTools,
  event: Omit<ConsentEvent, 'documentSha256'>,
  { facts, shown }: RecordedEvidence,
): Promise<void> {
  const contents = [
    { type: `${event.consentType}_facts`, content: canonicalJson(facts) },
    ...(shown === null ? [] : [{ type: `${event.consentType}_page`, content: shown }]),
  ];
  const records = contents.map((each) => ({ ...each, sha256: sha256Hex(each.content) }));
  const common = {
    sponsor_id: event.sponsorId,
    application_id: event.applicationId,
    created_at: event.acceptedAt,
  };
  await tx
    .insertInto('evidence_records')
    .values(records.map((record) => ({ ...record, ...common, id: tools.ids.uuid() })))
    .execute();
  const documentSha256 = records.map(({ sha256 }) => sha256);
  await recordConsent(tx, tools, { ...event, documentSha256 });
}

/** The same text whatever order the fields were written in. */
function canonicalJson(facts: Facts): string {
  return JSON.stringify(facts, Object.keys(facts).sort());
}

/** What is kept word for word; null what is sealed and does not open. */
export interface KeptContent {
  type: string;
  sha256: string;
  content: string | null;
}

/** All that is kept word for word of an application: records and signed documents. */
export async function keptContents(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
  applicationId: string,
): Promise<KeptContent[]> {
  const of = (table: 'evidence_records' | 'documents') =>
    connection
      .selectFrom(table)
      .select(['id', 'sponsor_id', 'type', 'sha256', 'content'])
      .where('application_id', '=', applicationId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  const documents = (await of('documents')).map((document) => ({
    ...document,
    content: contentOf(sealer, document),
  }));
  return [...(await of('evidence_records')), ...documents];
}

function contentOf(
  sealer: FieldSealer,
  document: { id: string; sponsor_id: string; content: string },
): string | null {
  try {
    return openText(sealer, 'documents|content', document, document.content);
  } catch (error) {
    if (error instanceof SealedFieldError) return null;
    throw error;
  }
}
