import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { selectLiveElsewhere, selectNamed } from '../../../../server/bff/store/charges.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { queryPlan } from '../../../helpers/query-plan.ts';

describe('what is asked for with each charge', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL is not asked for it' : false;
  it('reads the charges that have the name, and no others of the merchant', { skip }, async () => {
    const { query } = bff.database;
    const names = { requests: ['1'], identifiers: ['2'] };
    const plan = await queryPlan(query, selectNamed(query, names));
    assert.deepEqual(
      plan.filter((line) => line.includes('charges')),
      [
        'SEARCH charges USING INDEX charges_by_request (payment_request_uuid=?)',
        'SEARCH charges USING INDEX charges_by_identifier (payment_identifier=?)',
      ],
    );
  });

  it('reads the charges of the order, and no others of the merchant', { skip }, async () => {
    const { query } = bff.database;
    const order = { checkoutId: '1', merchant: 'pk_a', orderId: 'A-1' };
    assert.deepEqual(await queryPlan(query, selectLiveElsewhere(query, order)), [
      'SEARCH charges USING INDEX charges_one_live_initial (merchant=? AND order_id=?)',
    ]);
  });
});
