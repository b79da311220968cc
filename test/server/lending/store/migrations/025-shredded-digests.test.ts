import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deleteShreddedDigests } from '../../../../../server/lending/store/migrations/025-shredded-digests.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import { startTestLending } from '../../../../helpers/lending.ts';

it('leaves no digest of what an applicant said where an earlier version shredded the rest', async (t) => {
  const lending = await startTestLending();
  t.after(() => lending.close());
  const { query } = lending.context.database;
  const digests = { decision_inputs_index: 'of the inputs', request_index: 'of the request' };
  const kept = await anAcceptedLoan(lending, digests);
  const shredded = await anAcceptedLoan(lending, { ...digests, applicant_sealed: '' });
  await deleteShreddedDigests(query);
  const found = await query
    .selectFrom('applications')
    .select(['id', 'decision_inputs_index', 'request_index'])
    .execute();
  assert.deepEqual(
    new Map(found.map(({ id, ...columns }) => [id, columns])),
    new Map([
      [kept.id, digests],
      [shredded.id, { decision_inputs_index: '', request_index: '' }],
    ]),
  );
});
