import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { findReport } from '../../../../server/lending/store/bureau-inquiries.ts';
import { listRequestsOfLoan } from '../../../../server/lending/store/charge-requests.ts';
import { listStatementEntries } from '../../../../server/lending/store/statements.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { plansOf } from '../../../helpers/query-plan.ts';

const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL is not asked for it' : false;

describe('what soft pulls and charges write', { skip }, () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  it('goes into no index that nothing reads', async () => {
    const unread = [
      'bureau_reports_index_sponsor_id_person_index',
      'charge_requests_index_application_id',
      'statement_entries_index_charge_request_id',
    ];
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'index' and name in (${sql.join(unread)})
    `.execute(lending.context.database.query);
    assert.deepEqual(rows, []);
  });

  it('is found by those that are left', async () => {
    const { sealer, database } = lending.context;
    const { query } = database;
    const loan = { id: '1', sponsor_id: 's' };
    const scope = { sponsorId: 's', merchantId: 'm', invitedBy: undefined };
    const [report] = await plansOf(query, (db) => findReport(db, sealer, 's', 'i'));
    const [request] = await plansOf(query, (db) => listRequestsOfLoan(db, loan, 5));
    const [entry] = await plansOf(query, (db) => listStatementEntries(db, scope, '2026-03'));
    assert.deepEqual(
      [report, request, entry],
      [
        'SEARCH bureau_reports USING INDEX sqlite_autoindex_bureau_reports_1 (inquiry_id=?)',
        'SEARCH charge_requests USING INDEX charge_requests_index_sponsor_id_application_id_requested_at (sponsor_id=? AND application_id=?)',
        'SEARCH entry USING INDEX statement_entries_index_sponsor_id_merchant_id_month_settled_at (sponsor_id=? AND merchant_id=? AND month=?)',
      ],
    );
  });
});
