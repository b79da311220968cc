import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { checkoutsPage } from '../../../../server/bff/merchant-api/checkouts.ts';
import { otherShop, shop } from '../../../helpers/bff.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { addOfferCode } from '../../../helpers/offer-codes.ts';
import { anApplication, as, codeOf, ShopPage } from '../../../helpers/shop-page.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';

const users = [
  { user_id: 'hillside-rep-1', name: 'Ada', role: 'Salesrep' },
  { user_id: 'hillside-rep-2', name: 'Sam', role: 'Salesrep' },
  // As long as an entry may have one.
  { user_id: 'r'.repeat(200), name: 'Lee', role: 'Salesrep' },
];

describe('a checkout of a seller', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  beforeEach(async () => {
    const merchants = [{ ...shop, users }, otherShop];
    testbed = await startTestbed({ isRunning: false, config: { merchants } });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  const sold = { sold_by: 'hillside-rep-2' };
  const openedPage = async (resume: string) => {
    const page = new ShopPage(testbed.bff);
    await page.open({ resume });
    return page;
  };

  it('is applied for, chosen, charged and refunded under the ids that may see it', async () => {
    const made = await server.make(sold);
    const page = await openedPage(made.client_token);
    const { offers } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    await page.select(offers[0]?.offer_uuid ?? '');
    const application = await testbed.applicationOf(page);
    await testbed.sandbox.application(application, 'accept-terms');
    // Another Salesrep would not see the loan.
    as(await page.step(), 'accepted');
    const { invited_by } = await testbed.lending.context.database.query
      .selectFrom('applications')
      .select('invited_by')
      .where('external_application_id', '=', application)
      .executeTakeFirstOrThrow();
    assert.equal(invited_by, 'hillside-rep-2');
    const charge = await server.charge(made.checkout_id);
    assert.equal(charge.status, 'pending');
    const { requested_by } = await testbed.lending.context.database.query
      .selectFrom('charge_requests')
      .select('requested_by')
      .executeTakeFirstOrThrow();
    assert.equal(requested_by, 'hillside-rep-2');
    await testbed.sandbox.paymentRequest(charge.payment_request_uuid, 'approve');
    const of = { id: made.checkout_id, chargeId: charge.charge_id };
    await server.refund(of);
    assert.equal((await server.refunds(of))[0]?.status, 'settled');
    assert.equal((await server.cancel(made.checkout_id)).status, 'cancelled');
  });

  it('goes on under the merchant’s Admin once its seller has left', async () => {
    const made = await server.make(sold);
    const page = await openedPage(made.client_token);
    const { offers } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    const left = await testbed.lending.call('PATCH', '/api/v1/sponsor/merchants/users/', {
      body: { request_user_id: 'hillside-admin', user_id: sold.sold_by, is_active: false },
    });
    assert.equal(left.status, 200);
    await testbed.bff.replaceMerchants([{ ...shop, users: users.slice(0, 1) }, otherShop]);
    await page.select(offers[0]?.offer_uuid ?? '');
    await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
    as(await page.step(), 'accepted');
    assert.equal((await server.charge(made.checkout_id)).status, 'pending');
  });

  it('is applied for under the merchant’s own user once its seller has left', async () => {
    const page = await openedPage((await server.make(sold)).client_token);
    await testbed.bff.replaceMerchants([{ ...shop, users: users.slice(0, 1) }, otherShop]);
    as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    const { invited_by } = await testbed.lending.context.database.query
      .selectFrom('applications')
      .select('invited_by')
      .where('external_application_id', '=', page.checkoutId)
      .executeTakeFirstOrThrow();
    assert.equal(invited_by, shop.request_user_id);
  });

  it('goes on once the merchant’s own user, under whom it was applied for, is another', async () => {
    const page = await openedPage((await server.make()).client_token);
    const { offers } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    const [, other] = users;
    const next = { ...shop, users: [], request_user_id: other?.user_id ?? '' };
    await testbed.bff.replaceMerchants([next, otherShop]);
    await page.select(offers[0]?.offer_uuid ?? '');
    await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
    as(await page.step(), 'accepted');
    assert.equal((await server.charge(page.checkoutId)).status, 'pending');
  });

  it('is listed by its seller', async () => {
    const made = await server.make(sold);
    await server.make({ order_id: 'S-2' });
    const { body } = await server.call('GET', '/checkouts?sold_by=hillside-rep-2');
    const { checkouts } = checkoutsPage.parse(body);
    assert.deepEqual(
      checkouts.map(({ checkout_id, sold_by }) => [checkout_id, sold_by]),
      [[made.checkout_id, 'hillside-rep-2']],
    );
    assert.equal((await server.view(made.checkout_id)).sold_by, 'hillside-rep-2');
  });

  it('is made and listed for whomever the entry may list', async () => {
    for (const { user_id } of users) {
      const { checkout_id } = await server.make({
        sold_by: user_id,
        order_id: user_id.slice(0, 20),
      });
      const { body } = await server.call('GET', `/checkouts?sold_by=${user_id}`);
      assert.equal(checkoutsPage.parse(body).checkouts[0]?.checkout_id, checkout_id);
    }
  });

  it('is not made for somebody who is not in the entry', async () => {
    for (const sold_by of ['hillside-admin', 'nobody', '']) {
      assert.equal(codeOf(await server.post({ sold_by })), 'invalid_request');
    }
  });
});

describe('a checkout with an offer code', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  const applied = async (offer_code: string) => {
    const made = await server.make({ offer_code });
    const page = new ShopPage(testbed.bff);
    await page.open({ resume: made.client_token });
    return {
      page,
      answer: await page.on('POST', '/application', anApplication({ ssn: '900-10-0001' })),
    };
  };

  it('has the offers of its code', async () => {
    await addOfferCode(testbed, 'SPRING-24');
    const { page } = await applied('SPRING-24');
    assert.equal(as(await page.step(), 'offers').offers.length, 1);
    assert.equal((await server.view(page.checkoutId)).offer_code, 'SPRING-24');
  });

  it('says so where the lender does not know the code, and goes on without it', async () => {
    const { page, answer } = await applied('AUTUMN-24');
    assert.equal(codeOf(answer), 'offer_code_refused');
    assert.equal(as(await page.step(), 'details').problem?.code, 'offer_code_refused');
    const { offers } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    assert.ok(offers.length > 1);
    assert.equal((await server.view(page.checkoutId)).offer_code, null);
  });
});

describe('a checkout that the merchant’s server made', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  const statusAfter = async (id: string, milliseconds: number) => {
    await testbed.bff.pass(milliseconds);
    return (await server.view(id)).status;
  };

  it('can be begun for 30 days', async () => {
    const { checkout_id: id, expires_at } = await server.make();
    assert.equal(expires_at, '2026-04-01T15:00:00Z');
    assert.equal(await statusAfter(id, 29 * dayMs), 'open');
    assert.equal(await statusAfter(id, dayMs), 'expired');
  });

  it('can be begun as long as its server says, 90 days at most', async () => {
    const made = await server.make({ expires_at: '2026-05-31T10:00:00-05:00' });
    assert.equal(made.expires_at, '2026-05-31T15:00:00Z');
    assert.equal(await statusAfter(made.checkout_id, 89 * dayMs), 'open');
    assert.equal(await statusAfter(made.checkout_id, 2 * dayMs), 'expired');
    for (const expires_at of ['2026-03-02T14:00:00Z', '2026-12-31T00:00:00Z', 'soon', 5]) {
      assert.equal(codeOf(await server.post({ expires_at })), 'invalid_request');
    }
  });
});
