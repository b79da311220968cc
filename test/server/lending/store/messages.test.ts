import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { selectBounced } from '../../../../server/lending/store/messages.ts';
import { startTestLending } from '../../../helpers/lending.ts';
import { queryPlan } from '../../../helpers/query-plan.ts';

describe('selectBounced()', () => {
  const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL is not asked for it' : false;
  it('reads what came back from the address, and no other message', { skip }, async (t) => {
    const lending = await startTestLending();
    t.after(() => lending.close());
    const { query } = lending.context.database;
    assert.deepEqual(await queryPlan(query, selectBounced(query, '1', 'a@example.test')), [
      'SEARCH messages USING INDEX messages_bounced (sponsor_id=? AND recipient=?)',
    ]);
  });
});
