import type { LendingContext } from '../context.ts';
import { type LintFinding, noteFindings } from '../store/lint-findings.ts';

/** Notes what was taken without being right. A note that cannot be written fails no call. */
export async function noteLint(
  { database, clock, log }: Pick<LendingContext, 'database' | 'clock' | 'log'>,
  sponsorId: string,
  findings: readonly LintFinding[],
): Promise<void> {
  try {
    await noteFindings(database, { sponsorId, at: clock.now(sponsorId) }, findings);
  } catch (error) {
    log.warn({ event: 'lint_not_noted', error });
  }
}
