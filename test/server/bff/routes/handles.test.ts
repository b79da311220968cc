import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  otherOrigin,
  otherShop,
  shop,
  shopOrigin,
  startTestBff,
  type TestBff,
} from '../../../helpers/bff.ts';
import { dayMs, minuteMs } from '../../../helpers/durations.ts';
import {
  as,
  askForCheckout,
  codeOf,
  ShopPage,
  signedOrder,
  stepOf,
} from '../../../helpers/shop-page.ts';
import { startTestbed } from '../../../helpers/testbed.ts';

describe('a handle', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  describe('in POST /v1/checkouts', () => {
    it('resumes the checkout of the same merchant and order with a fresh token', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      const { token, checkoutId } = page;
      const answer = await askForCheckout(bff, { resume: page.resume, amount: '9000.00' });
      assert.equal(answer.status, 200);
      const step = page.enter(answer);
      assert.equal(page.checkoutId, checkoutId);
      assert.notEqual(page.token, token);
      assert.equal(as(step, 'details').amount, '9000.00');
      page.token = token;
      assert.equal((await page.step()).screen, 'details');
    });

    it('starts again for another order', async () => {
      const page = new ShopPage(bff);
      await page.open({ order_token: await signedOrder(bff, { order_id: 'first' }) });
      const order_token = await signedOrder(bff, { order_id: 'second' });
      const answer = await askForCheckout(bff, { resume: page.resume, order_token });
      assert.equal(answer.status, 201);
    });

    it('starts again when the handle is forged, of another checkout’s key or another merchant’s', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      const [id, generation, mac = ''] = page.resume.split('.');
      const forged = [
        `${id}.${generation}.${mac.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
        `${randomUUID()}.${generation}.${mac}`,
        `${id}.2.${mac}`,
        'nothing',
      ];
      for (const resume of forged) {
        assert.equal((await askForCheckout(bff, { resume })).status, 201);
      }
      const other = await askForCheckout(
        bff,
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
      assert.equal((await askForCheckout(bff, { resume: page.resume, order_token })).status, 200);
      assert.equal(codeOf(await askForCheckout(bff, { order_token })), 'order_invalid');
      const another = await signedOrder(bff, { order_id: 'unknown' });
      bff.tick(16 * minuteMs);
      assert.equal(
        codeOf(await askForCheckout(bff, { resume: page.resume, order_token: another })),
        'order_invalid',
      );
    });

    it('shows a checkout that was left for a day as expired, until 30 days after', async () => {
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      bff.tick(dayMs);
      const resumed = page.enter(await askForCheckout(bff, { resume: page.resume }));
      assert.deepEqual(resumed, { screen: 'expired', reason: 'application' });
      bff.tick(30 * dayMs - 1);
      assert.equal((await askForCheckout(bff, { resume: page.resume })).status, 200);
      bff.tick(1);
      assert.equal((await askForCheckout(bff, { resume: page.resume })).status, 201);
    });
  });

  describe('in POST /v1/resume', () => {
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

  it('does what its tab may, in a program with the BFF’s origin', async (t) => {
    const testbed = await startTestbed({ isRunning: false });
    t.after(() => testbed.close());
    const frame = () => new ShopPage(testbed.bff, new URL(testbed.bff.url).origin);
    const framed = { parent_origin: shopOrigin };
    const [tab, program] = [frame(), frame()];
    await tab.open({ ...framed, order_token: await signedOrder(testbed.bff) });
    as(await tab.apply({ ssn: '900-10-0001' }), 'offers');
    const read = program.enter(await program.askToResume(tab.resume, framed));
    const { offers } = as(read, 'offers');
    const choose = async (index: number) =>
      as(await program.select(offers[index]?.offer_uuid ?? ''), 'redirect');
    const { consumer_invitation_link } = await choose(0);
    assert.ok(consumer_invitation_link.startsWith(testbed.lenderUrl));
    as(stepOf(await program.on('DELETE', '/selection')), 'offers');
    const { offer } = await choose(1);
    assert.equal(offer.offer_uuid, offers[1]?.offer_uuid);
    await testbed.sandbox.application(await testbed.applicationOf(tab), 'accept-terms');
    as(await program.step(), 'accepted');
    const charging = as(stepOf(await program.charge()), 'charge_pending');
    assert.equal(as(await tab.step(), 'charge_pending').charge_id, charging.charge_id);
  });
});
