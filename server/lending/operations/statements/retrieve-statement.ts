import type { StatementDetail } from '../../../lending-api/statements.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { openStatement, type StatementName } from './open-statement.ts';
import { statementLines } from './statement-record.ts';

/** One statement with its lines. Throws as `openStatement()` does. */
export async function retrieveStatement(
  context: LendingContext,
  sponsor: Sponsor,
  name: StatementName,
): Promise<StatementDetail> {
  const { merchant, statement, entries } = await openStatement(context, sponsor, name);
  const user = encodeURIComponent(name.request_user_id);
  return {
    ...statement,
    platform_merchant_id: merchant.id,
    business_name: merchant.business_name,
    lines: entries.flatMap(statementLines),
    document_url: `${context.config.publicUrl}/statements/${user}/${statement.id}`,
  };
}
