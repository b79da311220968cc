import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deleteReopenedDescriptions } from '../../../../../server/lending/store/migrations/026-reopened-descriptions.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import { startTestLending } from '../../../../helpers/lending.ts';

it('leaves no word of a purchase where an earlier version took the application back', async (t) => {
  const lending = await startTestLending();
  t.after(() => lending.close());
  const { query } = lending.context.database;
  const bought = { purchase_description: 'A heat pump' };
  const kept = await anAcceptedLoan(lending, bought);
  const reopened = await anAcceptedLoan(lending, {
    ...bought,
    applicant_sealed: '',
    person_index: '',
  });
  await deleteReopenedDescriptions(query);
  const found = await query
    .selectFrom('applications')
    .select(['id', 'purchase_description'])
    .execute();
  assert.deepEqual(
    new Map(found.map(({ id, purchase_description }) => [id, purchase_description])),
    new Map([
      [kept.id, 'A heat pump'],
      [reopened.id, null],
    ]),
  );
});
