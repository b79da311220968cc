import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { problem } from '../../../../server/bff/merchant-api/answers.ts';
import {
  otherKey,
  otherOrigin,
  otherShop,
  shop,
  shopKey,
  shopNextKey,
  shopOrigin,
  startTestBff,
  type TestBff,
} from '../../../helpers/bff.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, codeOf, errorsOf, ShopPage, stepOf } from '../../../helpers/shop-page.ts';

describe('/v1/merchant/checkouts', () => {
  let bff: TestBff;
  let server: MerchantServer;

  before(async () => {
    bff = await startTestBff();
    server = new MerchantServer(bff);
  });
  after(() => bff.close());

  const resumed = async (client_token: string, origin = shopOrigin, extra: object = {}) => {
    const page = new ShopPage(bff, origin);
    const body = { resume: client_token, merchant: shop.publishable_key, ...extra };
    return { page, answer: await page.call('POST', '/v1/resume', { body }) };
  };

  describe('the secret key', () => {
    it('is either of the two that are listed', async () => {
      const next = new MerchantServer(bff, shopNextKey);
      const { checkout_id } = await server.make();
      assert.equal((await next.call('GET', `/checkouts/${checkout_id}`)).status, 200);
    });

    const wrong = (authorization: string) =>
      server.call('POST', '/checkouts', {}, { authorization });
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

    it('is asked for when it is wrong, missing, or has a password', async () => {
      const answers = [
        await wrong(basic('sk_test_nobody:')),
        await wrong(basic('sk_test_shop:password')),
        await wrong(basic(`${shop.publishable_key}:`)),
        await wrong(basic(':')),
        await wrong('Bearer sk_test_shop'),
      ];
      for (const answer of answers) {
        assert.equal(codeOf(answer), 'unauthorized');
        assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="merchant"');
      }
    });

    it('is for servers: no page may read an answer', async () => {
      const answer = await server.call('POST', '/checkouts', {}, { origin: shopOrigin });
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    });
  });

  describe('POST', () => {
    it('makes a checkout whose amount the page cannot change', async () => {
      const { checkout_id, client_token, step } = await server.make({ locale: 'es' });
      assert.deepEqual(step, { screen: 'details', amount: '8400.00', amount_locked: true });
      const { page, answer } = await resumed(client_token);
      assert.deepEqual(page.enter(answer), step);
      assert.equal(page.checkoutId, checkout_id);
      assert.deepEqual(stepOf(await page.on('PATCH', '', { amount: '1000.00' })), step);
    });

    it('takes the client token as a handle of POST /v1/checkouts, without amount or order', async () => {
      const { checkout_id, client_token } = await server.make();
      const page = new ShopPage(bff);
      await page.open({ resume: client_token });
      assert.equal(page.checkoutId, checkout_id);
    });

    it('takes a frame that opens it first for its own from then on', async () => {
      const { client_token } = await server.make();
      const framed = await resumed(client_token, new URL(bff.url).origin, {
        parent_origin: shopOrigin,
      });
      assert.equal(framed.answer.status, 200);
      assert.equal(codeOf((await resumed(client_token)).answer), 'origin_not_allowed');
      const rows = await bff.database.query
        .selectFrom('checkouts')
        .select('origin')
        .where('is_framed', '=', 1)
        .execute();
      assert.deepEqual(rows, [{ origin: shopOrigin }]);
    });

    it('does not open it on a page of another merchant', async () => {
      const { client_token } = await server.make();
      const { answer } = await resumed(client_token, otherOrigin);
      assert.equal(codeOf(answer), 'origin_not_allowed');
      const { answer: foreign } = await resumed(client_token, otherOrigin, {
        merchant: otherShop.publishable_key,
      });
      assert.equal(codeOf(foreign), 'not_found');
    });

    it('names what is wrong with the body', async () => {
      const answer = await server.post({ amount: 'much', order_id: ' ', description: 'a\nb' });
      assert.equal(codeOf(answer), 'invalid_request');
      assert.deepEqual(errorsOf(answer), {
        amount: ['not_an_amount'],
        order_id: ['required'],
        description: ['invalid_characters'],
      });
      const outside = await server.post({ return_url: 'https://elsewhere.example/' });
      assert.equal(codeOf(outside), 'origin_not_allowed');
      assert.deepEqual(errorsOf(outside), { return_url: ['not_accepted'] });
      const tooLittle = await server.post({ amount: '1.00' });
      assert.equal(codeOf(tooLittle), 'amount_out_of_range');
      assert.deepEqual(errorsOf(tooLittle), { amount: ['not_accepted'] });
    });

    for (const type of [
      'application/json;',
      'application/json ; charset=utf-8',
      'application/vnd.shop.v2+json',
    ]) {
      it(`takes JSON as ${type}`, async () => {
        const before = bff.logged.length;
        const body = { amount: '8400.00', order_id: 'S-1', return_url: `${shopOrigin}/pay` };
        const answer = await server.call('POST', '/checkouts', body, { 'content-type': type });
        assert.equal(answer.status, 201);
        const lines = bff.logged.slice(before).map((line) => JSON.parse(line) as { level: number });
        assert.deepEqual(
          lines.filter(({ level }) => level >= 40),
          [],
        );
      });
    }

    it('says of a compressed body that it must not be', async () => {
      const answer = await server.call('POST', '/checkouts', {}, { 'content-encoding': 'gzip' });
      assert.equal(codeOf(answer), 'unsupported_media_type');
      assert.match((answer.body as { title: string }).title, /not compressed/);
      assert.equal(answer.headers.get('accept-encoding'), 'identity');
    });

    it('refuses a field that it does not know, and repeats no more of it than its name [asvs:unknown-field]', async () => {
      const answer = await server.post({
        webhook_url: 'https://shop.example',
        orderId: 'S-1',
        'SSN 900-10-0001': 1,
      });
      assert.equal(codeOf(answer), 'invalid_request');
      const code = ['unknown_field'];
      assert.deepEqual(errorsOf(answer), { webhook_url: code, orderId: code, '': code });
    });

    it('refuses 10 MB, whether it says so beforehand or not, and makes nothing', async () => {
      const checkouts = () => bff.database.query.selectFrom('checkouts').select('id').execute();
      const before = await checkouts();
      const body = { amount: '8400.00', order_id: 'S-1', description: 'x'.repeat(10 * 1024 ** 2) };
      const bytes = new TextEncoder().encode(JSON.stringify(body));
      for (const sent of [bytes, new Blob([bytes]).stream()]) {
        const answer = await bff.app.request('/v1/merchant/checkouts', {
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from(`${shopKey}:`).toString('base64')}`,
            'content-type': 'application/json',
            ...(sent === bytes && { 'content-length': String(bytes.length) }),
          },
          body: sent,
          // Needed of a stream, and missing in the type.
          ...{ duplex: 'half' },
        });
        assert.equal(answer.status, 413);
        assert.equal(answer.headers.get('content-type'), 'application/problem+json');
        const text = await answer.text();
        assert.equal(problem.parse(JSON.parse(text)).code, 'payload_too_large');
        assert.ok(!text.includes('xxx'));
      }
      assert.deepEqual(await checkouts(), before);
    });

    it('takes null for a field that is left out', async () => {
      const { status } = await server.post({ description: null, locale: null });
      assert.equal(status, 201);
    });

    it('answers a repeat without offers and link, wherever the consumer is', async () => {
      const key = randomUUID();
      const { client_token } = await server.make({}, key);
      const page = new ShopPage(bff);
      await page.open({ resume: client_token });
      await bff.database.query
        .updateTable('checkouts')
        .set({ ended_by: 'idle' })
        .where('id', '=', page.checkoutId)
        .execute();
      const { status, step } = await server.make({}, key);
      assert.deepEqual([status, step], ['expired', { screen: 'expired' }]);
    });

    it('takes an id that no database could as one that is not known', async () => {
      assert.equal((await server.call('GET', '/checkouts/%00')).status, 404);
      assert.equal((await server.call('GET', '/events?checkout_id=%00')).status, 200);
      const { status } = await server.call('GET', '/checkouts?starting_after=%00');
      assert.equal(status, (await server.call('GET', '/checkouts?starting_after=x')).status);
    });

    it('answers a repeated Idempotency-Key with the first checkout', async () => {
      const key = randomUUID();
      const [first, second] = await Promise.all([server.make({}, key), server.make({}, key)]);
      assert.deepEqual(first, second);
      const other = await server.post({ amount: '9000.00' }, key);
      assert.equal(codeOf(other), 'idempotency_conflict');
      assert.equal(other.status, 409);
      const elsewhere = new MerchantServer(bff, otherKey);
      const return_url = `${otherOrigin}/pay`;
      assert.notEqual((await elsewhere.make({ return_url }, key)).checkout_id, first.checkout_id);
      assert.notEqual((await server.make({})).checkout_id, first.checkout_id);
    });

    it('takes keys of 1 to 255 characters, and keeps none as it was', async () => {
      assert.deepEqual(errorsOf(await server.post({}, 'k'.repeat(256))), {
        'idempotency-key': ['too_long'],
      });
      await server.make({}, 'jane@example.test');
      const rows = await bff.database.query.selectFrom('merchant_keys').selectAll().execute();
      assert.ok(!JSON.stringify(rows).includes('jane@'));
    });
  });

  describe('GET /{id}', () => {
    it('has the order, the status and no charges yet', async () => {
      const { checkout_id, url } = await server.make({ order_id: 'S-77' });
      assert.deepEqual(await server.view(checkout_id), {
        checkout_id,
        url,
        order_id: 'S-77',
        amount: '8400.00',
        status: 'open',
        sold_by: null,
        offer_code: null,
        created_at: '2026-03-02T15:00:00Z',
        expires_at: '2026-04-01T15:00:00Z',
        charges: [],
        cancellation: null,
        loan: null,
        version: 1,
        timeline: [
          {
            version: 1,
            type: 'checkout.open',
            at: '2026-03-02T15:00:00Z',
            charge_id: null,
            refund_id: null,
          },
        ],
      });
    });

    it('has those that a page of the merchant began', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '600' });
      const { order_id, amount } = await server.view(page.checkoutId);
      assert.deepEqual([order_id, amount], [null, '600.00']);
    });

    it('refuses a query parameter, which it has none of', async () => {
      const { checkout_id } = await server.make();
      const answer = await server.call('GET', `/checkouts/${checkout_id}?page=2`);
      assert.equal(codeOf(answer), 'invalid_request');
      assert.deepEqual(errorsOf(answer), { page: ['unknown_field'] });
    });

    it('knows no other merchant’s checkout [asvs:merchant-own]', async () => {
      const { checkout_id } = await server.make();
      const other = new MerchantServer(bff, otherKey);
      const answers = [
        await other.call('GET', `/checkouts/${checkout_id}`),
        await other.call('GET', `/checkouts/${checkout_id}/charges`),
        await other.ask(checkout_id),
        await server.call('GET', `/checkouts/${randomUUID()}`),
      ];
      for (const answer of answers) assert.equal(codeOf(answer), 'not_found');
    });
  });

  it('limits the calls of one checkout, each server’s and its page’s by themselves', async () => {
    const limited = await startTestBff({ config: { limits: { callsPerCheckout: 2 } } });
    const page = new ShopPage(limited);
    await page.open({ amount: '600' });
    const path = `/checkouts/${page.checkoutId}`;
    for (const [key, code] of [
      [shopKey, undefined],
      [otherKey, 'not_found'],
    ] as const) {
      const busy = new MerchantServer(limited, key);
      for (let call = 0; call < 2; call += 1) {
        const answer = await busy.call('GET', path);
        assert.equal(answer.status < 400 ? undefined : codeOf(answer), code);
      }
      assert.equal(codeOf(await busy.call('GET', path)), 'rate_limited');
    }
    assert.equal((await page.step()).screen, 'details');
    await limited.close();
  });

  it('ends what nobody opened for 30 days', async () => {
    const { checkout_id, client_token } = await server.make();
    bff.tick(30 * 24 * 60 * 60 * 1000);
    assert.equal((await server.view(checkout_id)).status, 'expired');
    const { page, answer } = await resumed(client_token);
    as(page.enter(answer), 'expired');
  });

  it('answers a repeat with the checkout that has ended, and another key with another', async () => {
    const expires_at = new Date(bff.now() + 3_600_000).toISOString();
    const first = await server.make({ expires_at }, 'an-end');
    bff.tick(2 * 3_600_000);
    const again = await server.make({ expires_at }, 'an-end');
    assert.equal(again.checkout_id, first.checkout_id);
    assert.equal(again.client_token, first.client_token);
    const expiring = { expires_at: new Date(bff.now() + 3_600_000).toISOString() };
    const another = await server.make(expiring, 'an-end-2');
    const { page, answer } = await resumed(another.client_token);
    as(page.enter(answer), 'details');
    assert.notEqual(page.checkoutId, first.checkout_id);
  });
});
