import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { otherOrigin, shop, shopOrigin, startTestBff, type TestBff } from '../../../helpers/bff.ts';
import {
  askForCheckout,
  codeOf,
  type PageAnswer,
  ShopPage,
  signedOrder,
} from '../../../helpers/shop-page.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';

describe('GET /v1/diagnose', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const asked = async (merchant: string, origin: string | undefined, returnOrigin?: string) => {
    const question = new URLSearchParams({ merchant });
    if (returnOrigin !== undefined) question.set('return_origin', returnOrigin);
    const answer = await bff.app.request(`/v1/diagnose?${question}`, {
      headers: origin === undefined ? {} : { origin },
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    return answer.json();
  };

  const cases: [string, string, string | undefined, boolean, boolean][] = [
    ['the merchant’s own page', shop.publishable_key, shopOrigin, true, true],
    ['another origin', shop.publishable_key, otherOrigin, true, false],
    ['a page without an origin', shop.publishable_key, 'null', true, false],
    ['nobody’s key', 'pk_nobody', shopOrigin, false, false],
    ['no key', '', shopOrigin, false, false],
    ['no origin at all', shop.publishable_key, undefined, true, false],
  ];
  for (const [name, merchant, origin, merchant_known, origin_allowed] of cases) {
    it(`tells ${name} what is known of it`, async () => {
      assert.deepEqual(await asked(merchant, origin), { merchant_known, origin_allowed });
    });
  }

  for (const [merchant, isKnown] of [
    [shop.publishable_key, true],
    ['pk_nobody', false],
  ] as const) {
    it(`tells its own page, whose GET names no origin, that it may if ${merchant} is known`, async () => {
      const answer = await bff.app.request(`/v1/diagnose?merchant=${merchant}`, {
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      assert.deepEqual(await answer.json(), {
        merchant_known: isKnown,
        origin_allowed: isKnown,
      });
    });
  }

  const returns: [string, string, string, boolean][] = [
    ['one of the merchant’s', shop.publishable_key, shopOrigin, true],
    ['one of another merchant’s', shop.publishable_key, otherOrigin, false],
    ['all of them', shop.publishable_key, '', false],
    ['one for nobody’s key', 'pk_nobody', shopOrigin, false],
  ];
  for (const [name, merchant, returnOrigin, expected] of returns) {
    it(`tells a page that asks about returning to ${name} no more than whether it may`, async () => {
      const { merchant_known, ...said } = await asked(merchant, otherOrigin, returnOrigin);
      assert.deepEqual(said, { origin_allowed: false, return_origin_allowed: expected });
    });
  }
});

describe('an order token that is refused', () => {
  let testbed: Testbed;
  let bff: TestBff;
  before(async () => {
    testbed = await startTestbed();
    bff = testbed.bff;
  });
  after(() => testbed.close());

  const diagnosed = async (token: string, page = new ShopPage(bff)) => {
    const body = { merchant: shop.publishable_key, order_token: token };
    const answer = await page.call('POST', '/v1/diagnose/order-token', { body });
    assert.equal(answer.status, 200);
    return answer.body;
  };
  const refusalIn = ({ body }: PageAnswer) => {
    const { reason, claim } = body as { reason?: string; claim?: string };
    return claim === undefined ? { reason } : { reason, claim };
  };
  /** What was logged of it last. */
  const logged = () => {
    const lines = bff.logged.map((line) => JSON.parse(line));
    return lines.findLast(({ event }) => event === 'order_refused');
  };

  it('says why to its page, in the log and to who asks', async () => {
    const page = new ShopPage(bff);
    const faults: [string, { reason: string; claim?: string }][] = [
      ['…', { reason: 'malformed' }],
      [await signedOrder(bff, { amount: 'much' }), { reason: 'wrong_claim', claim: 'amount' }],
      [await signedOrder(bff, { iat: bff.now() / 1000 - 900 }), { reason: 'expired' }],
    ];
    for (const [token, refusal] of faults) {
      const answer = await page.ask({ order_token: token });
      assert.equal(codeOf(answer), 'order_invalid');
      assert.deepEqual(refusalIn(answer), refusal);
      const { correlation_id } = answer.body as { correlation_id: string };
      const { reason, claim, merchant_id, ...line } = logged();
      assert.deepEqual(claim === undefined ? { reason } : { reason, claim }, refusal);
      assert.deepEqual([merchant_id, line.correlation_id], [shop.publishable_key, correlation_id]);
      assert.deepEqual(await diagnosed(token), { refusal });
    }
  });

  it('says that it was used, or that a newer one was', async () => {
    const older = await signedOrder(bff, { order_id: 'o-1', iat: bff.now() / 1000 - 60 });
    const used = await signedOrder(bff, { order_id: 'o-1' });
    const page = new ShopPage(bff);
    assert.deepEqual(await diagnosed(used), { refusal: null });
    await page.open({ order_token: used });
    assert.deepEqual(await diagnosed(used), { refusal: null });
    assert.deepEqual(await diagnosed(older), { refusal: { reason: 'outdated' } });
    assert.deepEqual(refusalIn(await askForCheckout(bff, { order_token: older })), {
      reason: 'outdated',
    });
    await page.apply();
    assert.deepEqual(await diagnosed(used), { refusal: { reason: 'used' } });
    assert.deepEqual(refusalIn(await askForCheckout(bff, { order_token: used })), {
      reason: 'used',
    });
  });

  it('says that the checkout is of another order, or came by a link', async () => {
    const page = new ShopPage(bff);
    await page.open({ order_token: await signedOrder(bff) });
    const other = { order_token: await signedOrder(bff) };
    assert.deepEqual(refusalIn(await page.on('PATCH', '', other)), { reason: 'other_order' });
    const guest = new ShopPage(bff);
    await guest.open({ amount: '8400.00' });
    guest.enter(await guest.askToResume(guest.resume));
    assert.deepEqual(refusalIn(await guest.on('PATCH', '', other)), { reason: 'may_not_bring' });
  });

  it('answers the pages of its merchant only', async () => {
    const body = { merchant: shop.publishable_key, order_token: '…' };
    const elsewhere = new ShopPage(bff, otherOrigin);
    const answer = await elsewhere.call('POST', '/v1/diagnose/order-token', { body });
    assert.equal(codeOf(answer), 'origin_not_allowed');
  });

  it('tells nobody but the log outside the sandbox', async () => {
    const outside = await startTestBff({ config: { isSandbox: false } });
    const answer = await askForCheckout(outside, { order_token: '…' });
    assert.equal(codeOf(answer), 'order_invalid');
    assert.equal('reason' in (answer.body as object), false);
    assert.ok(outside.logged.some((line) => /order_refused.*malformed/.test(line)));
    const body = { merchant: shop.publishable_key, order_token: '…' };
    const asked = await new ShopPage(outside).call('POST', '/v1/diagnose/order-token', { body });
    assert.equal(codeOf(asked), 'not_found');
    await outside.close();
  });
});
