import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deleteDeclineReasons } from '../../../../../server/lending/store/migrations/021-decline-reasons.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import { startTestLending } from '../../../../helpers/lending.ts';

it('leaves no reasons for a decline where an earlier version shredded the rest', async (t) => {
  const lending = await startTestLending();
  t.after(() => lending.close());
  const { query } = lending.context.database;
  const kept = await anAcceptedLoan(lending, { decline_reasons: 'kept' });
  await anAcceptedLoan(lending, { decline_reasons: 'shredded', applicant_sealed: '' });
  await deleteDeclineReasons(query);
  const found = query.selectFrom('applications').select(['id', 'decline_reasons']);
  assert.deepEqual(await found.where('decline_reasons', 'is not', null).execute(), [
    { id: kept.id, decline_reasons: 'kept' },
  ]);
});
