import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { moveApplication } from '../../../../../server/lending/store/applications.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import { startTestLending } from '../../../../helpers/lending.ts';

it('a decision writes no index of its application', {
  skip: process.env.TEST_DATABASE_URL ? false : 'SQLite writes the indexes of what has changed',
}, async (t) => {
  const lending = await startTestLending();
  t.after(() => lending.close());
  const started = await anAcceptedLoan(lending, {
    status: 'Started',
    account_status: null,
    accepted_at: null,
    purchase_window_ends_at: null,
  });
  const at = started.created_at;
  const inPlace = await lending.context.database.transaction(async (tx) => {
    const change = { decision: 'offers', decided_at: at } as const;
    await moveApplication(tx, started, { event: 'approved', actor: 'lender', at, change });
    const { rows } = await sql<{ count: number }>`
      select pg_stat_get_xact_tuples_hot_updated('applications'::regclass) as count
    `.execute(tx);
    return rows;
  });
  assert.deepEqual(inPlace, [{ count: 1 }]);
});
