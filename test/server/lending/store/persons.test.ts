import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listLoansOfPerson, selectOfPhone } from '../../../../server/lending/store/persons.ts';
import { hasStoppedSms, stopNumbers } from '../../../../server/lending/store/sms-consent.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import { startTestLending } from '../../../helpers/lending.ts';
import { plansOf, queryPlan, timesCompiled } from '../../../helpers/query-plan.ts';

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

const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL is not asked for it' : false;

it('a STOP reads the applications of the number, and no others of the sponsor', {
  skip,
}, async (t) => {
  const { context, close } = await startTestLending();
  t.after(close);
  const { database } = context;
  const phone = '+15555550100';
  await database.transaction((tx) => stopNumbers(tx, 's', [phone], context.clock.now('s')));
  const plans = [
    ...(await queryPlan(database.query, selectOfPhone(database.query, 's', phone))),
    ...(await plansOf(database.query, (db) => hasStoppedSms(db, 's', phone))),
  ];
  const reads = plans.filter((line) => line.includes(' applications'));
  assert.ok(reads.length > 0);
  const others = reads.filter((line) => !/ \(id=|AND (phone|person_index)=/.test(line));
  assert.deepEqual(others, []);
});
