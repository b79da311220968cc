import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  lastSmsAt,
  listMessages,
  listMessagesOfKind,
  selectBounced,
} from '../../../../server/lending/store/messages.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { plansOf, queryPlan } from '../../../helpers/query-plan.ts';

const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL is not asked for it' : false;

describe('the store of messages', { skip }, () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  const query = () => lending.context.database.query;

  it('reads what came back from an address, and no other message', async () => {
    assert.deepEqual(await queryPlan(query(), selectBounced(query(), '1', 'a@example.test')), [
      'SEARCH messages USING INDEX messages_bounced (sponsor_id=? AND recipient=?)',
    ]);
  });

  it('reads the messages about an application, and no others of its sponsor', async () => {
    const { sealer } = lending.context;
    const loan = { id: 'loan', sponsor_id: '1' };
    const wanted = { sponsorId: '1', externalApplicationId: 'app', limit: 40 };
    const plans = await plansOf(query(), async (db) => {
      await listMessagesOfKind(db, loan, 'charge_request');
      await lastSmsAt(db, loan);
      await listMessages(db, sealer, wanted);
    });
    const own = 'USING INDEX messages_of_application (sponsor_id=? AND application_id=?)';
    assert.deepEqual(
      plans.filter((step) => /^SEARCH messages? /.test(step)),
      [`SEARCH messages ${own}`, `SEARCH messages ${own}`, `SEARCH message ${own}`],
    );
  });
});
