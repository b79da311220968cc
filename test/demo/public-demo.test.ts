import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { as, CheckoutClient } from '../helpers/checkout-client.ts';
import { hostedDemo, hostedPassword } from '../helpers/hosted-demo.ts';
import { Sandbox } from '../helpers/sandbox.ts';
import { type Product, serve } from '../helpers/serve.ts';
import { addressOf, aShop, ORDER_SECRET, postJson } from './demo-shop.ts';

interface Activity {
  messages: { to: string; links: string[] }[];
  callbacks: { payload: Record<string, unknown> }[];
}

/** A browser on the hosted shop: its cookies, its order and the checkout it began. */
class Visitor {
  readonly email: string;
  readonly checkout: CheckoutClient;
  readonly #shop: string;
  readonly #cookies = new Map<string, string>();
  page = '';
  pageUrl = '';

  constructor({ demoUrl, bffUrl }: Product, email: string) {
    this.#shop = demoUrl;
    this.email = email;
    this.checkout = new CheckoutClient({ bffUrl, origin: demoUrl });
  }

  async get(path: string): Promise<Response> {
    return this.#send(path, { redirect: 'manual' });
  }

  post(path: string, body: unknown): Promise<Response> {
    return this.#send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.#shop },
      body: JSON.stringify(body),
    });
  }

  /** Opens the shop and applies there, so that the lender writes to this address. */
  async apply(): Promise<void> {
    this.page = await (await this.get('/')).text();
    this.pageUrl = addressOf(this.page);
    const [, order_token] = / order-token="([^"]+)"/.exec(this.page) ?? [];
    assert.ok(order_token);
    await this.checkout.open({ order_token });
    const step = await this.checkout.apply({ email: this.email, ssn: '900-10-0001' });
    const [offer] = as(step, 'offers').offers;
    await this.checkout.select(offer?.offer_uuid ?? '');
  }

  async activity(...checkouts: string[]): Promise<Activity & Record<string, unknown>> {
    const query = new URLSearchParams(checkouts.map((id) => ['checkout', id]));
    const answer = await this.get(`/api/sandbox/activity?${query}`);
    assert.equal(answer.status, 200);
    return (await answer.json()) as Activity & Record<string, unknown>;
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { ...(init.headers as Record<string, string>), cookie };
    const answer = await fetch(new URL(path, this.#shop), { ...init, headers });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }
}

describe('the hosted demo', () => {
  let hosted: Awaited<ReturnType<typeof hostedDemo>>;
  let product: Product;
  let ada: Visitor;
  let ben: Visitor;
  before(async () => {
    hosted = await hostedDemo();
    product = await serve({ environment: hosted.environment });
    ada = new Visitor(product, 'ada@example.test');
    ben = new Visitor(product, 'ben@example.test');
    await ada.apply();
    await ben.apply();
    for (const { checkout } of [ada, ben]) {
      await new Sandbox(product.lendingUrl, { password: hostedPassword }).application(
        checkout.id,
        'accept-terms',
      );
    }
  });
  after(async () => {
    await product?.remove();
    await hosted.remove();
  });

  it('shows each visitor the messages and callbacks of their own checkout', async () => {
    for (const { activity, visitor } of [
      { visitor: ada, activity: await ada.activity(ada.checkout.id) },
      { visitor: ben, activity: await ben.activity(ben.checkout.id) },
    ]) {
      assert.ok(activity.messages.length > 0 && activity.callbacks.length > 0);
      const told = JSON.stringify(activity);
      const [other] = [ada, ben].filter((each) => each !== visitor);
      assert.ok(told.includes(visitor.email) && told.includes(visitor.checkout.id));
      assert.ok(other && !told.includes(other.email) && !told.includes(other.checkout.id));
    }
  });

  it('shows nothing of another’s checkout, whose id and order are known', async () => {
    for (const ids of [[ada.checkout.id], [ada.checkout.id, ada.checkout.id], []]) {
      const { messages, callbacks } = await ben.activity(...ids);
      assert.deepEqual({ messages, callbacks }, { messages: [], callbacks: [] });
    }
    const stranger = new Visitor(product, 'nobody@example.test');
    assert.deepEqual((await stranger.activity(ada.checkout.id)).messages, []);
    for (const path of [ada.pageUrl, ada.pageUrl.replace('/?', '/server-checkout?')]) {
      const answer = await stranger.get(path);
      assert.equal(answer.status, 200);
      const page = await answer.text();
      assert.notEqual(addressOf(page), path);
      const [, order = ''] = /order=([^&]+)/.exec(path) ?? [];
      assert.ok(order && !page.includes(order), 'the page is of an order of their own');
    }
    assert.deepEqual((await stranger.activity(ada.checkout.id)).messages, []);
  });

  it('takes no cookie that another key has signed, or that was changed', async () => {
    const orderOf = ({ pageUrl }: Visitor) => /order=([^&]+)/.exec(pageUrl)?.[1] ?? '';
    const shown = await fetch(`${product.demoUrl}/`, { redirect: 'manual' });
    const [signed = ''] = shown.headers.getSetCookie().filter((each) => /_orders=/.test(each));
    assert.match(signed, /HttpOnly/);
    const [, own = ''] = /=(HH-[^~]+)/.exec(signed) ?? [];
    for (const cookie of [signed.replace(own, orderOf(ada)), `hillside_orders=${orderOf(ada)}~`]) {
      const query = `checkout=${ada.checkout.id}`;
      const answer = await fetch(`${product.demoUrl}/api/sandbox/activity?${query}`, {
        headers: { cookie: cookie.split(';')[0] ?? '' },
      });
      assert.deepEqual(await answer.json(), { messages: [], callbacks: [] });
    }
  });

  it('signs no order for whoever did not begin it', async () => {
    const query = ada.pageUrl.slice('/?'.length);
    assert.equal((await ben.post('/api/order', { query })).status, 400);
    assert.equal((await ada.post('/api/order', { query })).status, 200);
  });

  it('knows its visitor’s order after many runs of the simulator', async () => {
    for (let runs = 0; runs < 25; runs += 1) {
      assert.equal((await ada.post('/api/simulator/order', {})).status, 200);
    }
    const query = ada.pageUrl.slice('/?'.length);
    assert.equal((await ada.post('/api/order', { query })).status, 200);
  });

  it('has no clock, to see or to move, and nothing to reset', async () => {
    assert.doesNotMatch(ada.page, /id="clock"|data-advance|id="reset"/);
    assert.match(ada.page, /id="messages"/);
    assert.equal((await ada.activity(ada.checkout.id)).now, undefined);
    assert.equal((await ada.post('/api/sandbox/clock', { seconds: 3600 })).status, 403);
    assert.equal((await ada.post('/api/sandbox/reset', {})).status, 403);
    assert.ok((await ada.activity(ada.checkout.id)).messages.length > 0);
  });

  it('simulates for each visitor their own checkout, and nothing that concerns all', async () => {
    const page = await (await ada.get('/simulator')).text();
    assert.match(page, /id="accepted"/);
    assert.doesNotMatch(page, /two_days|accept_terms_late/);
    const move = (visitor: Visitor, name: string) =>
      visitor.post('/api/simulator/move', { move: name, checkout: ada.checkout.id });
    assert.equal((await move(ada, 'two_days')).status, 403);
    assert.equal((await move(ada, 'accept_terms_late')).status, 403);
    assert.equal((await move(ben, 'repeat_callbacks')).status, 404);
    assert.equal((await move(ada, 'repeat_callbacks')).status, 204);
  });

  it('hides the sandbox’s controls from whoever comes by a proxy, password or not', async () => {
    const authorization = `Basic ${btoa(`sponsor@example.test:${hostedPassword}`)}`;
    const clock = `${product.lendingUrl}/sandbox/v1/clock`;
    assert.equal((await fetch(clock, { headers: { authorization } })).status, 200);
    for (const forwarded of ['203.0.113.9', '127.0.0.1', '127.0.0.1, 127.0.0.1']) {
      const headers = { authorization, 'x-forwarded-for': forwarded };
      assert.equal((await fetch(clock, { headers })).status, 404, forwarded);
    }
  });

  it('makes no more checkouts for a network than it may load pages', async () => {
    const load = async (headers: Record<string, string>) => {
      const answer = await fetch(`${product.demoUrl}/server-checkout`, { headers });
      assert.equal(answer.status, 200);
      return (await answer.text()).includes(' client-token="');
    };
    const byProxy = { 'x-forwarded-for': '203.0.113.9' };
    let made = 0;
    // Many at once: what is given back each second would keep a slow machine's loads going one by one.
    for (let isOver = false; made < 500 && !isOver; ) {
      const loaded = await Promise.all(Array.from({ length: 25 }, () => load(byProxy)));
      made += loaded.filter(Boolean).length;
      isOver = loaded.includes(false);
    }
    assert.ok(made >= 120 && made < 500, `${made} checkouts`);
  });

  it('opens to none of the published secrets', async () => {
    assert.ok(!ada.page.includes(ORDER_SECRET));
    const published = [
      [product.lendingUrl, '/sandbox/v1/clock', 'sponsor@example.test:sandbox-api-password'],
      [product.bffUrl, `/v1/merchant/checkouts/${ada.checkout.id}`, 'sk_sandbox_hillside:'],
      [product.bffUrl, '/callbacks/application', 'sandbox-callbacks:sandbox-callback-password'],
    ];
    for (const [server, path = '', login = ''] of published) {
      const headers = { authorization: `Basic ${btoa(login)}`, 'content-type': 'application/json' };
      const isCallback = path.startsWith('/callbacks');
      const init = { headers, ...(isCallback && { method: 'POST', body: '{}' }) };
      assert.equal((await fetch(`${server}${path}`, init)).status, 401, path);
    }
  });
});

describe('the hosted demo behind a proxy', () => {
  it('makes checkouts for one network while another has had all of its own', async (t) => {
    const { environment, remove } = await hostedDemo();
    t.after(remove);
    const product = await serve({
      environment: {
        ...environment,
        TRUSTED_PROXY_HOPS: '1',
        TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
      },
    });
    t.after(() => product.remove());
    const load = async (network: string) => {
      const headers = { 'x-forwarded-for': network };
      const answer = await fetch(`${product.demoUrl}/server-checkout`, { headers });
      return (await answer.text()).includes(' client-token="');
    };
    let isOver = false;
    for (let loads = 0; loads < 500 && !isOver; loads += 25) {
      const made = await Promise.all(Array.from({ length: 25 }, () => load('203.0.113.9')));
      isOver = made.includes(false);
    }
    assert.ok(isOver);
    assert.ok(await load('203.0.113.10'));
  });
});

describe('a shop that strangers share, behind a proxy', () => {
  const checkout = '7f6f0b0e-5d0c-4c3e-9a51-3f1c2b7a9d10';
  const proxies = new BlockList();
  proxies.addAddress('127.0.0.1');

  /** With what its server asked the BFF. */
  function aSharedShop() {
    const asked: string[] = [];
    const shop = aShop({
      sandbox: {
        lendingUrl: 'http://lender.test',
        username: 'sponsor@example.test',
        password: 'a password',
        fetch: async () => Response.json([]),
      },
      publicDemo: {
        visitorKey: 'a key of the visitors',
        trustedProxies: { hops: 1, addresses: proxies },
      },
      fetch: async (url, init) => {
        asked.push(`${init?.method ?? 'GET'} ${new URL(String(url)).pathname}`);
        const made = { checkout_id: checkout, client_token: 'a-token', status: 'open' };
        return Response.json(made, { status: 201 });
      },
    });
    return { shop, asked };
  }

  it('asks the BFF and the sandbox for a network 120 times a minute, and shows a panel 600 times', async () => {
    const { shop, asked } = aSharedShop();
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const hasCheckout = async (address: string) =>
      (await (await shop.request('/server-checkout', from(address))).text()).includes('a-token');
    const activity = async (address: string) =>
      (await shop.request('/api/sandbox/activity', from(address))).status;
    const order = (address: string) =>
      shop.request('/api/simulator/order', postJson({}, from(address).headers));
    for (let calls = 0; calls < 119; calls += 1) {
      assert.equal(await hasCheckout('203.0.113.7'), true);
    }
    assert.equal((await order('203.0.113.7')).status, 200);
    assert.equal(await hasCheckout('203.0.113.7'), false);
    const refused = await order('203.0.113.7');
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1']);
    assert.equal(asked.length, 119);
    assert.equal((await shop.request('/', from('203.0.113.7'))).status, 200);
    assert.equal(await hasCheckout('203.0.113.8'), true);
    for (let reads = 0; reads < 600; reads += 1) {
      assert.equal(await activity('203.0.113.7'), 200);
    }
    assert.equal(await activity('203.0.113.7'), 429);
    assert.equal(await activity('203.0.113.8'), 200);
  });

  it('asks the BFF of no checkout for whoever has begun no order', async () => {
    const { shop, asked } = aSharedShop();
    const move = postJson({ move: 'accept_terms', checkout });
    assert.equal((await shop.request('/api/simulator/move', move)).status, 404);
    assert.deepEqual(asked, []);
  });
});
