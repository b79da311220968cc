import type { Statement } from '../../../lending-api/statements.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { monthOfStatement, sumOf } from '../../domain/statements.ts';
import { LendingError } from '../../errors.ts';
import type { MerchantTable } from '../../store/schema.ts';
import { listStatementEntries, type StatementEntry } from '../../store/statements.ts';
import { statementRecord } from './statement-record.ts';
import { visibleStatements } from './visible-statements.ts';

/** Whose statement, and which. */
export interface StatementName {
  request_user_id: string;
  id: string;
}

export interface OpenStatement {
  merchant: MerchantTable;
  statement: Statement;
  /** In the order in which the money moved. */
  entries: readonly StatementEntry[];
  /** Whether the user sees only what its own consumers brought. */
  isOwnOnly: boolean;
}

/** One statement with what is on it. Throws `not_found`, for a month without a statement too. */
export async function openStatement(
  context: LendingContext,
  sponsor: Sponsor,
  { request_user_id, id }: StatementName,
): Promise<OpenStatement> {
  const visible = await visibleStatements(context, sponsor, request_user_id);
  const month = monthOfStatement(id);
  if (month === undefined || !visible.months.includes(month)) {
    throw new LendingError('not_found', 'Not found.');
  }
  const { merchant, scope } = visible;
  const entries = await listStatementEntries(context.database.query, scope, month);
  return {
    merchant,
    statement: statementRecord(visible, month, sumOf(entries)),
    entries,
    isOwnOnly: scope.invitedBy !== undefined,
  };
}
