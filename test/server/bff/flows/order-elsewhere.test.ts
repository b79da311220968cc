import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { loadCheckout } from '../../../../server/bff/store/checkouts.ts';
import { deleteCheckout } from '../../../../server/bff/store/purge.ts';
import type { TestBff } from '../../../helpers/bff.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, codeOf, ShopPage, signedOrder, stepOf } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';

describe('an order that has an application in another browser', () => {
  let testbed: Testbed;
  let bff: TestBff;
  before(async () => {
    testbed = await startTestbed();
    bff = testbed.bff;
  });
  after(() => testbed.close());

  const token = (order_id: string, resume?: boolean) =>
    signedOrder(bff, { order_id, ...(resume !== undefined && { resume }) });

  /** A browser whose application for the order has offers. */
  const applied = async (order_id: string, applicant: Record<string, unknown> = {}) => {
    const page = new ShopPage(bff);
    await page.open({ order_token: await token(order_id) });
    await page.apply({ ssn: '900-10-0001', ...applicant });
    return page;
  };
  const problemAt = async (order_id: string) => {
    const page = new ShopPage(bff);
    const step = as(await page.open({ order_token: await token(order_id) }), 'details');
    return { page, problem: step.problem };
  };
  const openings = (page: ShopPage) =>
    bff.database.query
      .selectFrom('order_openings')
      .selectAll()
      .where('checkout_id', '=', page.checkoutId)
      .execute();

  describe('with a token that vouches for its buyer', () => {
    it('goes on where it was, once for each token, and each opening is evidence', async () => {
      const order = randomUUID();
      const first = await applied(order);
      const order_token = await token(order, true);
      const second = new ShopPage(bff);
      const answer = await second.ask({ order_token });
      assert.equal(answer.status, 200);
      assert.equal(as(second.enter(answer), 'offers').offers.length > 0, true);
      assert.equal(second.checkoutId, first.checkoutId);
      const offer = as(await second.step(), 'offers').offers[0]?.offer_uuid ?? '';
      assert.equal((await second.select(offer)).screen, 'redirect');
      assert.equal((await first.step()).screen, 'redirect');

      assert.equal(codeOf(await new ShopPage(bff).ask({ order_token })), 'order_invalid');
      await new ShopPage(bff).open({ order_token: await token(order, true) });
      const rows = await openings(first);
      assert.deepEqual(
        rows.map(({ origin }) => origin),
        [second.origin, second.origin],
      );
    });

    it('is found as it stands: also with a loan, whose charge it can ask for', async () => {
      const order = randomUUID();
      await acceptedPage(testbed, { order_id: order });
      const elsewhere = new ShopPage(bff);
      await elsewhere.open({ order_token: await token(order, true) });
      assert.equal(stepOf(await elsewhere.charge()).screen, 'charge_pending');
    });

    it('begins where nobody has applied, and where the application has come to nothing', async () => {
      const order = randomUUID();
      const typing = new ShopPage(bff);
      await typing.open({ order_token: await token(order) });
      const declined = new ShopPage(bff);
      const step = as(await declined.open({ order_token: await token(order, true) }), 'details');
      assert.equal(step.problem, undefined);
      assert.notEqual(declined.checkoutId, typing.checkoutId);
      assert.equal((await declined.apply({ ssn: '900-10-0101' })).screen, 'no_offers');
      const again = new ShopPage(bff);
      assert.equal((await again.open({ order_token: await token(order, true) })).screen, 'details');
    });

    it('is never one that the merchant’s server made, nor another merchant’s or order’s', async () => {
      const order = randomUUID();
      const { client_token } = await new MerchantServer(bff).make({ order_id: order });
      const made = new ShopPage(bff);
      made.enter(await made.askToResume(client_token));
      await made.apply({ ssn: '900-10-0001' });
      const page = new ShopPage(bff);
      const step = as(await page.open({ order_token: await token(order, true) }), 'details');
      assert.equal(step.problem?.code, 'order_in_use');
      const other = new ShopPage(bff);
      await other.open({ order_token: await token(randomUUID(), true) });
      assert.notEqual(other.checkoutId, made.checkoutId);
      assert.deepEqual(await openings(made), []);
    });

    it('answers the frame only, if it was begun there', async () => {
      const order = randomUUID();
      const framed = new ShopPage(bff, bff.context.ownOrigin);
      const order_token = await token(order);
      await framed.open({ order_token, parent_origin: 'https://shop.example' });
      await framed.apply({ ssn: '900-10-0001' });
      const { page } = await problemAt(order);
      assert.notEqual(page.checkoutId, framed.checkoutId);
      const inline = new ShopPage(bff);
      const step = as(await inline.open({ order_token: await token(order, true) }), 'details');
      assert.equal(step.problem?.code, 'order_in_use');
    });

    it('is not opened by a token that has expired, or is older than another', async () => {
      const order = randomUUID();
      const first = await applied(order);
      const iat = Math.floor(bff.now() / 1000);
      for (const issued of [iat - 900, iat - 60]) {
        const order_token = await signedOrder(bff, { order_id: order, iat: issued, resume: true });
        assert.equal(codeOf(await new ShopPage(bff).ask({ order_token })), 'order_invalid');
      }
      assert.deepEqual(await openings(first), []);
    });
  });

  describe('without one', () => {
    it('is said, and a second application can be made all the same', async () => {
      const order = randomUUID();
      const applicant = { email: `${randomUUID()}@example.test` };
      const first = await applied(order, applicant);
      const { page, problem } = await problemAt(order);
      assert.deepEqual(problem, { code: 'order_in_use' });
      assert.notEqual(page.checkoutId, first.checkoutId);
      assert.deepEqual(as(await page.step(), 'details').problem, problem);
      assert.equal((await page.apply({ ssn: '900-10-0001', ...applicant })).screen, 'offers');
    });

    it('says that there is a loan, and charges the order once', async () => {
      const order = randomUUID();
      const charged = await acceptedPage(testbed, { order_id: order });
      const { page, problem } = await problemAt(order);
      assert.deepEqual(problem, { code: 'order_in_use', reached: 'accepted' });
      assert.equal((await page.apply({ ssn: '900-10-0002' })).screen, 'offers');
      assert.equal(stepOf(await charged.charge()).screen, 'charge_pending');
      const told = await problemAt(order);
      assert.deepEqual(told.problem, { code: 'order_in_use', reached: 'accepted' });
    });

    it('is said of an order that a page brings later', async () => {
      const order = randomUUID();
      await applied(order);
      const page = new ShopPage(bff);
      await page.open({ amount: '8400.00' });
      const patch = { order_token: await token(order) };
      const step = as(stepOf(await page.on('PATCH', '', patch)), 'details');
      assert.deepEqual(step.problem, { code: 'order_in_use' });
    });

    it('is said before the application, once, if it came while the form was filled', async () => {
      const order = randomUUID();
      const applicant = { ssn: '900-10-0001', email: `${randomUUID()}@example.test` };
      const { page, problem } = await problemAt(order);
      assert.equal(problem, undefined);
      await applied(order, applicant);
      assert.deepEqual(as(await page.apply(applicant), 'details').problem, {
        code: 'order_in_use',
      });
      const { softPull } = (await loadCheckout(bff.database.query, page.checkoutId)) ?? {};
      assert.equal(softPull, null);
      assert.equal((await page.apply(applicant)).screen, 'offers');
      assert.equal((await page.apply(applicant)).screen, 'offers');
    });

    it('is said again at the application, once, if the other has become a loan', async () => {
      const order = randomUUID();
      const first = await applied(order);
      const { page, problem } = await problemAt(order);
      assert.deepEqual(problem, { code: 'order_in_use' });
      const { offers } = as(await first.step(), 'offers');
      as(await first.select(offers[0]?.offer_uuid ?? ''), 'redirect');
      await testbed.sandbox.application(await testbed.applicationOf(first), 'accept-terms');
      as(await first.step(), 'accepted');
      const applicant = { ssn: '900-10-0002' };
      assert.deepEqual(as(await page.apply(applicant), 'details').problem, {
        code: 'order_in_use',
        reached: 'accepted',
      });
      assert.equal((await page.apply(applicant)).screen, 'offers');
    });

    it('is said to the consumer of a checkout that the merchant’s server made', async () => {
      const order = randomUUID();
      await acceptedPage(testbed, { order_id: order });
      const { client_token } = await new MerchantServer(bff).make({ order_id: order });
      const page = new ShopPage(bff);
      page.enter(await page.askToResume(client_token));
      const step = as(await page.apply({ ssn: '900-10-0002' }), 'details');
      assert.deepEqual(step.problem, { code: 'order_in_use', reached: 'accepted' });
      assert.equal((await page.apply({ ssn: '900-10-0002' })).screen, 'offers');
    });

    it('is not said once the application has come to nothing', async () => {
      const order = randomUUID();
      const declined = new ShopPage(bff);
      await declined.open({ order_token: await token(order) });
      await declined.apply({ ssn: '900-10-0101' });
      assert.equal((await problemAt(order)).problem, undefined);
    });
  });

  it('keeps the evidence of openings as long as the checkout', async () => {
    const order = randomUUID();
    const page = await applied(order);
    await new ShopPage(bff).open({ order_token: await token(order, true) });
    assert.equal((await openings(page)).length, 1);
    await bff.database.transaction((tx) => deleteCheckout(tx, page.checkoutId));
    assert.deepEqual(await openings(page), []);
  });
});
