import type { Transaction } from 'kysely';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import type { Connection, Engine } from '../../platform/database/database.ts';
import { prepare, prepareInsert } from '../../platform/database/prepare.ts';
import type { IdSource } from '../../platform/ids.ts';
import { deletedUpTo, keepHead } from './evidence-heads.ts';
import { countHead } from './evidence-totals.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { ConsentEventRow } from './schema/evidence.ts';
import type { LendingSchema } from './schema.ts';
import { sealText } from './sealed-texts.ts';

/** What a consent event says (server/lending/DECISIONS.md, Evidence). */
export interface ConsentEvent {
  sponsorId: string;
  /** Names the chain; of an onboarding, which has no application, the merchant's id. */
  applicationId: string;
  /** The application's person_index. */
  subjectHash: string;
  consentType:
    | 'soft_pull'
    | 'esign'
    | 'privacy_ack'
    | 'sms'
    | 'marketing_sms'
    | 'hard_pull'
    | 'loan_terms_signature'
    | 'mla_statement_shown'
    | 'charge_approval'
    | 'charge_rejection'
    | 'on_behalf_authorization'
    | 'revocation'
    | 'aan_delivery'
    | 'revised_terms_sent'
    | 'documents_delivery'
    | 'offer_view'
    | 'wi_spouse_notice'
    | 'paper_copy_request'
    | 'merchant_admin_verified'
    | 'merchant_terms_signature';
  action: 'clicked' | 'checked' | 'typed_name' | 'otp' | 'attested' | 'shown' | 'replied';
  text?: { id: string; version: string; sha256: string };
  locale: string;
  /** The service's own time, the one that counts; epoch milliseconds on the sponsor's clock. */
  acceptedAt: number;
  /** What a browser or a sponsor reported; evidence of the report alone. */
  clientReportedAt?: string;
  ipAddress?: string;
  userAgent?: string;
  sessionId?: string;
  origin?: string;
  documentSha256?: readonly string[];
  collectedBy: ConsentEventRow['collected_by'];
}

/** What writing evidence takes. */
export interface EvidenceTools {
  database: { readonly engine: Engine };
  ids: IdSource;
  sealer: FieldSealer;
}

type Subject = Pick<ApplicationRow, 'id' | 'sponsor_id' | 'person_index' | 'locale'>;

/** Whose consent an event is, in the language that the application is in. */
export function consentOf({
  id,
  sponsor_id,
  person_index,
  locale,
}: Subject): Pick<ConsentEvent, 'sponsorId' | 'applicationId' | 'subjectHash' | 'locale'> {
  return { sponsorId: sponsor_id, applicationId: id, subjectHash: person_index, locale };
}

/** What the first row of a chain has in place of a hash before it. */
export const CHAIN_START = '0'.repeat(64);

