import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { loadCheckout, lockCheckout } from '../../../../server/bff/store/checkouts.ts';
import type { CheckoutTable } from '../../../../server/bff/store/schema.ts';
import { otherShop, shopOrigin, startTestBff, type TestBff } from '../../../helpers/bff.ts';
import {
  as,
  askForCheckout,
  codeOf,
  errorsOf,
  ShopPage,
  signedOrder,
  stepOf,
} from '../../../helpers/shop-page.ts';

describe('/v1/checkouts', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const setState = (page: ShopPage, columns: Partial<CheckoutTable>) =>
    bff.database.query
      .updateTable('checkouts')
      .set(columns)
      .where('id', '=', page.checkoutId)
      .execute();

  it('opens a checkout for the merchant’s page', async () => {
    const page = new ShopPage(bff);
    const answer = await askForCheckout(bff);
    assert.equal(answer.status, 201);
    const step = page.enter(answer);
    assert.deepEqual(step, { screen: 'details', amount: '8400.00', amount_locked: false });
    assert.equal(page.token.length, 43);
    assert.deepEqual(await page.step(), step);
  });

  it('stores tokens as digests only [asvs:token-digest]', async () => {
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
      it(name, async () => assert.equal(codeOf(await askForCheckout(bff, parts, origin)), code));
    }

    it('names the field and echoes nothing', async () => {
      const { body: problem } = await askForCheckout(bff, { locale: 'klingon' });
      assert.deepEqual((problem as { errors: unknown }).errors, { locale: ['not_an_option'] });
      assert.ok(!JSON.stringify(problem).includes('klingon'));
    });

    it('names what the amount out of range came by', async () => {
      const order_token = await signedOrder(bff, { amount: '1.00' });
      const refused = ['not_accepted'];
      for (const [parts, errors] of [
        [{ amount: '1.00' }, { amount: refused }],
        [{ order_token }, { order_token: refused }],
      ] as const) {
        assert.deepEqual(errorsOf(await askForCheckout(bff, parts)), errors);
        const page = new ShopPage(bff);
        await page.open({ amount: '8400.00' });
        assert.deepEqual(errorsOf(await page.on('PATCH', '', parts)), errors);
      }
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
      assert.equal((await askForCheckout(bff, { resume: first.resume, order_token })).status, 201);
    });

    it('is refused once an application was made', async () => {
      const order_token = await signedOrder(bff);
      const page = new ShopPage(bff);
      await page.open({ order_token });
      await setState(page, { soft_pull_state: 'unknown', soft_pull_started_at: bff.now() });
      assert.equal(codeOf(await askForCheckout(bff, { order_token })), 'order_invalid');
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

    it('writes no change whose page waits no longer', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      const { query, engine } = bff.database;
      const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holding = bff.database.transaction(async (tx) => {
        await lockCheckout(tx, engine, page.checkoutId);
        held.resolve();
        await released.promise;
      });
      await held.promise;
      const leaving = new AbortController();
      const patching = page.call('PATCH', `/v1/checkouts/${page.checkoutId}`, {
        body: { amount: '9100.00' },
        signal: leaving.signal,
      });
      leaving.abort();
      released.resolve();
      await Promise.all([holding, patching]);
      assert.equal((await loadCheckout(query, page.checkoutId))?.amountCents, 840_000);
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

    it('lets no older token of the order set its amount back', async () => {
      const page = new ShopPage(bff);
      const older = await signedOrder(bff, { order_id: 'p-4', amount: '1000.00' });
      const newer = await signedOrder(bff, { order_id: 'p-4', amount: '5000.00' });
      await page.open({ order_token: older });
      stepOf(await page.on('PATCH', '', { order_token: newer }));
      assert.equal(codeOf(await page.on('PATCH', '', { order_token: older })), 'order_invalid');
      assert.equal(as(await page.step(), 'details').amount, '5000.00');
      const cached = await page.open({ resume: page.resume, order_token: older });
      assert.equal(as(cached, 'details').amount, '5000.00');
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
});
