import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeJwt, jwtVerify } from 'jose';
import { aShop, BFF, NOW, ORDER, ORDER_SECRET, postJson } from './demo-shop.ts';

async function orderFor(query: string) {
  const answer = await aShop().request('/api/order', postJson({ query }));
  assert.equal(answer.status, 200);
  return (await answer.json()) as { amount: string; order_token: string; query: string };
}

describe('POST /api/order', () => {
  it('signs what the BFF asks of an order', async () => {
    const { order_token } = await orderFor(`order=${ORDER}`);
    const { payload, protectedHeader } = await jwtVerify(
      order_token,
      new TextEncoder().encode(ORDER_SECRET),
      { issuer: 'pk_sandbox_hillside', audience: BFF, currentDate: new Date(NOW) },
    );
    assert.equal(protectedHeader.alg, 'HS256');
    assert.equal(payload.amount, '8400.00');
    assert.equal(payload.order_id, ORDER);
    assert.equal(payload.iat, NOW / 1000);
    assert.equal(payload.exp, NOW / 1000 + 15 * 60);
    assert.equal(payload.description, 'Ridgeline 36 heat pump, 3 ton, installed');
  });

  it('gives each token an id of its own, the order staying the same', async () => {
    const first = decodeJwt((await orderFor(`order=${ORDER}`)).order_token);
    const second = decodeJwt((await orderFor(`order=${ORDER}&size=4-ton`)).order_token);
    assert.notEqual(first.jti, second.jti);
    assert.equal(first.order_id, second.order_id);
  });

  it('adds the price up from the shop’s own catalog, whatever the browser claims', async () => {
    const { amount, order_token } = await orderFor(
      `order=${ORDER}&size=4-ton&add=thermostat&add=care&amount=1.00&price=1.00`,
    );
    assert.equal(amount, '11149.00');
    assert.equal(decodeJwt(order_token).amount, '11149.00');
  });

  it('counts an add-on once and leaves out what it does not sell', async () => {
    const { amount, query } = await orderFor(
      `order=${ORDER}&size=9-ton&add=surge&add=surge&add=discount`,
    );
    assert.equal(amount, '8645.00');
    assert.equal(query, `order=${ORDER}&add=surge`);
  });

  for (const body of [{}, null, [], { query: 'size=3-ton' }, { query: 'order=sbx:reverse' }]) {
    it(`signs nothing for ${JSON.stringify(body)}`, async () => {
      const answer = await aShop().request('/api/order', postJson(body));
      assert.equal(answer.status, 400);
      assert.doesNotMatch(await answer.text(), /order_token/);
    });
  }

  it('reads no more than an order needs', async () => {
    const query = `order=${ORDER}&add=${'care'.repeat(5_000)}`;
    const answer = await aShop().request('/api/order', postJson({ query }));
    assert.equal(answer.status, 413);
  });

  it('answers its own page only', async () => {
    const body = { query: `order=${ORDER}` };
    const foreign = postJson(body, { origin: 'https://elsewhere.test' });
    assert.equal((await aShop().request('/api/order', foreign)).status, 403);
    const form = postJson(body, { 'content-type': 'text/plain' });
    assert.equal((await aShop().request('/api/order', form)).status, 415);
  });
});
