import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aShop, BFF, ORDER, SECRET_KEY, SHOP } from './demo-shop.ts';

describe('GET /server-checkout', () => {
  const address = `/server-checkout?order=${ORDER}&size=2-ton`;

  /** A shop whose BFF answers with a client token, and what it was asked. */
  function shopWithBff(status = 201, checkoutStatus = 'offers') {
    const asked: { call: string; headers: Headers; body: unknown }[] = [];
    const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
      const { method = 'GET', headers, body = null } = init;
      const call = `${method} ${String(url).replace(`${BFF}/v1/merchant/checkouts`, '')}`;
      asked.push({ call, headers: new Headers(headers), body: JSON.parse(String(body)) });
      const made = asked.filter((each) => each.call === 'POST ').length;
      const answer = { checkout_id: `id-${made}`, client_token: 'a-client-token' };
      return Response.json({ ...answer, status: checkoutStatus }, { status });
    };
    return { shop: aShop({ fetch }), asked };
  }

  it('hands the page a checkout that the shop’s server made for the order', async () => {
    const { shop, asked } = shopWithBff();
    const page = await (await shop.request(address)).text();
    assert.match(page, /<soft-pull-checkout[^>]* client-token="a-client-token"/);
    assert.doesNotMatch(page, /<soft-pull-checkout[^>]* (amount|order-token)=/);
    const [call] = asked;
    assert.equal(call?.call, 'POST ');
    assert.deepEqual(call?.body, {
      amount: '7350.00',
      order_id: ORDER,
      description: 'Ridgeline 36 heat pump, 2 ton, installed',
      return_url: `${SHOP}${address}`,
    });
  });

  it('wears its theme again when the lender leads back, whose address names none', async () => {
    const { shop, asked } = shopWithBff();
    const worn = await shop.request(`${address}&theme=clay`);
    const cookie = worn.headers.getSetCookie().map((each) => each.split(';')[0]);
    assert.match(JSON.stringify(asked[0]?.body), new RegExp(`"return_url":"${SHOP}[^"]*2-ton"`));
    const headers = { cookie: cookie.join('; ') };
    const back = await (await shop.request(address, { headers })).text();
    assert.match(back, /\+themes\/clay\.css" id="styles"/);
    const other = await (await shop.request(`${address}&theme=hillside`, { headers })).text();
    assert.match(other, /\+themes\/hillside\.css" id="styles"/);
  });

  it('asks under the same key for the same cart only, until it was another meanwhile', async () => {
    const { shop, asked } = shopWithBff();
    for (const query of ['', '', '&add=care', '&add=care', '', '']) {
      await shop.request(`${address}${query}`);
    }
    const made = asked.filter(({ call }) => call === 'POST ');
    const keys = made.map(({ headers }) => headers.get('idempotency-key'));
    const names = [...new Set(keys)];
    assert.deepEqual(
      keys.map((key) => names.indexOf(key)),
      [0, 0, 1, 1, 2, 2],
    );
  });

  it('cancels the checkout of the cart before, which could still be charged', async () => {
    const { shop, asked } = shopWithBff();
    for (const query of ['', '', '&add=care', '&add=care']) {
      await shop.request(`${address}${query}`);
    }
    const calls = asked.map(({ call }) => call);
    assert.deepEqual(calls, ['POST ', 'POST ', 'POST ', 'GET /id-2', 'POST /id-2/cancel', 'POST ']);
  });

  it('leaves a loan as it is when the cart changes', async () => {
    const { shop, asked } = shopWithBff(201, 'accepted');
    for (const query of ['', '&add=care']) await shop.request(`${address}${query}`);
    assert.deepEqual(
      asked.map(({ call }) => call),
      ['POST ', 'POST ', 'GET /id-1'],
    );
  });

  it('keeps the secret key to itself', async () => {
    const { shop, asked } = shopWithBff();
    const answer = await shop.request(address);
    const everything = JSON.stringify([...answer.headers]) + (await answer.text());
    assert.ok(!everything.includes(SECRET_KEY));
    const expected = `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`;
    assert.equal(asked[0]?.headers.get('authorization'), expected);
  });

  it('says so when there is no checkout', async () => {
    const { shop } = shopWithBff(503);
    const page = await (await shop.request(address)).text();
    assert.doesNotMatch(page, /<soft-pull-checkout/);
    assert.match(page, /Monthly payments are not available right now/);
  });

  it('opens another order', async () => {
    const answer = await shopWithBff().shop.request('/server-checkout/new');
    assert.match(answer.headers.get('location') ?? '', /^\/server-checkout\?order=HH-/);
  });

  it('opens another order of what was chosen for the last', async () => {
    const { shop } = shopWithBff();
    const answer = await shop.request(`/server-checkout/new?order=${ORDER}&size=2-ton&add=care`);
    const location = answer.headers.get('location') ?? '';
    assert.match(location, /&size=2-ton&add=care$/);
    assert.ok(!location.includes(ORDER));
  });
});