/** The newest event of a type, and about a text when one is named, on an application's chain. */
export function lastConsent(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
  type: ConsentEvent['consentType'],
  textId?: string,
): Promise<ConsentEventRow | undefined> {
  return connection
    .selectFrom('consent_events')
    .selectAll()
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .where('consent_type', '=', type)
    .$if(textId !== undefined, (events) => events.where('text_id', '=', textId ?? ''))
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Adds to the application's chain of evidence. Rows are never changed, nor deleted in its time. */
export function recordConsent(
  tx: Transaction<LendingSchema>,
  tools: EvidenceTools,
  event: ConsentEvent,
): Promise<void> {
  return recordConsents(tx, tools, event.applicationId, [event]);
}

/** Adds several events of one application to its chain, in their order. */
export async function recordConsents(
  tx: Transaction<LendingSchema>,
  tools: EvidenceTools,
  applicationId: string,
  events: readonly ConsentEvent[],
): Promise<void> {
  const { rows } = await selectLast(tx, { applicationId });
  const [head] = rows;
  const last = head ?? (await deletedUpTo(tx, applicationId)) ?? noLink;
  await append(tx, tools, { last, head }, events);
}

/** The first events of an application that this transaction has made. */
export function startConsents(
  tx: Transaction<LendingSchema>,
  tools: EvidenceTools,
  events: readonly ConsentEvent[],
): Promise<void> {
  return append(tx, tools, { last: noLink, head: undefined }, events);
}

type Link = Pick<ConsentEventRow, 'position' | 'row_hash'>;

const noLink: Link = { position: 0, row_hash: CHAIN_START };

async function append(
  tx: Transaction<LendingSchema>,
  tools: EvidenceTools,
  { last, head }: { last: Link; head: Link | undefined },
  events: readonly ConsentEvent[],
): Promise<void> {
  const { ids, sealer } = tools;
  let { position, row_hash } = last;
  const addressOf = addressSealer(sealer);
  const rows = events.map((event) => {
    position += 1;
    const stored = { ...rowOf(event), ip_address: addressOf(event) };
    const row = { ...stored, id: ids.orderedUuid(event.acceptedAt), position, prev_hash: row_hash };
    row_hash = consentHash(row);
    return { ...row, row_hash };
  });
  const newest = rows.at(-1);
  if (newest === undefined) return;
  const { application_id, sponsor_id } = newest;
  // Before the rows, whose answer is waited for: it goes out together with them.
  const newHead = { application_id, sponsor_id, position, row_hash };
  await keepHead(tx, sealer, newHead);
  countHead(tx, tools, { before: head && { application_id, ...head }, after: newHead });
  await insertEvents(tx, rows);
}

const selectLast = prepare(
  (db: Connection<LendingSchema>, { applicationId }: { applicationId: string }) =>
    db
      .selectFrom('consent_events')
      .select(['position', 'row_hash'])
      .where('application_id', '=', applicationId)
      .orderBy('position', 'desc')
      .limit(1),
);

const insertEvents = prepareInsert<LendingSchema, 'consent_events'>('consent_events');

/**
 * Seals each address once, for all events of the call that came from it. A row's hash is of the
 * sealed address: of the address itself it would be soon guessed.
 */
function addressSealer(sealer: FieldSealer): (event: ConsentEvent) => string | null {
  const known = new Map<string, string>();
  return ({ ipAddress, sponsorId: sponsor_id, applicationId: id }) => {
    if (ipAddress === undefined) return null;
    const sealed =
      known.get(ipAddress) ??
      sealText(sealer, 'consent_events|ip_address', { sponsor_id, id }, ipAddress);
    known.set(ipAddress, sealed);
    return sealed;
  };
}

/** The hash that seals a row to all that came before it; column order doesn't matter. */
export function consentHash(row: Omit<ConsentEventRow, 'row_hash'>): string {
  return sha256Hex(JSON.stringify(row, Object.keys(row).sort()));
}

function rowOf(
  event: ConsentEvent,
): Omit<ConsentEventRow, 'id' | 'position' | 'prev_hash' | 'row_hash' | 'ip_address'> {
  return {
    sponsor_id: event.sponsorId,
    application_id: event.applicationId,
    subject_hash: event.subjectHash,
    consent_type: event.consentType,
    text_id: event.text?.id ?? null,
    text_version: event.text?.version ?? null,
    text_sha256: event.text?.sha256 ?? null,
    locale: event.locale,
    action: event.action,
    accepted_at: event.acceptedAt,
    client_reported_at: event.clientReportedAt ?? null,
    user_agent: event.userAgent ?? null,
    session_id: event.sessionId ?? null,
    origin: event.origin ?? null,
    widget_version: null,
    document_sha256: JSON.stringify(event.documentSha256 ?? []),
    collected_by: event.collectedBy,
  };
}

/** Facts that evidence is about, named as the API's fields. */
export type Facts = Readonly<Record<string, string | number | null>>;

interface RecordedEvidence {
  facts: Facts;
  /** What the consumer had before them, HTML; null where there was no page. */
  shown: string | null;
}

/**
 * Adds to the application's chain of evidence an event whose facts, and what was shown of them, are
 * kept beside it; the chain holds their digests, after those of the event's documents.
 */
export async function recordConsentTo(
  tx: Transaction<LendingSchema>,
  tools: EvidenceTools,
  event: ConsentEvent,
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
    .values(
      records.map((record) => ({
        ...record,
        ...common,
        id: tools.ids.orderedUuid(event.acceptedAt),
      })),
    )
    .execute();
  const kept = records.map(({ sha256 }) => sha256);
  const documentSha256 = [...(event.documentSha256 ?? []), ...kept];
  await recordConsent(tx, tools, { ...event, documentSha256 });
}

/** The same text whatever order the fields were written in. */
function canonicalJson(facts: Facts): string {
  return JSON.stringify(facts, Object.keys(facts).sort());
}
