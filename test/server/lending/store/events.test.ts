import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listEvents } from '../../../../server/lending/store/events.ts';
import { startTestLending } from '../../../helpers/lending.ts';
import { plansOf } from '../../../helpers/query-plan.ts';

describe('listEvents()', () => {
  const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL is not asked for it' : false;
  it('reads the callbacks about an application, and no others of its sponsor', {
    skip,
  }, async (t) => {
    const lending = await startTestLending();
    t.after(() => lending.close());
    const wanted = { sponsorId: '1', externalApplicationId: 'app', limit: 40 };
    const [events] = await plansOf(lending.context.database.query, (db) => listEvents(db, wanted));
    assert.equal(
      events,
      'SEARCH events USING INDEX events_of_application (sponsor_id=? AND application_id=?)',
    );
  });
});
