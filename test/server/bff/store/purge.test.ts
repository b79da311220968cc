import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { saveCharge } from '../../../../server/bff/store/charges.ts';
import { insertCheckout } from '../../../../server/bff/store/checkouts.ts';
import { ownerOfOrderToken, useOrderToken } from '../../../../server/bff/store/order-tokens.ts';
import { deleteAccess, deleteCheckout } from '../../../../server/bff/store/purge.ts';
import { saveRefund } from '../../../../server/bff/store/refunds.ts';
import { addSession } from '../../../../server/bff/store/sessions.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { aCharge, aCheckout, anOrder, aRefund, noon } from '../../../helpers/checkouts.ts';

const publishableKey = 'pk_test_shop';
/** What is kept of a checkout until all of it goes. */
const lasting = ['charges', 'refunds', 'settlements', 'order_openings', 'shown_offers'] as const;
const tables = [...lasting, 'sessions', 'order_tokens', 'merchant_keys'] as const;

describe('what is deleted of a checkout', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  /** A checkout that has a row in each table, and two idempotency keys: its own and a charge's. */
  async function add(id: string, parts: Parameters<typeof aCheckout>[0] = {}): Promise<void> {
    const order = anOrder({ id: `order of ${id}` });
    const checkout = aCheckout({ id, order, ...parts });
    const charge = aCharge({ id: `charge of ${id}`, orderId: order.id });
    const refund = aRefund({ id: `refund of ${id}`, chargeId: charge.id });
    const key = { merchant: publishableKey, checkout_id: id, key_digest: id, fingerprint: id };
    await bff.database.transaction(async (tx) => {
      await insertCheckout(tx, checkout, 'details');
      await addSession(tx, { checkoutId: id, tokenDigest: id, rights: 'all', now: noon });
      await useOrderToken(tx, bff.database.engine, {
        publishableKey,
        jti: id,
        checkoutId: id,
        order: checkout.order ?? order,
        expiresAt: noon,
      });
      await saveCharge(tx, { id, publishableKey }, { before: undefined, after: charge });
      await saveRefund(tx, { id, publishableKey }, refund);
      await tx
        .insertInto('settlements')
        .values({
          id,
          merchant: publishableKey,
          kind: 'charge',
          checkout_id: id,
          charge_id: charge.id,
          refund_id: null,
          order_id: order.id,
          amount_cents: charge.amountCents,
          ...charge.split,
          seen_at: noon,
        })
        .execute();
      await tx
        .insertInto('order_openings')
        .values({ checkout_id: id, jti: id, origin: 'https://shop.example', opened_at: noon })
        .execute();
      await tx
        .insertInto('shown_offers')
        .values({ merchant: publishableKey, offer_uuid: id, checkout_id: id })
        .execute();
      for (const charge_id of [null, charge.id]) {
        const operation = charge_id === null ? 'make' : 'charge';
        await tx
          .insertInto('merchant_keys')
          .values({ ...key, operation, charge_id, answer: null, forget_at: null })
          .execute();
      }
    });
  }

  const rowsOf = async (checkoutId: string) => {
    const counts = tables.map(async (table) => {
      const { count } = await bff.database.query
        .selectFrom(table)
        .select((row) => row.fn.countAll().as('count'))
        .where('checkout_id', '=', checkoutId)
        .executeTakeFirstOrThrow();
      return [table, Number(count)] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  };
  const isThere = async (id: string) => {
    const rows = bff.database.query.selectFrom('checkouts').select('id').where('id', '=', id);
    return (await rows.execute()).length === 1;
  };
  const ownerOf = (jti: string) => ownerOfOrderToken(bff.database.query, publishableKey, jti);
  const ones = Object.fromEntries(lasting.map((table) => [table, 1]));
  const whole = { ...ones, sessions: 1, order_tokens: 1, merchant_keys: 2 };

  it('is its tokens, and the keys that no charge has, and nothing of another checkout', async () => {
    for (const id of ['left', 'bystander']) await add(id);
    await bff.database.transaction((tx) => deleteAccess(tx, 'left'));
    assert.deepEqual(await rowsOf('left'), {
      ...whole,
      sessions: 0,
      order_tokens: 0,
      merchant_keys: 1,
    });
    assert.deepEqual(await rowsOf('bystander'), whole);
  });

  it('is all of it in the end, and nothing of another checkout', async () => {
    for (const id of ['old', 'young']) await add(id);
    await bff.database.transaction((tx) => deleteCheckout(tx, 'old'));
    const nothing = Object.fromEntries(tables.map((table) => [table, 0]));
    assert.deepEqual([await isThere('old'), await rowsOf('old')], [false, nothing]);
    assert.deepEqual([await isThere('young'), await rowsOf('young')], [true, whole]);
  });

  it('leaves its order tokens to one of the same order that goes on, and those of others alone', async () => {
    const [order, another] = [anOrder({ id: 'begun again' }), anOrder({ id: 'another' })];
    for (const id of ['another, once', 'another, twice']) await add(id, { order: another });
    await add('first', { order, endedAt: noon });
    await add('ended too', { order, endedAt: noon });
    await add('heir', { order });
    await add('stranger');
    await bff.database.transaction((tx) => deleteAccess(tx, 'first'));
    assert.equal(await ownerOf('first'), 'heir');
    assert.equal(await ownerOf('ended too'), 'ended too');
    assert.equal(await ownerOf('stranger'), 'stranger');
    // Nothing of the order goes on any more.
    await bff.database.transaction((tx) => deleteAccess(tx, 'heir'));
    assert.equal(await ownerOf('first'), undefined);
    assert.equal(await ownerOf('stranger'), 'stranger');
  });
});
