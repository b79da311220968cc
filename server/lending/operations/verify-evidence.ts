import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import type { Connection } from '../../platform/database/database.ts';
import { CHAIN_START, type ConsentEvent, consentHash } from '../store/consent-events.ts';
import { isDigestOf } from '../store/documents.ts';
import { allEvidence, findMissingEvidence, keptContents } from '../store/evidence-chains.ts';
import { deletedUpTo, findWrongEnd, findWrongHead } from '../store/evidence-heads.ts';
import { findWrongTotal } from '../store/evidence-totals.ts';
import type { ConsentEventRow } from '../store/schema/evidence.ts';
import type { LendingSchema } from '../store/schema.ts';

export interface BrokenEvidence {
  /** What the chain belongs to: an application, or a merchant's onboarding; null when it is not known. */
  chain: string | null;
  /** Of the row that does not fit; null when the chain ends too soon. */
  position: number | null;
  what: string;
}

export interface EvidenceReport {
  /** Valid rows; with a broken one, those before it. */
  rows: number;
  chains: number;
  broken: BrokenEvidence | null;
}

/**
 * Checks every row of the consent evidence against its hash and the row before it, what a row
 * refers to against its digest, where each chain ends, and the totals.
 */
export async function verifyEvidence(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
): Promise<EvidenceReport> {
  const report: EvidenceReport = { rows: 0, chains: 0, broken: null };
  let before: ConsentEventRow | undefined;
  for await (const row of allEvidence(connection)) {
    const previous = before?.application_id === row.application_id ? before : undefined;
    const link = previous ?? (await startOf(connection, row));
    const what = findMismatch(row, link) ?? (await findRecordMismatch(connection, sealer, row));
    if (what !== null) {
      const { application_id: chain, position } = row;
      return { ...report, broken: { chain, position, what } };
    }
    report.rows += 1;
    if (previous === undefined) report.chains += 1;
    before = row;
  }
  const missing = await findMissingEvidence(connection);
  const end = missing
    ? { chain: missing.chain, what: `its ${missing.consentType} is missing` }
    : ((await findWrongHead(connection, sealer)) ?? (await findWrongEnd(connection, sealer)));
  if (end) return { ...report, broken: { ...end, position: null } };
  const what = await findWrongTotal(connection, sealer);
  return what === undefined ? report : { ...report, broken: { chain: null, position: null, what } };
}

/** In words, what is wrong with the rows of one chain, from its first to its last; null for nothing. */
export async function findMismatchIn(
  connection: Connection<LendingSchema>,
  rows: readonly ConsentEventRow[],
): Promise<string | null> {
  let link: Link | undefined;
  for (const row of rows) {
    const what = findMismatch(row, link ?? (await startOf(connection, row)));
    if (what !== null) return what;
    link = row;
  }
  return null;
}

type Link = Pick<ConsentEventRow, 'position' | 'row_hash'>;

const start: Link = { position: 0, row_hash: CHAIN_START };

/** What the first row of a chain goes on from: what was deleted of it, when its time was over. */
async function startOf(
  connection: Connection<LendingSchema>,
  { application_id, position }: ConsentEventRow,
): Promise<Link> {
  if (position === 1) return start;
  return (await deletedUpTo(connection, application_id)) ?? start;
}

function findMismatch({ row_hash, ...row }: ConsentEventRow, previous: Link): string | null {
  if (consentHash(row) !== row_hash) return 'the row was changed';
  const expected = previous.position + 1;
  if (row.position !== expected) return `row ${expected}, which should come before it, is missing`;
  return row.prev_hash === previous.row_hash ? null : 'the row before it is another one';
}

/** Of these, every digest is of something that is kept with the documents or the records. */
const typesWithRecords: ReadonlySet<string> = new Set([
  'loan_terms_signature',
  'mla_statement_shown',
  'hard_pull',
  'revised_terms_sent',
  'charge_approval',
  'charge_rejection',
  'on_behalf_authorization',
] satisfies ConsentEvent['consentType'][]);

async function findRecordMismatch(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
  { application_id, consent_type, document_sha256 }: ConsentEventRow,
): Promise<string | null> {
  const digests = JSON.parse(document_sha256) as string[];
  if (!typesWithRecords.has(consent_type) || digests.length === 0) return null;
  const kept = await keptContents(connection, sealer, application_id);
  const changed = kept.find(
    ({ sha256, content }) => content === null || !isDigestOf(sealer, sha256, content),
  );
  if (changed) return `the ${changed.type} kept with it was changed`;
  const there = new Set(kept.map(({ sha256 }) => sha256));
  return digests.every((digest) => there.has(digest))
    ? null
    : `something that its ${consent_type} refers to is missing`;
}
