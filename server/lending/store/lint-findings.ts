import type { Connection } from '../../platform/database/database.ts';
import type { LendingSchema, LintFindingTable } from './schema.ts';

/** What a request had that is taken without being right. */
export type LintFinding = Pick<LintFindingTable, 'operation' | 'kind' | 'field' | 'detail'>;

/** Counts findings; what is found again takes the place of what was found before. */
export async function noteFindings(
  connection: Connection<LendingSchema>,
  { sponsorId, at }: { sponsorId: string; at: number },
  findings: readonly LintFinding[],
): Promise<void> {
  if (findings.length === 0) return;
  const seen = { sponsor_id: sponsorId, count: 1, first_at: at, last_at: at };
  await connection
    .insertInto('lint_findings')
    .values(findings.map((finding) => ({ ...finding, ...seen })))
    .onConflict((conflict) =>
      conflict.columns(['sponsor_id', 'operation', 'kind', 'field']).doUpdateSet((row) => ({
        count: row('lint_findings.count', '+', 1),
        detail: row.ref('excluded.detail'),
        last_at: row.ref('excluded.last_at'),
      })),
    )
    .execute();
}

/** The newest first. */
export function listFindings(
  connection: Connection<LendingSchema>,
  sponsorId: string,
): Promise<LintFindingTable[]> {
  return connection
    .selectFrom('lint_findings')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .orderBy('last_at', 'desc')
    .orderBy('operation')
    .orderBy('kind')
    .orderBy('field')
    .execute();
}
