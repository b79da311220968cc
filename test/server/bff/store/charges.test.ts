import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { liveElsewhere } from '../../../../server/bff/store/charges.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { queryPlan } from '../../../helpers/query-plan.ts';

describe('liveElsewhere()', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL is not asked for it' : false;
  it('reads the charges of the order, and no others of the merchant', { skip }, async () => {
    const { query } = bff.database;
    const order = { checkoutId: '1', merchant: 'pk_a', orderId: 'A-1' };
    assert.deepEqual(await queryPlan(query, liveElsewhere(query, order)), [
      'SEARCH charges USING INDEX charges_one_live_initial (merchant=? AND order_id=?)',
    ]);
  });
});
