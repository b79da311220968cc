import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listLoansOfPerson } from '../../../../server/lending/store/persons.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import { startTestLending } from '../../../helpers/lending.ts';
import { timesCompiled } from '../../../helpers/query-plan.ts';

it('the loans of a person are read by a statement that is compiled once', async (t) => {
  const lending = await startTestLending();
  t.after(() => lending.close());
  const { sponsor_id, person_index, accepted_at } = await anAcceptedLoan(lending);
  const times = await timesCompiled(lending.context.database.query, async (db) => {
    const loans = await listLoansOfPerson(db, sponsor_id, person_index);
    assert.deepEqual(loans, [{ accepted_at, is_open: true }]);
    assert.deepEqual(await listLoansOfPerson(db, sponsor_id, 'somebody else'), []);
  });
  assert.ok(times <= 1, String(times));
});
