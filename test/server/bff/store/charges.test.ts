import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  OrderAlreadyChargedError,
  saveCharge,
  selectLiveElsewhere,
  selectNamed,
  selectPageToFollow,
} from '../../../../server/bff/store/charges.ts';
import { insertCheckout } from '../../../../server/bff/store/checkouts.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { aCharge, aCheckout } from '../../../helpers/checkouts.ts';
import { queryPlan } from '../../../helpers/query-plan.ts';

describe('what is asked for with each charge', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  it('keeps one that lives on after its end out while the order has another', async () => {
    const { database } = bff;
    const save = (id: string, charge: Parameters<typeof saveCharge>[2]) =>
      database.transaction((tx) => saveCharge(tx, { id, publishableKey: 'pk_a' }, charge));
    const [ended, next] = [aCharge({ id: '1', state: 'failed' }), aCharge({ id: '2' })];
    await database.transaction(async (tx) => {
      for (const id of ['one', 'two']) await insertCheckout(tx, aCheckout({ id }), 'details');
    });
    await save('one', { before: undefined, after: ended });
    await save('two', { before: undefined, after: next });
    const live = { before: ended, after: { ...ended, state: 'settled' } } as const;
    await assert.rejects(save('one', live), OrderAlreadyChargedError);
    await save('two', { before: next, after: { ...next, state: 'rejected' } });
    await save('one', live);
  });

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

  it('reads a page of charges to follow in the order of its index', { skip }, async () => {
    const { query } = bff.database;
    const page = { merchant: 'pk_a', state: 'settled', after: { since: 1, id: '1' } } as const;
    assert.deepEqual(await queryPlan(query, selectPageToFollow(query, page)), [
      'SEARCH charges USING INDEX charges_followed (merchant=? AND state=? AND <expr>>?)',
    ]);
  });
});
