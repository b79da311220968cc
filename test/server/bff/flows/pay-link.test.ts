import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import qrcode from 'qrcode-generator';
import type { Blocker } from '../../../../server/bff/merchant-api/answers.ts';
import type { PayPageView } from '../../../../widget/contract/pay-page.ts';
import { shop, shopOrigin } from '../../../helpers/bff.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { acceptOn, assertVoid, LinkPage, openedBy, tokenOf } from '../../../helpers/link-page.ts';
import { blockerOf, MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, codeOf, ShopPage, signedOrder } from '../../../helpers/shop-page.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { relist } from '../../../helpers/webhook-receiver.ts';

describe('a merchant’s link', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  const browser = () => new LinkPage(testbed.bff);
  const opened = (link: string) => openedBy(testbed.bff, link);
  const rowOf = (id: string) =>
    testbed.bff.database.query
      .selectFrom('checkouts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const withOffers = (page: ShopPage) => page.apply({ ssn: '900-10-0001' });

  describe('opened', () => {
    it('shows the order, as the merchant’s server made it, without an address of the merchant', async () => {
      const made = await server.make({ return_url: undefined, description: 'Heat pump' });
      assert.ok(made.url.startsWith(`${testbed.bff.url}/pay#`));
      const { body } = await browser().read({ link: tokenOf(made) });
      assert.deepEqual(body, {
        checkout_id: made.checkout_id,
        merchant: shop.publishable_key,
        state: 'open',
        is_held: false,
        shop: shop.name,
        theme: {},
        locale: 'en',
        lender: null,
        order: { description: 'Heat pump', amount: '8400.00' },
      });
      const page = browser();
      assert.deepEqual(await page.openBy(tokenOf(made)), made.step);
    });

    it('changes nothing, however often and by whomever', async () => {
      const made = await server.make();
      const before = await rowOf(made.checkout_id);
      for (let times = 0; times < 7; times += 1) await opened(tokenOf(made));
      await (await opened(tokenOf(made))).step();
      await testbed.bff.app.request(made.url);
      assert.deepEqual(await rowOf(made.checkout_id), before);
      // Also for a page whose element is inline, which a checkout of the frame would refuse.
      assert.equal((await new ShopPage(testbed.bff).askToResume(made.client_token)).status, 200);
      assert.equal((await server.view(made.checkout_id)).url, made.url);
    });

    it('neither idles nor goes before its time', async () => {
      const made = await server.make();
      testbed.bff.tick(29 * dayMs);
      await testbed.bff.runDue();
      as(await browser().openBy(tokenOf(made)), 'details');
      testbed.bff.tick(2 * dayMs);
      await testbed.bff.runDue();
      assert.equal(await browser().state(tokenOf(made)), 'ended');
      assertVoid(await browser().askToOpen(tokenOf(made)));
    });

    it('is a link for the BFF’s own page only', async () => {
      const made = await server.make();
      const link = tokenOf(made);
      const parent_origin = shopOrigin;
      assertVoid(await new ShopPage(testbed.bff).askToResume(link));
      assertVoid(await browser().askToOpen(link, { parent_origin }));
      const page = new ShopPage(testbed.bff);
      await page.open({ amount: '900', resume: link });
      assert.notEqual(page.checkoutId, made.checkout_id);
      const elsewhere = await new ShopPage(testbed.bff).call('POST', '/v1/pay', { body: { link } });
      assert.equal(codeOf(elsewhere), 'origin_not_allowed');
    });
  });

  describe('coming back from the lender', () => {
    const codeOfPage = async (id: string) => {
      const call = testbed.lending.context.database.query
        .selectFrom('applications')
        .select('sponsor_redirect_url')
        .where('external_application_id', '=', id);
      return new URL((await call.executeTakeFirstOrThrow()).sponsor_redirect_url ?? '');
    };

    it('is to the page of the link, whatever the merchant’s server said of its own', async () => {
      const made = await server.make();
      const page = await opened(tokenOf(made));
      await page.takeUp();
      await withOffers(page);
      const url = await codeOfPage(made.checkout_id);
      assert.equal(`${url.origin}${url.pathname}`, `${testbed.bff.url}/pay`);
      const code = url.hash.replace('#soft_pull_resume=', '');
      assert.equal(await browser().state(code), 'open');
      const return_url = `${testbed.bff.url}/pay`;
      as(await browser().openBy(code, { return_url }), 'offers');
    });

    it('is to the page that brought the client token, where the server said none', async () => {
      const made = await server.make({ return_url: undefined });
      const page = new ShopPage(testbed.bff);
      const return_url = `${shopOrigin}/checkout`;
      page.enter(await page.askToResume(made.client_token, { return_url }));
      await withOffers(page);
      const url = await codeOfPage(made.checkout_id);
      assert.equal(`${url.origin}${url.pathname}`, return_url);
      const code = url.hash.replace('#soft_pull_resume=', '');
      // It was not begun by the link.
      assertVoid(await browser().read({ link: code }));
      assertVoid(await browser().askToOpen(code));
    });

    for (const [who, said] of [
      ['the server', `${shopOrigin}/pay`],
      ['the page that brings the client token', undefined],
    ] as const) {
      it(`is where ${who} said, whatever somebody says who has the link`, async () => {
        const made = await server.make({ return_url: said });
        const stranger = await opened(tokenOf(made));
        const elsewhere = { return_url: `${shopOrigin}/elsewhere` };
        const answer = await stranger.on('PATCH', '', elsewhere);
        assert.equal(codeOf(answer), 'origin_not_allowed');
        const page = new ShopPage(testbed.bff);
        const return_url = `${shopOrigin}/checkout`;
        page.enter(await page.askToResume(made.client_token, { return_url }));
        await withOffers(page);
        const url = await codeOfPage(made.checkout_id);
        assert.equal(`${url.origin}${url.pathname}`, said ?? return_url);
      });
    }
  });

  describe('the page of links', () => {
    it('takes no handle from an address, nor what a page of the merchant began', async () => {
      const made = await server.make();
      const page = await opened(tokenOf(made));
      await page.takeUp();
      assertVoid(await browser().read({ link: page.resume }));
      assertVoid(await browser().read({ link: made.client_token }));
      assertVoid(await browser().read({ link: 'nothing' }));
      assertVoid(await browser().read({}));
      const ofShop = new ShopPage(testbed.bff);
      await ofShop.open({ order_token: await signedOrder(testbed.bff) });
      assertVoid(await browser().read({ held: ofShop.resume }));
      assertVoid(await browser().askToOpen(ofShop.resume, { held: ofShop.resume }));
      const answer = await browser().ask({ amount: '900', parent_origin: page.origin });
      assert.equal(codeOf(answer), 'origin_not_allowed');
    });

    it('goes on with its own tab’s handle, with the link or without', async () => {
      const link = tokenOf(await server.make({ description: 'Heat pump' }));
      const page = await opened(link);
      await page.takeUp();
      for (const request of [{ link, held: page.resume }, { held: page.resume }]) {
        const { body } = await browser().read(request);
        const { state, is_held, order } = body as PayPageView;
        assert.deepEqual([state, is_held, order?.description], ['open', true, 'Heat pump']);
      }
      const other = tokenOf(await server.make());
      assert.equal(
        ((await browser().read({ link: other, held: page.resume })).body as { state: string })
          .state,
        'open',
      );
    });
  });

  describe('issued again', () => {
    it('before an application, voids the one before, also where somebody has begun', async () => {
      const made = await server.make();
      const page = await opened(tokenOf(made));
      await page.takeUp();
      const again = await server.link(made.checkout_id);
      assert.equal(again.checkout_id, made.checkout_id);
      assert.notEqual(again.url, made.url);
      assert.equal(codeOf(await page.on('GET')), 'token_expired');
      assertVoid(await page.askToOpen(page.resume, { held: page.resume }));
      assertVoid(await browser().askToOpen(tokenOf(made)));
      assertVoid(await new ShopPage(testbed.bff).askToResume(made.client_token));
      assert.equal(await browser().state(tokenOf(made)), 'ended');
      const next = await opened(tokenOf(again));
      await next.takeUp();
      as(await withOffers(next), 'offers');
    });

    it('once under a key', async () => {
      const made = await server.make();
      const key = randomUUID();
      const again = await server.link(made.checkout_id, key);
      assert.deepEqual(await server.link(made.checkout_id, key), again);
      assert.notEqual((await server.link(made.checkout_id)).url, again.url);
    });

    it('after an application, makes a new, empty checkout of the order', async () => {
      const made = await server.make({ description: 'Heat pump', locale: 'es' });
      const page = await opened(tokenOf(made));
      await page.takeUp();
      await withOffers(page);
      const key = randomUUID();
      const again = await server.link(made.checkout_id, key);
      assert.notEqual(again.checkout_id, made.checkout_id);
      assert.deepEqual(await server.link(made.checkout_id, key), again);
      const { order_id, amount, status } = await server.view(again.checkout_id);
      assert.deepEqual([order_id, amount, status], ['S-1', '8400.00', 'open']);
      as(await browser().openBy(tokenOf(again)), 'details');
      // Who applied goes on, unseen by whoever has the new link.
      as(await page.step(), 'offers');
    });

    it('after it has expired or was cancelled, makes a new one, too', async () => {
      const [expired, cancelled] = [await server.make(), await server.make()];
      await server.cancel(cancelled.checkout_id);
      const again = await server.link(cancelled.checkout_id);
      assert.notEqual(again.checkout_id, cancelled.checkout_id);
      testbed.bff.tick(31 * dayMs);
      const reissued = await server.link(expired.checkout_id);
      assert.notEqual(reissued.checkout_id, expired.checkout_id);
      as(await browser().openBy(tokenOf(reissued)), 'details');
    });

    it('goes on under the merchant’s own user once the seller is gone, and without a page that is', async () => {
      const rep = { user_id: 'hillside-rep-2', name: 'Sam', role: 'Salesrep' };
      relist(testbed.bff, { ...shop, users: [rep] });
      const sale = { sold_by: rep.user_id };
      const open = await server.make({ ...sale, order_id: 'S-2' });
      const applied = await server.make(sale);
      const page = await opened(tokenOf(applied));
      await page.takeUp();
      await withOffers(page);
      relist(testbed.bff, { ...shop, users: [], origins: ['https://new.shop.example'] });
      for (const made of [open, applied]) {
        const again = await server.link(made.checkout_id);
        const { sold_by, return_url } = await rowOf(again.checkout_id);
        assert.deepEqual({ sold_by, return_url }, { sold_by: null, return_url: '' });
        const next = await opened(tokenOf(again));
        await next.takeUp();
        if (made === open) as(await withOffers(next), 'offers');
      }
      // What was applied for stays the seller's.
      assert.equal((await server.view(applied.checkout_id)).sold_by, rep.user_id);
    });

    it('keeps a seller who is listed', async () => {
      const rep = { user_id: 'hillside-rep-2', name: 'Sam', role: 'Salesrep' };
      relist(testbed.bff, { ...shop, users: [rep] });
      const made = await server.make({ sold_by: rep.user_id });
      const again = await server.link(made.checkout_id);
      const { sold_by, return_url } = await rowOf(again.checkout_id);
      assert.deepEqual(
        { sold_by, return_url },
        { sold_by: rep.user_id, return_url: `${shopOrigin}/pay` },
      );
    });

    it('is refused after acceptance, and for what a page began', async () => {
      const made = await server.make();
      const page = await opened(tokenOf(made));
      await page.takeUp();
      await acceptOn(testbed, page);
      assert.equal(blockerOf(await server.askLink(made.checkout_id), 'wrong_step'), 'accepted');
      const ofShop = new ShopPage(testbed.bff);
      await ofShop.open({ amount: '900' });
      const answer = await server.askLink(ofShop.checkoutId);
      assert.equal(blockerOf(answer, 'wrong_step'), 'made_by_page');
    });
  });

  describe('as a QR code', () => {
    it('is a picture of the link while that opens the checkout', async () => {
      const made = await server.make();
      const answer = await server.read(`/checkouts/${made.checkout_id}/qr.svg`);
      assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
      const drawn = qrcode(0, 'M');
      drawn.addData(made.url);
      drawn.make();
      const picture = drawn.createSvgTag({ cellSize: 4, margin: 16, scalable: true });
      assert.equal(await answer.text(), picture);
      await (await opened(tokenOf(made))).takeUp();
      const refused = await askQrCode(made.checkout_id);
      assert.equal(blockerOf(refused, 'wrong_step'), 'taken_up');
      assert.equal((await server.askLink(made.checkout_id)).status, 200);
    });

    it('is refused as the link is, where that cannot be issued again', async () => {
      const made = await server.make();
      const page = new ShopPage(testbed.bff);
      await page.open({ resume: made.client_token });
      await acceptOn(testbed, page);
      await assertRefusedAlike(made.checkout_id, 'accepted');
      await server.call('POST', `/checkouts/${made.checkout_id}/cancel`, {});
      await assertRefusedAlike(made.checkout_id, 'ended');
      const ofShop = new ShopPage(testbed.bff);
      await ofShop.open({ amount: '900' });
      await assertRefusedAlike(ofShop.checkoutId, 'made_by_page');
    });

    const askQrCode = (id: string) => server.call('GET', `/checkouts/${id}/qr.svg`);
    const assertRefusedAlike = async (id: string, blocker: Blocker) => {
      for (const refused of [await server.askLink(id), await askQrCode(id)]) {
        assert.equal(blockerOf(refused, 'wrong_step'), blocker);
      }
    };
  });
});
