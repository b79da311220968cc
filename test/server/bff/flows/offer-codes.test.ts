import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { shop } from '../../../helpers/bff.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { addOfferCode } from '../../../helpers/offer-codes.ts';
import { anApplication, as, codeOf, ShopPage, signedOrder } from '../../../helpers/shop-page.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';

describe('an offer code', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  beforeEach(async () => {
    const merchants = [{ ...shop, public_offer_codes: ['SPRING-24', 'AUTUMN-24'] }];
    testbed = await startTestbed({ isRunning: false, config: { merchants } });
    server = new MerchantServer(testbed.bff);
    await addOfferCode(testbed, 'SPRING-24');
    await addOfferCode(testbed, 'SECRET-24');
  });
  afterEach(() => testbed.close());

  const opened = async (parts: Record<string, unknown>) => {
    const page = new ShopPage(testbed.bff);
    await page.open(parts);
    return page;
  };
  const codeAt = async ({ checkoutId }: ShopPage) => (await server.view(checkoutId)).offer_code;
  const applicant = { ssn: '900-10-0001' };
  const order = (parts: object = {}) => signedOrder(testbed.bff, { order_id: 'S-1', ...parts });

  describe('of an order token', () => {
    it('is sent with the application', async () => {
      const page = await opened({ order_token: await order({ offer_code: 'SECRET-24' }) });
      assert.equal(as(await page.apply(applicant), 'offers').offers.length, 1);
      assert.equal(await codeAt(page), 'SECRET-24');
    });

    it('is that of the newest token, until the application', async () => {
      const first = await order({ offer_code: 'SECRET-24' });
      const page = await opened({ order_token: first });
      testbed.bff.tick(2_000);
      await page.on('PATCH', '', { order_token: await order() });
      assert.equal(await codeAt(page), null);
      // A page from a cache brings the older one again.
      await page.open({ order_token: first, resume: page.resume });
      assert.equal(await codeAt(page), null);
      testbed.bff.tick(2_000);
      const order_token = await order({ offer_code: 'SPRING-24' });
      await page.open({ order_token, resume: page.resume });
      assert.equal(await codeAt(page), 'SPRING-24');
      await page.apply(applicant);
      testbed.bff.tick(2_000);
      await page.on('PATCH', '', { order_token: await order({ offer_code: 'SECRET-24' }) });
      assert.equal(await codeAt(page), 'SPRING-24');
    });

    it('is not brought again once the lender has refused it', async () => {
      const page = await opened({ order_token: await order({ offer_code: 'UNKNOWN' }) });
      const answer = await page.on('POST', '/application', anApplication(applicant));
      assert.equal(codeOf(answer), 'offer_code_refused');
      testbed.bff.tick(2_000);
      const order_token = await order({ offer_code: 'UNKNOWN' });
      await page.open({ order_token, resume: page.resume });
      assert.ok(as(await page.apply(applicant), 'offers').offers.length > 1);
    });
  });

  describe('of somebody who has applied at the merchant before', () => {
    const buyer = { ...applicant, email: 'buys-again@example.test' };
    const applied = async (offer_code?: string) => {
      const order_token = await order({ order_id: `S-${offer_code}`, offer_code });
      const page = await opened({ order_token });
      return { page, step: await page.apply(buyer) };
    };

    it('restricts the one loan of both checkouts', async () => {
      const { page: first } = await applied();
      const { page: second, step } = await applied('SECRET-24');
      const { offers } = as(step, 'offers');
      assert.equal(offers.length, 1);
      assert.deepEqual(as(await first.step(), 'offers').offers, offers);
      const [offer] = offers;
      assert.equal((await second.select(offer?.offer_uuid ?? '')).screen, 'redirect');
    });

    it('declines for what it does not allow, while the offers of the first checkout stand', async () => {
      await addOfferCode(testbed, 'LARGE-24', { min_amount: '50000.00' });
      const { page: first, step } = await applied();
      const { offers } = as(step, 'offers');
      const { page: second, step: refused } = await applied('LARGE-24');
      assert.equal(refused.screen, 'no_offers');
      assert.equal((await second.step()).screen, 'no_offers');
      assert.deepEqual(as(await first.step(), 'offers').offers, offers);
    });
  });

  describe('that a page asks for by itself', () => {
    it('counts if the merchant lists it', async () => {
      const page = await opened({ amount: '8400.00', offer_code: 'SPRING-24' });
      assert.equal(as(await page.apply(applicant), 'offers').offers.length, 1);
    });

    it('counts for nothing if the merchant does not', async () => {
      for (const offer_code of ['SECRET-24', 'spring-24', 'x'.repeat(4_000)]) {
        const page = await opened({ amount: '8400.00', offer_code });
        assert.equal(await codeAt(page), null);
      }
    });

    it('counts for nothing beside an order, nor in a merchant’s checkout', async () => {
      const offer_code = 'SPRING-24';
      const ofOrder = await opened({ order_token: await order(), offer_code });
      assert.equal(await codeAt(ofOrder), null);
      await ofOrder.open({ amount: '8400.00', offer_code, resume: ofOrder.resume });
      assert.equal(await codeAt(ofOrder), null);
      const made = await server.make({ offer_code: 'SECRET-24' });
      const ofServer = await opened({ resume: made.client_token, offer_code });
      assert.equal(await codeAt(ofServer), 'SECRET-24');
    });

    it('gives way to the order that comes later', async () => {
      const page = await opened({ amount: '8400.00', offer_code: 'SPRING-24' });
      await page.on('PATCH', '', { order_token: await order() });
      assert.equal(await codeAt(page), null);
    });

    it('is that of the page which is loaded again, but not one that the lender refused', async () => {
      const page = await opened({ amount: '8400.00', offer_code: 'AUTUMN-24' });
      const { resume } = page;
      const answer = await page.on('POST', '/application', anApplication(applicant));
      assert.equal(codeOf(answer), 'offer_code_refused');
      await page.open({ amount: '8400.00', offer_code: 'AUTUMN-24', resume });
      assert.equal(await codeAt(page), null);
      await page.open({ amount: '8400.00', offer_code: 'SPRING-24', resume });
      assert.equal(await codeAt(page), 'SPRING-24');
    });
  });
});
