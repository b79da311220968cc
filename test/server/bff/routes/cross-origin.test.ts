import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  otherOrigin,
  otherShop,
  shop,
  shopOrigin,
  startTestBff,
  type TestBff,
} from '../../../helpers/bff.ts';
import { askForCheckout, codeOf, ShopPage, stepOf } from '../../../helpers/shop-page.ts';

const allowOrigin = 'access-control-allow-origin';

describe('cross-origin calls', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const preflight = (origin: string | undefined, path = '/v1/checkouts') =>
    bff.app.request(path, {
      method: 'OPTIONS',
      headers: {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
        ...(origin !== undefined && { origin }),
      },
    });

  it('answers a preflight for any merchant’s origin, without credentials', async () => {
    for (const origin of [shopOrigin, 'https://www.shop.example', otherOrigin]) {
      const answer = await preflight(origin, '/v1/checkouts/some-id/charge');
      assert.equal(answer.status, 204);
      assert.equal(answer.headers.get(allowOrigin), origin);
      assert.match(answer.headers.get('access-control-allow-headers') ?? '', /authorization/);
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
      assert.match(answer.headers.get('vary') ?? '', /origin/i);
    }
  });

  const strangers = [
    undefined,
    'null',
    'https://evil.example',
    'http://shop.example',
    'https://shop.example:444',
    'https://xshop.example',
  ];
  for (const origin of strangers) {
    it(`refuses a preflight from ${origin}`, async () => {
      const answer = await preflight(origin);
      assert.equal(answer.status, 403);
      assert.equal(answer.headers.get(allowOrigin), null);
    });
  }

  it('lets a merchant’s own pages read the answer, and no other merchant’s [asvs:cors]', async () => {
    const page = new ShopPage(bff);
    await page.open({ amount: '8400.00' });
    const own = await page.on('GET');
    assert.equal(own.headers.get(allowOrigin), shopOrigin);
    const stolen = new ShopPage(bff, otherOrigin);
    stolen.token = page.token;
    stolen.checkoutId = page.checkoutId;
    const answer = await stolen.on('GET');
    assert.equal(codeOf(answer), 'origin_not_allowed');
    assert.equal(answer.headers.get(allowOrigin), null);
  });

  it('does not serve a request that a page without an origin could make', async () => {
    const page = new ShopPage(bff);
    await page.open({ amount: '8400.00' });
    const path = `/v1/checkouts/${page.checkoutId}`;
    for (const headers of [{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await bff.app.request(path, {
        headers: { authorization: `Bearer ${page.token}`, ...headers },
      });
      assert.equal(answer.status, 403);
    }
  });

  it('tells a page that named no merchant yet what was wrong', async () => {
    const answer = await new ShopPage(bff).call('POST', '/v1/checkouts', { body: {} });
    assert.equal(codeOf(answer), 'invalid_request');
    assert.equal(answer.headers.get(allowOrigin), shopOrigin);
  });

  const types = [
    'text/plain',
    'text/plain;charset=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'text/json',
    'application/xml',
  ];
  for (const type of types) {
    it(`takes nothing that a form could send: ${type} [asvs:no-form]`, async () => {
      const answer = await bff.app.request('/v1/checkouts', {
        method: 'POST',
        headers: { origin: shopOrigin, 'content-type': type },
        body: JSON.stringify({ merchant: shop.publishable_key }),
      });
      assert.equal(answer.status, 415);
    });
  }

  describe('in the frame', () => {
    const frame = () => new ShopPage(bff, bff.url);

    it('takes the parent’s origin, which must be the merchant’s', async () => {
      const open = (parent_origin?: string) => askForCheckout(bff, { parent_origin }, bff.url);
      assert.equal((await open(shopOrigin)).status, 201);
      assert.equal(codeOf(await open('https://evil.example')), 'origin_not_allowed');
      assert.equal(codeOf(await open(otherShop.origins[0])), 'origin_not_allowed');
      assert.equal(codeOf(await open()), 'origin_not_allowed');
    });

    it('keeps what began there from the page around it', async () => {
      const framed = frame();
      await framed.open({ amount: '8400.00', parent_origin: shopOrigin });
      assert.equal((await framed.step()).screen, 'details');
      const page = new ShopPage(bff);
      page.token = framed.token;
      page.checkoutId = framed.checkoutId;
      assert.equal(codeOf(await page.on('GET')), 'origin_not_allowed');
      const resume = { resume: framed.resume, merchant: shop.publishable_key };
      const resumed = await page.call('POST', '/v1/resume', { body: resume });
      assert.equal(codeOf(resumed), 'origin_not_allowed');
    });

    it('knows its own GET, which names no origin', async () => {
      const framed = frame();
      await framed.open({ amount: '8400.00', parent_origin: shopOrigin });
      const answer = await bff.app.request(`/v1/checkouts/${framed.checkoutId}`, {
        headers: { authorization: `Bearer ${framed.token}`, 'sec-fetch-site': 'same-origin' },
      });
      assert.equal(answer.status, 200);
      assert.equal(
        stepOf({ status: 200, headers: answer.headers, body: await answer.json() }).screen,
        'details',
      );
    });
  });
});
