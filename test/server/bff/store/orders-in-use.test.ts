import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insertCheckout } from '../../../../server/bff/store/checkouts.ts';
import { applicationOfOrder } from '../../../../server/bff/store/orders-in-use.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import {
  aCheckout,
  anAcceptedCheckout,
  anOrder,
  aSoftPull,
  noon,
} from '../../../helpers/checkouts.ts';
import { timesCompiled } from '../../../helpers/query-plan.ts';

const publishableKey = 'pk_test_shop';

describe('applicationOfOrder()', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  it('finds the newest of an order, and a loan among the newest hundred', async () => {
    const { query } = bff.database;
    const order = anOrder({ id: 'one for all' });
    const of = { publishableKey, orderId: order.id };
    const add = (first: number, count: number) =>
      bff.database.transaction(async (tx) => {
        for (let at = first; at < first + count; at += 1) {
          const parts = { id: `other-${at}`, order, createdAt: noon + at, softPull: aSoftPull() };
          await insertCheckout(tx, aCheckout(parts), 'offers');
        }
      });
    await bff.database.transaction((tx) =>
      insertCheckout(tx, anAcceptedCheckout({ id: 'loan', order, createdAt: noon }), 'accepted'),
    );
    await add(1, 99);
    const newest = { id: 'other-99', madeBy: 'page', isAccepted: true };
    assert.deepEqual(await applicationOfOrder(query, of), newest);
    const others = await applicationOfOrder(query, { ...of, except: 'other-99' });
    assert.deepEqual(others, { ...newest, id: 'other-98' });
    await add(100, 1);
    const later = { id: 'other-100', madeBy: 'page', isAccepted: false };
    assert.deepEqual(await applicationOfOrder(query, of), later);
  });

  it('finds none of another merchant or order, and the newest by its time, unless it was left', async () => {
    const { query } = bff.database;
    const order = anOrder({ id: 'sold by two' });
    const of = { publishableKey, orderId: order.id };
    const add = (parts: Parameters<typeof aCheckout>[0]) =>
      bff.database.transaction((tx) =>
        insertCheckout(tx, aCheckout({ order, softPull: aSoftPull(), ...parts }), 'offers'),
      );
    await add({ id: 'b elsewhere', publishableKey: 'pk_test_other', createdAt: noon + 3 });
    await add({ id: 'c of another', order: anOrder({ id: 'another' }), createdAt: noon + 3 });
    assert.equal(await applicationOfOrder(query, of), undefined);
    await add({ id: 'z first', createdAt: noon });
    await add({ id: 'a second', createdAt: noon + 1 });
    const newest = { id: 'a second', madeBy: 'page', isAccepted: false };
    assert.deepEqual(await applicationOfOrder(query, of), newest);
    const left = ['a second'];
    const first = { ...newest, id: 'z first' };
    assert.deepEqual(await applicationOfOrder(query, { ...of, left }), first);
    await bff.database.transaction((tx) =>
      insertCheckout(
        tx,
        anAcceptedCheckout({ id: 'loan of it', order, createdAt: noon }),
        'accepted',
      ),
    );
    const taken = { ...newest, isAccepted: true };
    assert.deepEqual(await applicationOfOrder(query, { ...of, left }), taken);
  });

  it('is compiled once', async () => {
    const times = await timesCompiled(bff.database.query, async (db) => {
      for (const orderId of ['1', '2']) await applicationOfOrder(db, { publishableKey, orderId });
    });
    assert.ok(times <= 1, String(times));
  });
});
