import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aShop, BFF, ORDER, SECRET_KEY, SHOP } from './demo-shop.ts';

describe('GET /server-checkout', () => {
  const address = `/server-checkout?order=${ORDER}&size=2-ton`;

  /** A shop whose BFF answers with a client token, and what it was asked. */
  function shopWithBff(status = 201) {
    const asked: { url: string; headers: Headers; body: unknown }[] = [];
    const fetch = async (url: string | URL | Request, { headers, body }: RequestInit = {}) => {
      asked.push({
        url: String(url),
        headers: new Headers(headers),
        body: JSON.parse(String(body)),
      });
      return Response.json({ client_token: 'a-client-token' }, { status });
    };
    return { shop: aShop({ fetch }), asked };
  }

  it('hands the page a checkout that the shop’s server made for the order', async () => {
    const { shop, asked } = shopWithBff();
    const page = await (await shop.request(address)).text();
    assert.match(page, /<soft-pull-checkout[^>]* client-token="a-client-token"/);
    assert.doesNotMatch(page, /<soft-pull-checkout[^>]* (amount|order-token)=/);
    const [call] = asked;
    assert.equal(call?.url, `${BFF}/v1/merchant/checkouts`);
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

  it('asks under the same key for the same cart only', async () => {
    const { shop, asked } = shopWithBff();
    for (const query of ['', '', '&add=care']) await shop.request(`${address}${query}`);
    const [first, again, other] = asked.map(({ headers }) => headers.get('idempotency-key'));
    assert.equal(first, again);
    assert.notEqual(first, other);
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
