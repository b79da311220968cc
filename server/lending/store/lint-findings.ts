import type { Connection, Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logging.ts';
import type { LintFindingRow } from './schema/service.ts';
import type { LendingSchema } from './schema.ts';

/** What a request had that is taken without being right. */
export type LintFinding = Pick<LintFindingRow, 'operation' | 'kind' | 'field' | 'detail'>;

/** Enough to see what is wrong; a sponsor whose requests have ever new names is told no more. */
export const MOST_FINDINGS = 500;

interface Noting {
  database: Database<LendingSchema>;
  log: Logger;
}

/** Notes what was taken without being right. A note that cannot be written fails no call. */
export async function noteFindings(
  { database, log }: Noting,
  seen: { sponsorId: string; at: number },
  findings: readonly LintFinding[],
): Promise<void> {
  try {
    await countFindings(database, seen, findings);
  } catch (error) {
    log.warn({ event: 'lint_not_noted', error });
  }
}

/** Counts findings; what is found again takes the place of what was found before. */
async function countFindings(
  database: Database<LendingSchema>,
  { sponsorId, at }: { sponsorId: string; at: number },
  findings: readonly LintFinding[],
): Promise<void> {
  if (findings.length === 0 || (await isFull(database.query, sponsorId))) return;
  const seen = { sponsor_id: sponsorId, count: 1, first_at: at, last_at: at };
  // Two requests that find the same lock the rows in the same order.
  const inOrder = findings.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
  await database.statement(async (tx) => {
    await tx
      .insertInto('lint_findings')
      .values(inOrder.map((finding) => ({ ...finding, ...seen })))
      .onConflict((conflict) =>
        conflict.columns(['sponsor_id', 'operation', 'kind', 'field']).doUpdateSet((row) => ({
          count: row('lint_findings.count', '+', 1),
          detail: row.ref('excluded.detail'),
          last_at: row.ref('excluded.last_at'),
        })),
      )
      .execute();
  });
}

async function isFull(connection: Connection<LendingSchema>, sponsorId: string): Promise<boolean> {
  const { count } = await connection
    .selectFrom('lint_findings')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('sponsor_id', '=', sponsorId)
    .executeTakeFirstOrThrow();
  return Number(count) >= MOST_FINDINGS;
}

function keyOf({ operation, kind, field }: LintFinding): string {
  return `${operation} ${kind} ${field}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The newest first. */
export function listFindings(
  connection: Connection<LendingSchema>,
  sponsorId: string,
): Promise<LintFindingRow[]> {
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
