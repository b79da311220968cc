import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aShop, BFF, ORDER, SECRET_KEY, SHOP } from './demo-shop.ts';

describe('GET /server-checkout', () => {
  const address = `/server-checkout?order=${ORDER}&size=2-ton`;

  /** A BFF that makes one checkout under each key, and what it was asked. */
  class FakeBff {
    readonly asked: { call: string; headers: Headers; body: unknown }[] = [];
    /** What calls are answered with. */
    status = 201;
    cancelStatus = 200;
    readonly #ids: string[] = [];
    readonly #timelines = new Map<string, string[]>();

    readonly fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
      const { method = 'GET', body = null } = init;
      const path = String(url).replace(`${BFF}/v1/merchant/checkouts`, '');
      const headers = new Headers(init.headers);
      this.asked.push({ call: `${method} ${path}`, headers, body: JSON.parse(String(body)) });
      const id = path.split('/')[1] ?? this.#idOf(headers.get('idempotency-key') ?? '');
      const status = path.endsWith('/cancel') ? this.cancelStatus : this.status;
      if (path.endsWith('/cancel') && status === 200) this.move(id, 'cancelled');
      const timeline = this.#timelines.get(id)?.map((each) => ({ type: `checkout.${each}` }));
      const last = this.#timelines.get(id)?.at(-1);
      const answer = { checkout_id: id, client_token: `token-of-${id}`, status: last, timeline };
      return Response.json(answer, { status });
    };

    move(id: string, ...statuses: string[]): void {
      this.#timelines.set(id, [...(this.#timelines.get(id) ?? []), ...statuses]);
    }

    get calls(): string[] {
      return this.asked.map(({ call }) => call);
    }

    get cancelled(): string[] {
      return this.calls.flatMap((call) => /^POST \/(.*)\/cancel$/.exec(call)?.[1] ?? []);
    }

    #idOf(key: string): string {
      if (!this.#ids.includes(key)) {
        this.#ids.push(key);
        this.move(`id-${this.#ids.length}`, 'open');
      }
      return `id-${this.#ids.indexOf(key) + 1}`;
    }
  }

  function shopWithBff(status = 201) {
    const bff = new FakeBff();
    bff.status = status;
    return { shop: aShop({ fetch: bff.fetch }), bff };
  }

  /** Loads the page of each choice. @returns the client token of each page */
  async function load(shop: ReturnType<typeof aShop>, ...queries: string[]): Promise<string[]> {
    const tokens: string[] = [];
    for (const query of queries) {
      const page = await (await shop.request(`${address}${query}`)).text();
      tokens.push(/ client-token="([^"]*)"/.exec(page)?.[1] ?? '');
    }
    return tokens;
  }

  it('hands the page a checkout that the shop’s server made for the order', async () => {
    const { shop, bff } = shopWithBff();
    const page = await (await shop.request(address)).text();
    assert.match(page, /<soft-pull-checkout[^>]* client-token="token-of-id-1"/);
    assert.doesNotMatch(page, /<soft-pull-checkout[^>]* (amount|order-token)=/);
    const [call] = bff.asked;
    assert.equal(call?.call, 'POST ');
    assert.deepEqual(call?.body, {
      amount: '7350.00',
      order_id: ORDER,
      description: 'Ridgeline 36 heat pump, 2 ton, installed',
      return_url: `${SHOP}${address}`,
    });
  });

  it('wears its theme again when the lender leads back, whose address names none', async () => {
    const { shop, bff } = shopWithBff();
    const worn = await shop.request(`${address}&theme=clay`);
    const cookie = worn.headers.getSetCookie().map((each) => each.split(';')[0]);
    assert.match(
      JSON.stringify(bff.asked[0]?.body),
      new RegExp(`"return_url":"${SHOP}[^"]*2-ton"`),
    );
    const headers = { cookie: cookie.join('; ') };
    const back = await (await shop.request(address, { headers })).text();
    assert.match(back, /\+themes\/clay\.css" id="styles"/);
    const other = await (await shop.request(`${address}&theme=hillside`, { headers })).text();
    assert.match(other, /\+themes\/hillside\.css" id="styles"/);
  });

  it('asks under the same key for the same cart only, until its checkout was cancelled', async () => {
    const { shop, bff } = shopWithBff();
    const tokens = await load(shop, '', '', '&add=care', '&add=care', '', '');
    assert.deepEqual(
      tokens.map((token) => token.replace('token-of-', '')),
      ['id-1', 'id-1', 'id-2', 'id-2', 'id-3', 'id-3'],
    );
    assert.deepEqual(bff.cancelled, ['id-1', 'id-2']);
  });

  it('uses no key for two carts, two orders or two cancellations', async () => {
    const { shop, bff } = shopWithBff();
    const other = ORDER.replace('ABCDEF', 'BCDEFG');
    for (const order of [ORDER, other]) {
      for (const choice of ['', '&add=care', '', '&add=care']) {
        await shop.request(`${address.replace(ORDER, order)}${choice}`);
      }
    }
    const sent = bff.asked.filter(({ call }) => call.startsWith('POST '));
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    // Each cart is asked for again under its first key, whose checkout turns out to be cancelled.
    const repeated = keys.length - new Set(keys).size;
    assert.deepEqual([keys.includes(null), repeated, bff.cancelled.length], [false, 4, 6]);
  });

  it('cancels the checkout of the cart before, which could still be charged', async () => {
    const { shop, bff } = shopWithBff();
    await load(shop, '', '', '&add=care', '&add=care');
    assert.deepEqual(bff.calls, [
      'POST ',
      'POST ',
      'POST ',
      'GET /id-1',
      'POST /id-1/cancel',
      'POST ',
    ]);
  });

  for (const status of ['applied', 'offers', 'accepted']) {
    it(`leaves a checkout that is ${status}, which its page shows again`, async () => {
      const { shop, bff } = shopWithBff();
      await load(shop, '', '&add=care');
      bff.move('id-2', status);
      const [, forward] = await load(shop, '', '&add=care');
      assert.equal(forward, 'token-of-id-2');
      assert.deepEqual(bff.cancelled, ['id-1', 'id-3']);
    });
  }

  it('shows the same checkout after a restart of the shop', async () => {
    const { shop, bff } = shopWithBff();
    const [, , before] = await load(shop, '', '&add=care', '');
    bff.move('id-3', 'offers');
    const [after] = await load(aShop({ fetch: bff.fetch }), '');
    assert.deepEqual([before, after], ['token-of-id-3', 'token-of-id-3']);
  });

  it('shows how an application ended that was cancelled', async () => {
    const { shop, bff } = shopWithBff();
    await load(shop, '');
    bff.move('id-1', 'applied', 'accepted', 'cancelled');
    assert.deepEqual(await load(shop, ''), ['token-of-id-1']);
  });

  it('makes another for a cart whose application came to nothing before it was cancelled', async () => {
    const { shop, bff } = shopWithBff();
    await load(shop, '');
    bff.move('id-1', 'applied', 'open');
    const [, again] = await load(shop, '&add=care', '');
    assert.deepEqual([again, bff.cancelled], ['token-of-id-3', ['id-1', 'id-2']]);
  });

  it('cancels at the next load what could not be cancelled', async () => {
    const { shop, bff } = shopWithBff();
    bff.cancelStatus = 503;
    await load(shop, '', '&add=care');
    bff.cancelStatus = 200;
    const tokens = await load(shop, '&add=care', '&add=care');
    assert.deepEqual(tokens, ['token-of-id-2', 'token-of-id-2']);
    assert.deepEqual(bff.cancelled, ['id-1', 'id-1']);
  });

  it('keeps the secret key to itself', async () => {
    const { shop, bff } = shopWithBff();
    const answer = await shop.request(address);
    const everything = JSON.stringify([...answer.headers]) + (await answer.text());
    assert.ok(!everything.includes(SECRET_KEY));
    const expected = `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`;
    assert.equal(bff.asked[0]?.headers.get('authorization'), expected);
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
