import { sql, type Transaction } from 'kysely';
import type { Connection, Database } from '../../platform/database/database.ts';
import type { ApplicationTable, LendingSchema } from './schema.ts';

/**
 * Makes two applications of one person wait for each other until the transaction ends. SQLite's
 * only writer is alone already.
 */
export async function lockPerson(
  tx: Transaction<LendingSchema>,
  { engine }: Pick<Database<LendingSchema>, 'engine'>,
  sponsorId: string,
  personIndex: string,
): Promise<void> {
  if (engine !== 'postgres') return;
  const name = `${sponsorId}|${personIndex}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** The person's applications at a merchant, the newest first, and whether each has a report. */
export async function listApplicationsOfPerson(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  merchantId: string,
  personIndex: string,
): Promise<(ApplicationTable & { has_report: boolean })[]> {
  const rows = await connection
    .selectFrom('applications')
    .selectAll('applications')
    .select((row) =>
      row
        .selectFrom('bureau_reports')
        .select('bureau_reports.inquiry_id')
        .whereRef('bureau_reports.inquiry_id', '=', 'applications.inquiry_id')
        .as('report_id'),
    )
    .where('applications.sponsor_id', '=', sponsorId)
    .where('applications.merchant_id', '=', merchantId)
    .where('applications.person_index', '=', personIndex)
    .execute();
  // SQLite would serve an ORDER BY from the index of all the merchant's applications.
  return rows
    .map(({ report_id, ...application }) => ({ ...application, has_report: report_id !== null }))
    .sort((a, b) => b.created_at - a.created_at);
}

/** When the person accepted loans of this sponsor, at any merchant, and whether they are open. */
export async function listLoansOfPerson(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  personIndex: string,
): Promise<{ accepted_at: number; is_open: boolean }[]> {
  const rows = await connection
    .selectFrom('applications')
    .select(['accepted_at', 'account_status'])
    .where('sponsor_id', '=', sponsorId)
    .where('person_index', '=', personIndex)
    .where('accepted_at', 'is not', null)
    .execute();
  return rows.map(({ accepted_at, account_status }) => ({
    accepted_at: accepted_at ?? 0,
    is_open: account_status !== 'Closed',
  }));
}
