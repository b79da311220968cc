import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insertCheckout } from '../../../../server/bff/store/checkouts.ts';
import {
  isOlderOrder,
  isOutdatedAmount,
  moveOrderToken,
  ownerOfOrderToken,
  useOrderToken,
} from '../../../../server/bff/store/order-tokens.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { aCheckout, anOrder, noon } from '../../../helpers/checkouts.ts';

/** Two merchants may name tokens and orders alike. */
const jti = '1';
const order = anOrder({ id: 'A-1' });
const checkouts = ['one', 'another', 'a third', 'of the other shop'];

describe('the order tokens’ store', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
    await bff.database.transaction(async (tx) => {
      for (const id of checkouts) await insertCheckout(tx, aCheckout({ id }), 'details');
    });
  });
  after(() => bff.close());

  const use = (publishableKey: string, checkoutId: string, parts: { jti?: string } = {}) =>
    bff.database.transaction((tx) =>
      useOrderToken(tx, bff.database.engine, {
        publishableKey,
        jti,
        checkoutId,
        order,
        expiresAt: noon,
        ...parts,
      }),
    );
  const ownerOf = (publishableKey: string, name = jti) =>
    ownerOfOrderToken(bff.database.query, publishableKey, name);

  it('tells one merchant’s token from another’s of the same name, and from its other ones', async () => {
    assert.equal(await use('pk_b', 'of the other shop'), undefined);
    assert.equal(await use('pk_a', 'another', { jti: '0' }), undefined);
    assert.equal(await use('pk_a', 'one'), undefined);
    assert.equal(await use('pk_a', 'another'), 'one');
    assert.equal(await use('pk_b', 'one'), 'of the other shop');
    assert.equal(await ownerOf('pk_a'), 'one');
    assert.equal(await ownerOf('pk_b'), 'of the other shop');
    const moved = { publishableKey: 'pk_a', jti, checkoutId: 'a third', order, expiresAt: noon };
    await bff.database.transaction((tx) => moveOrderToken(tx, moved));
    assert.equal(await ownerOf('pk_a'), 'a third');
    assert.equal(await ownerOf('pk_a', '0'), 'another');
    assert.equal(await ownerOf('pk_b'), 'of the other shop');
  });

  it('finds an order outdated by a later token of that order and merchant alone', async () => {
    const { database } = bff;
    const signedAfter = (seconds: number) => ({ ...order, issuedAt: order.issuedAt + seconds });
    const bring = (name: string, later: typeof order) =>
      database.transaction((tx) =>
        useOrderToken(tx, database.engine, {
          publishableKey: 'pk_c',
          jti: name,
          checkoutId: 'one',
          order: later,
          expiresAt: noon,
        }),
      );
    const isOutdated = async (publishableKey: string, id: string, seconds = 0) => {
      const asked = { ...signedAfter(seconds), id };
      return [
        await isOlderOrder(database.query, publishableKey, asked),
        await database.transaction((tx) => isOutdatedAmount(tx, publishableKey, asked)),
      ];
    };
    await bring('1', { ...signedAfter(1), amountCents: 1 });
    assert.deepEqual(await isOutdated('pk_c', order.id), [true, true]);
    assert.deepEqual(await isOutdated('pk_c', 'A-2'), [false, false]);
    assert.deepEqual(await isOutdated('pk_d', order.id), [false, false]);
    assert.deepEqual(await isOutdated('pk_c', order.id, 1), [false, false]);
    // The newest one has the amount again.
    await bring('2', signedAfter(2));
    assert.deepEqual(await isOutdated('pk_c', order.id), [true, false]);
  });
});
