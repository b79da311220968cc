import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { decodeJwt } from 'jose';
import { addressOf, aShop, BFF, ORDER, ORDER_SECRET, SHOP } from './demo-shop.ts';

function attribute(page: string, name: string): string {
  const [, value] = new RegExp(`<soft-pull-checkout[^>]* ${name}="([^"]*)"`).exec(page) ?? [];
  assert.ok(value !== undefined, `the element has ${name}`);
  return value;
}

describe('GET /', () => {
  it('opens an order of its own for a new visitor', async () => {
    const answer = await aShop().request('/');
    assert.equal(answer.status, 200);
    assert.match(addressOf(await answer.text()), /^\/\?order=HH-[2-9A-Z]{6}-[2-9A-Z]{6}$/);
  });

  it('allows what the checkout needs, and sends no form and no base to anybody else', async () => {
    const { headers } = await aShop().request('/');
    assert.deepEqual((headers.get('content-security-policy') ?? '').split(/; ?/), [
      "default-src 'none'",
      `script-src 'self' ${BFF}`,
      `connect-src 'self' ${BFF}`,
      "style-src 'self'",
      "img-src 'self'",
      `frame-src ${BFF}`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin');
  });

  it('is kept by no cache that others share', async () => {
    const answer = await aShop().request('/');
    assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
  });

  it('leads a visitor who comes back to the order that is still open', async () => {
    const shop = aShop();
    const first = await shop.request(`/?order=${ORDER}&size=2-ton`);
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    const again = await shop.request('/', { headers: { cookie } });
    assert.equal(addressOf(await again.text()), `/?order=${ORDER}&size=2-ton`);
  });

  it('sends the order’s number back over https alone where it is served so', async () => {
    for (const [publicUrl, isSecure] of [
      [SHOP, false],
      ['https://shop.example', true],
    ] as const) {
      const answer = await aShop({ publicUrl }).request(`/?order=${ORDER}`);
      const [cart = ''] = answer.headers.getSetCookie();
      assert.equal(/; secure/i.test(cart), isSecure, publicUrl);
    }
  });

  it('places the checkout with the order as it stands', async () => {
    const page = await (await aShop().request(`/?order=${ORDER}&size=2-ton`)).text();
    assert.equal(attribute(page, 'server'), BFF);
    assert.equal(attribute(page, 'merchant'), 'pk_sandbox_hillside');
    assert.equal(attribute(page, 'amount'), '7350.00');
    assert.doesNotMatch(page, /<soft-pull-checkout[^>]* isolation=/);
    const order = decodeJwt(attribute(page, 'order-token'));
    assert.equal(order.order_id, ORDER);
    assert.equal(order.amount, '7350.00');
    assert.match(page, new RegExp(`<script[^>]*src="${BFF}/v1/soft-pull-checkout.js"`));
  });

  it('names every script of its own in the head, however deep it is imported', async () => {
    for (const path of ['/', '/server-checkout', '/screens', '/docs']) {
      const shop = aShop();
      const page = await (await shop.request(path)).text();
      const named = [...page.matchAll(/(?:src|href)="(\/assets\/[a-z-]+\.js)"/g)].map(
        ([, at]) => at,
      );
      assert.ok(named.length > 0, path);
      for (const address of named) {
        const source = await (await shop.request(address ?? '')).text();
        for (const [, file] of source.matchAll(/(?:import|from) '\.\/([a-z-]+\.js)'/g)) {
          assert.ok(named.includes(`/assets/${file}`), `${path}: ${address} imports ${file}`);
        }
      }
    }
  });

  it('lets scripts, styles and calls come from the shop and the BFF alone', async () => {
    const answer = await aShop().request(`/?order=${ORDER}`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, new RegExp(`script-src 'self' ${BFF}(;|$)`));
    assert.match(policy, new RegExp(`connect-src 'self' ${BFF}(;|$)`));
    assert.match(policy, /style-src 'self'(;|$)/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*/);
    const page = await answer.text();
    assert.doesNotMatch(page, /<style|style="|<script(?![^>]* src=)| on[a-z]+="/);
  });

  it('keeps the order secret to itself', async () => {
    const answer = await aShop().request(`/?order=${ORDER}`);
    const everything = JSON.stringify([...answer.headers]) + (await answer.text());
    assert.ok(!everything.includes(ORDER_SECRET));
  });
});

describe('GET /module', () => {
  it('embeds the same checkout by the npm module', async () => {
    const page = await (await aShop().request(`/module?order=${ORDER}`)).text();
    assert.equal(decodeJwt(attribute(page, 'order-token')).order_id, ORDER);
    assert.doesNotMatch(page, /\/v1\/soft-pull-checkout\.js/);
    assert.match(page, /<script type="module" src="\/assets\/module\.js">/);
  });

  it('allows its import map, and no other script in the page', async () => {
    const answer = await aShop().request(`/module?order=${ORDER}`);
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(await answer.text()) ?? [];
    const digest = createHash('sha256').update(map).digest('base64');
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.ok(policy.includes(`script-src 'self' ${BFF} 'sha256-${digest}'`));
    assert.doesNotMatch(policy, /unsafe/);
  });

  it('finds the packages that its import map names', async () => {
    const shop = aShop();
    const page = await (await shop.request(`/module?order=${ORDER}`)).text();
    const [, map = '{}'] = /<script type="importmap">(.*?)<\/script>/.exec(page) ?? [];
    const { imports } = JSON.parse(map) as { imports: Record<string, string> };
    const packages = Object.entries(imports).filter(([name]) => !name.startsWith('@soft-pull/'));
    for (const [name, path] of packages) {
      assert.equal((await shop.request(path)).status, 200, name);
    }
  });

  for (const path of [
    '/packages/lit/package.json',
    '/packages/lit/..%2fvite%2findex.js',
    '/packages/lit/%2F%2F[.js',
    '/packages/toString/index.js',
  ]) {
    it(`serves no ${path}`, async () => {
      assert.equal((await aShop().request(path)).status, 404);
    });
  }
});

describe('GET /new', () => {
  it('opens another order', async () => {
    const shop = aShop();
    const [one, two] = await Promise.all([shop.request('/new'), shop.request('/new')]);
    assert.equal(one?.status, 303);
    assert.notEqual(one?.headers.get('location'), two?.headers.get('location'));
  });
});

describe('GET /assets/…', () => {
  it('serves what the page asks for', async () => {
    const shop = aShop();
    const page = await (await shop.request(`/?order=${ORDER}`)).text();
    const paths = new Set(
      [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, p]) => p),
    );
    assert.ok(paths.size >= 4);
    for (const path of paths) {
      assert.equal((await shop.request(path ?? '')).status, 200, path);
    }
  });

  it('answers once more only if they have changed', async () => {
    const first = await aShop().request('/assets/base+docs.css');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    assert.equal((await aShop().request('/assets/base+docs.css', { headers })).status, 304);
    assert.equal((await aShop().request('/assets/base+shop.css', { headers })).status, 200);
  });

  for (const path of [
    '/assets/base+none.css',
    '/assets/none.css',
    '/assets/..%2fserver.ts',
    '/assets/server.ts',
  ]) {
    it(`has no ${path}`, async () => {
      assert.equal((await aShop().request(path)).status, 404);
    });
  }
});

describe('GET /assets/…', () => {
  it('puts each file into an answer once, however often its name stands in the address', async () => {
    const shop = aShop();
    assert.equal((await shop.request('/assets/base+shop.css')).status, 200);
    assert.equal((await shop.request('/assets/base+shop+base.css')).status, 404);
  });
});

describe('the sample applicant', () => {
  it('is another person for each order, whom the lender answers with no stranger’s application', async () => {
    const sampleOf = async (shop: ReturnType<typeof aShop>) => {
      const page = await (await shop.request('/')).text();
      const [, email] = / data-copy="(alex\.[2-9a-z]{6}@example\.test)"/.exec(page) ?? [];
      assert.ok(email);
      return email;
    };
    const shop = aShop();
    assert.notEqual(await sampleOf(shop), await sampleOf(shop));
    const of = async () => (await shop.request(`/?order=${ORDER}`)).text();
    assert.equal(
      await of().then((page) => page.match(/alex\.[^"]+/)?.[0]),
      'alex.abcdef@example.test',
    );
  });
});
