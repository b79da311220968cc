import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { deleteCheckout } from '../../../../server/bff/store/purge.ts';
import {
  as,
  askForCheckout,
  codeOf,
  ShopPage,
  signedOrder,
  stepOf,
} from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { pendingCharge } from './charge-calls.ts';

describe('an order that was signed before the one brought last', () => {
  let testbed: Testbed;
  let older: string;
  let newer: string;

  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
    const now = Math.floor(testbed.bff.now() / 1000);
    older = await signedOrder(testbed.bff, { order_id: 'grown', amount: '600.00', iat: now - 60 });
    newer = await signedOrder(testbed.bff, { order_id: 'grown', amount: '8000.00', iat: now });
  });
  afterEach(() => testbed.close());

  it('does not lower the charge, however it is brought', async () => {
    const page = await acceptedPage(testbed, { order_id: 'grown', amount: '8000.00' });
    const patched = as(stepOf(await page.on('PATCH', '', { order_token: older })), 'accepted');
    assert.equal(patched.charge_amount, '8000.00');
    const opened = await page.ask({ resume: page.resume, order_token: older });
    assert.equal(as(page.enter(opened), 'accepted').charge_amount, '8000.00');
    assert.equal((await pendingCharge(page)).amount, '8000.00');
  });

  describe('brought to another checkout', () => {
    /** Accepted for 600.00; meanwhile another tab has the order's newer amount. */
    async function acceptedBeside(amountElsewhere: string): Promise<[ShopPage, ShopPage]> {
      const page = await acceptedPage(testbed, { order_id: 'two', amount: '600.00' });
      const now = Math.floor(testbed.bff.now() / 1000);
      const elsewhere = new ShopPage(testbed.bff);
      const order = { order_id: 'two', amount: amountElsewhere, iat: now + 60 };
      await elsewhere.open({ order_token: await signedOrder(testbed.bff, order) });
      return [page, elsewhere];
    }

    it('is not charged', async () => {
      const [page] = await acceptedBeside('8000.00');
      assert.equal(codeOf(await page.charge()), 'order_invalid');
      const now = Math.floor(testbed.bff.now() / 1000);
      const order = { order_id: 'two', amount: '500.00', iat: now + 61 };
      await page.on('PATCH', '', { order_token: await signedOrder(testbed.bff, order) });
      assert.equal((await pendingCharge(page)).amount, '500.00');
    });

    it('is not charged either when that other one is deleted', async () => {
      const [page, { checkoutId }] = await acceptedBeside('8000.00');
      const { database } = testbed.bff;
      await database.transaction((tx) => deleteCheckout(tx, checkoutId));
      assert.equal(codeOf(await page.charge()), 'order_invalid');
      await database.transaction((tx) => deleteCheckout(tx, page.checkoutId));
      const tokens = await database.query.selectFrom('order_tokens').selectAll().execute();
      assert.deepEqual(tokens, []);
    });

    it('is charged where the amount is the same', async () => {
      const [page] = await acceptedBeside('600.00');
      assert.equal((await pendingCharge(page)).amount, '600.00');
    });
  });

  it('says with a handle which checkout is meant, as a cached page does', async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ order_token: newer });
    const { checkoutId } = page;
    const answer = await page.ask({ resume: page.resume, order_token: older });
    assert.equal(answer.status, 200);
    assert.equal(as(page.enter(answer), 'details').amount, '8000.00');
    assert.equal(page.checkoutId, checkoutId);
  });

  it('is refused alone', async () => {
    await new ShopPage(testbed.bff).open({ order_token: newer });
    const alone = await askForCheckout(testbed.bff, { order_token: older });
    assert.equal(codeOf(alone), 'order_invalid');
  });

  it('sets nothing either after a newer one of the same amount', async () => {
    const page = new ShopPage(testbed.bff);
    const now = Math.floor(testbed.bff.now() / 1000);
    const sign = (amount: string, iat: number) =>
      signedOrder(testbed.bff, { order_id: 'again', amount, iat });
    await page.open({ order_token: await sign('8000.00', now - 60) });
    await page.on('PATCH', '', { order_token: await sign('8000.00', now) });
    const between = await page.on('PATCH', '', { order_token: await sign('600.00', now - 30) });
    assert.equal(as(stepOf(between), 'details').amount, '8000.00');
  });
});
