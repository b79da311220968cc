import type { Connection } from '../../../platform/database/database.ts';
import { CHAIN_START, consentHash } from '../../store/consent-events.ts';
import { allEvidence, findMissingEvidence } from '../../store/evidence-chains.ts';
import type { ConsentEventTable, LendingSchema } from '../../store/schema.ts';

export interface BrokenEvidence {
  /** What the chain belongs to: an application, or a merchant's onboarding. */
  chain: string;
  /** Of the row that does not fit; null when the chain ends too soon. */
  position: number | null;
  what: string;
}

export interface EvidenceReport {
  /** Right ones; those before the broken one where there is one. */
  rows: number;
  chains: number;
  broken: BrokenEvidence | null;
}

/** Checks every row of the consent evidence against its hash and the row before it (decisions 3.3). */
export async function verifyEvidence(
  connection: Connection<LendingSchema>,
): Promise<EvidenceReport> {
  const report: EvidenceReport = { rows: 0, chains: 0, broken: null };
  let before: ConsentEventTable | undefined;
  for await (const row of allEvidence(connection)) {
    const previous = before?.application_id === row.application_id ? before : undefined;
    const what = whatIsWrong(row, previous);
    if (what !== null) {
      const { application_id: chain, position } = row;
      return { ...report, broken: { chain, position, what } };
    }
    report.rows += 1;
    if (previous === undefined) report.chains += 1;
    before = row;
  }
  const missing = await findMissingEvidence(connection);
  if (!missing) return report;
  const what = `its ${missing.consentType} is missing`;
  return { ...report, broken: { chain: missing.chain, position: null, what } };
}

function whatIsWrong(
  { row_hash, ...row }: ConsentEventTable,
  previous: ConsentEventTable | undefined,
): string | null {
  if (consentHash(row) !== row_hash) return 'the row was changed';
  const expected = (previous?.position ?? 0) + 1;
  if (row.position !== expected) return `row ${expected}, which should come before it, is missing`;
  return row.prev_hash === (previous?.row_hash ?? CHAIN_START)
    ? null
    : 'the row before it is another one';
}
