import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fillEndsOfApplications } from '../../../../../server/lending/store/migrations/027-ends-of-applications.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import { startTestLending } from '../../../../helpers/lending.ts';

it('finds when applications and accounts of an earlier version ended', async (t) => {
  const lending = await startTestLending();
  t.after(() => lending.close());
  const { query } = lending.context.database;
  const active = await anAcceptedLoan(lending);
  const paidOff = await anAcceptedLoan(lending, { account_status: 'Closed', modified_at: 7 });
  const expired = await anAcceptedLoan(lending, { status: 'Expired', modified_at: 5 });
  const cancelled = await anAcceptedLoan(lending, { status: 'Cancelled', modified_at: 3 });
  // Somebody answered wrongly since.
  const later = query.updateTable('applications').set({ modified_at: 9 });
  await later.where('id', '=', cancelled.id).execute();
  await query.deleteFrom('application_history').where('application_id', '=', expired.id).execute();
  await fillEndsOfApplications(query);
  const found = await query.selectFrom('applications').select(['id', 'ended_at']).execute();
  assert.deepEqual(
    new Map(found.map(({ id, ended_at }) => [id, ended_at])),
    new Map([
      [active.id, null],
      [paidOff.id, 7],
      [expired.id, 5],
      [cancelled.id, 3],
    ]),
  );
});
