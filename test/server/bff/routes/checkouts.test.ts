import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { CheckoutTable } from '../../../../server/bff/store/schema.ts';
import {
  otherOrigin,
  otherShop,
  shop,
  shopOrigin,
  startTestBff,
  type TestBff,
} from '../../../helpers/bff.ts';
import { as, codeOf, ShopPage, signedOrder, stepOf } from '../../../helpers/shop-page.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe('/v1/checkouts', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const body = {
    merchant: shop.publishable_key,
    return_url: `${shopOrigin}/checkout`,
    locale: 'en',
    amount: '8400.00',
  };
  const post = (parts: Record<string, unknown>, origin = shopOrigin) =>
    new ShopPage(bff, origin).call('POST', '/v1/checkouts', { body: { ...body, ...parts } });

  const setState = (page: ShopPage, columns: Partial<CheckoutTable>) =>
    bff.database.query
      .updateTable('checkouts')
      .set(columns)
      .where('id', '=', page.checkoutId)
      .execute();

  it('opens a checkout for the merchant’s page', async () => {
    const page = new ShopPage(bff);
    const answer = await post({});
    assert.equal(answer.status, 201);
    const step = page.enter(answer);
    assert.deepEqual(step, { screen: 'details', amount: '8400.00', amount_locked: false });
    assert.equal(page.token.length, 43);
    assert.deepEqual(await page.step(), step);
  });

  it('stores tokens as digests only', async () => {
    const page = new ShopPage(bff);
    await page.open({ amount: '8400.00' });
    const rows = await bff.database.query.selectFrom('sessions').selectAll().execute();
    assert.ok(rows.length > 0);
    assert.ok(!JSON.stringify(rows).includes(page.token));
  });

  describe('refuses', () => {
    const cases: [string, Record<string, unknown>, string, string?][] = [
      ['an unknown merchant', { merchant: 'pk_test_nobody' }, 'unknown_merchant'],
      ['another merchant’s origin', { merchant: otherShop.publishable_key }, 'origin_not_allowed'],
      ['a page of no merchant', {}, 'origin_not_allowed', 'https://evil.example'],
      ['a return to elsewhere', { return_url: 'https://evil.example/' }, 'origin_not_allowed'],
      [
        'a return with a password',
        { return_url: 'https://u:p@shop.example/' },
        'origin_not_allowed',
      ],
      ['a script to return to', { return_url: 'javascript:alert(1)' }, 'invalid_request'],
      [
        'a very long return',
        { return_url: `${shopOrigin}/${'a'.repeat(1_950)}` },
        'invalid_request',
      ],
      ['a locale that is not there', { locale: 'fr' }, 'invalid_request'],
      ['an amount below the range', { amount: '499.99' }, 'amount_out_of_range'],
      ['an amount above the range', { amount: '100000.01' }, 'amount_out_of_range'],
      ['an amount with three decimals', { amount: '8400.001' }, 'invalid_request'],
      ['an order that is no token', { order_token: 'abc' }, 'order_invalid'],
    ];
    for (const [name, parts, code, origin] of cases) {
      it(name, async () => assert.equal(codeOf(await post(parts, origin)), code));
    }

    it('names the field and echoes nothing', async () => {
      const { body: problem } = await post({ locale: 'klingon' });
      assert.deepEqual((problem as { errors: unknown }).errors, { locale: ['not_an_option'] });
      assert.ok(!JSON.stringify(problem).includes('klingon'));
    });
  });

  describe('with a handle', () => {
    it('resumes the checkout of the same merchant and order with a fresh token', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      const { token, checkoutId } = page;
      const answer = await post({ resume: page.resume, amount: '9000.00' });
      assert.equal(answer.status, 200);
      const step = page.enter(answer);
      assert.equal(page.checkoutId, checkoutId);
      assert.notEqual(page.token, token);
      assert.equal(as(step, 'details').amount, '9000.00');
      page.token = token;
      assert.equal((await page.step()).screen, 'details');
    });

    it('begins anew for another order', async () => {
      const page = new ShopPage(bff);
      await page.open({ order_token: await signedOrder(bff, { order_id: 'first' }) });
      const order_token = await signedOrder(bff, { order_id: 'second' });
      const answer = await post({ resume: page.resume, order_token });
      assert.equal(answer.status, 201);
    });

    it('begins anew when the handle is forged, of another checkout’s key or another merchant’s', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      const [id, generation, mac = ''] = page.resume.split('.');
      const forged = [
        `${id}.${generation}.${mac.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
        `${randomUUID()}.${generation}.${mac}`,
        `${id}.2.${mac}`,
        'nothing',
      ];
      for (const resume of forged) assert.equal((await post({ resume })).status, 201);
      const other = await post(
        {
          resume: page.resume,
          merchant: otherShop.publishable_key,
          return_url: `${otherOrigin}/`,
        },
        otherOrigin,
      );
      assert.equal(other.status, 201);
    });

    it('takes an expired order’s word for which order is meant, and no more', async () => {
      const order_token = await signedOrder(bff, { order_id: 'slow' });
      const page = new ShopPage(bff);
      await page.open({ order_token });
      bff.tick(16 * minuteMs);
      assert.equal((await post({ resume: page.resume, order_token })).status, 200);
      assert.equal(codeOf(await post({ order_token })), 'order_invalid');
      const another = await signedOrder(bff, { order_id: 'unknown' });
      bff.tick(16 * minuteMs);
      assert.equal(
        codeOf(await post({ resume: page.resume, order_token: another })),
        'order_invalid',
      );
    });

    it('shows a checkout that was left for a day as expired, until 30 days after', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      bff.tick(dayMs);
      const resumed = page.enter(await post({ resume: page.resume }));
      assert.deepEqual(resumed, { screen: 'expired', reason: 'application' });
      bff.tick(30 * dayMs - 1);
      assert.equal((await post({ resume: page.resume })).status, 200);
      bff.tick(1);
      assert.equal((await post({ resume: page.resume })).status, 201);
    });
  });

  describe('an order token that is brought again', () => {
    it('moves to the newcomer while there was no application, and the first checkout ends', async () => {
      const order_token = await signedOrder(bff);
      const [first, second] = [new ShopPage(bff), new ShopPage(bff)];
      await first.open({ order_token });
      await second.open({ order_token });
      assert.notEqual(first.checkoutId, second.checkoutId);
      assert.deepEqual(await first.step(), { screen: 'expired', reason: 'application' });
      assert.equal((await second.step()).screen, 'details');
      assert.equal((await post({ resume: first.resume, order_token })).status, 201);
    });

    it('is refused once an application was made', async () => {
      const order_token = await signedOrder(bff);
      const page = new ShopPage(bff);
      await page.open({ order_token });
      await setState(page, { soft_pull_state: 'unknown' });
      assert.equal(codeOf(await post({ order_token })), 'order_invalid');
      assert.equal((await page.step()).screen, 'working');
    });
  });

  describe('PATCH', () => {
    it('changes the amount and the language before the soft pull', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      const step = stepOf(await page.on('PATCH', '', { amount: '9100', locale: 'es' }));
      assert.equal(as(step, 'details').amount, '9100.00');
      const refused = await page.on('PATCH', '', { amount: '1.00' });
      assert.equal(codeOf(refused), 'amount_out_of_range');
      assert.equal(as(await page.step(), 'details').amount, '9100.00');
    });

    it('takes an order, whose amount wins from then on', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      const order_token = await signedOrder(bff, { amount: '7000.00', order_id: 'p-1' });
      const step = as(stepOf(await page.on('PATCH', '', { order_token })), 'details');
      assert.deepEqual([step.amount, step.amount_locked], ['7000.00', true]);
      const after = as(stepOf(await page.on('PATCH', '', { amount: '9000.00' })), 'details');
      assert.equal(after.amount, '7000.00');
      const other = await signedOrder(bff, { order_id: 'p-2' });
      assert.equal(codeOf(await page.on('PATCH', '', { order_token: other })), 'order_invalid');
      const again = await signedOrder(bff, { amount: '7500.00', order_id: 'p-1' });
      const changed = as(stepOf(await page.on('PATCH', '', { order_token: again })), 'details');
      assert.equal(changed.amount, '7500.00');
    });

    it('spends an order token only where it changes something', async () => {
      const [page, other] = [new ShopPage(bff), new ShopPage(bff)];
      await page.open({ order_token: await signedOrder(bff, { order_id: 'p-3' }) });
      const same = await signedOrder(bff, { order_id: 'p-3' });
      stepOf(await page.on('PATCH', '', { order_token: same }));
      await setState(page, { ended_by: 'idle', screen: 'expired' });
      const late = await signedOrder(bff, { order_id: 'p-3', amount: '7000.00' });
      assert.equal(codeOf(await page.on('PATCH', '', { order_token: late })), 'wrong_step');
      // Whoever brings them next is the first to do so, although a soft pull was made meanwhile.
      await setState(page, { soft_pull_state: 'unknown', ended_by: null, screen: 'working' });
      for (const order_token of [same, late]) {
        assert.equal((await other.open({ order_token })).screen, 'details');
      }
    });
  });

  describe('POST /v1/resume', () => {
    const resume = (page: ShopPage, handle: string, parts: Record<string, unknown> = {}) =>
      page.call('POST', '/v1/resume', {
        body: { resume: handle, merchant: shop.publishable_key, ...parts },
      });

    it('leads to the checkout from another browser', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      const elsewhere = new ShopPage(bff);
      elsewhere.enter(await resume(elsewhere, page.resume));
      assert.equal(elsewhere.checkoutId, page.checkoutId);
      assert.equal((await elsewhere.step()).screen, 'details');
    });

    it('goes on in the language of the page that resumes, and leads back there', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      const stored = () =>
        bff.database.query
          .selectFrom('checkouts')
          .select(['locale', 'return_url'])
          .where('id', '=', page.checkoutId)
          .executeTakeFirstOrThrow();
      const here = { locale: 'es', return_url: `${shopOrigin}/carrito` };
      assert.equal((await resume(page, page.resume, here)).status, 200);
      assert.deepEqual(await stored(), here);
      assert.equal((await resume(page, page.resume)).status, 200);
      assert.deepEqual(await stored(), here);
      const elsewhere = await resume(page, page.resume, { return_url: `${otherOrigin}/` });
      assert.equal(codeOf(elsewhere), 'origin_not_allowed');
      assert.deepEqual(await stored(), here);
    });

    it('knows no handle of its own that is not good', async () => {
      assert.equal(codeOf(await resume(new ShopPage(bff), 'a.1.b')), 'not_found');
    });
  });

  describe('a token', () => {
    it('ends after 30 minutes without use and after two hours in any case', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      bff.tick(30 * minuteMs);
      assert.equal(codeOf(await page.on('GET')), 'token_expired');

      await page.open({ amount: '8400.00' });
      for (let used = 0; used < 4; used += 1) {
        bff.tick(29 * minuteMs);
        assert.equal((await page.step()).screen, 'details');
      }
      bff.tick(5 * minuteMs);
      assert.equal(codeOf(await page.on('GET')), 'token_expired');
    });

    it('is known to have ended, however many pages came and went since', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      const { token, resume } = page;
      for (let later = 0; later < 10; later += 1) {
        bff.tick(2 * 60 * minuteMs);
        page.enter(await post({ resume }));
      }
      page.token = token;
      assert.equal(codeOf(await page.on('GET')), 'token_expired');
    });

    it('lives beside four others; the one used longest ago makes room', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      const tokens = [page.token];
      for (let more = 0; more < 5; more += 1) {
        bff.tick(1);
        page.enter(await post({ resume: page.resume }));
        tokens.push(page.token);
      }
      const answers: number[] = [];
      for (const token of tokens) {
        page.token = token;
        answers.push((await page.on('GET')).status);
      }
      assert.deepEqual(answers, [401, 200, 200, 200, 200, 200]);
    });

    it('opens its own checkout only', async () => {
      const [one, two] = [new ShopPage(bff), new ShopPage(bff)];
      await one.open({ amount: '8400.00' });
      await two.open({ amount: '8400.00' });
      one.checkoutId = two.checkoutId;
      assert.equal(codeOf(await one.on('GET')), 'not_found');
      one.token = 'x'.repeat(43);
      assert.equal(codeOf(await one.on('GET')), 'unauthorized');
      one.token = '';
      assert.equal(codeOf(await one.on('GET')), 'unauthorized');
    });
  });
});
