import type { Statement } from '../../../lending-api/statements.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { noTotals } from '../../domain/statements.ts';
import { statementTotals } from '../../store/statements.ts';
import { statementRecord } from './statement-record.ts';
import { visibleStatements } from './visible-statements.ts';

/** The monthly statements of a user's merchant. Throws as `visibleStatements()` does. */
export async function listStatements(
  context: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
): Promise<Statement[]> {
  const visible = await visibleStatements(context, sponsor, requestUserId);
  const totals = await statementTotals(context.database.query, visible.scope);
  return visible.months.map((month) =>
    statementRecord(visible, month, totals.get(month) ?? noTotals),
  );
}
