import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { minuteMs } from '../../../../server/platform/durations.ts';
import type { TestBff } from '../../../helpers/bff.ts';
import {
  as,
  codeOf,
  type OrderParts,
  type PageAnswer,
  ShopPage,
  signedOrder,
  stepOf,
} from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';

const reasonOf = ({ body }: PageAnswer) => (body as { reason?: string }).reason;

describe('a page that leaves its checkout by restart()', () => {
  let testbed: Testbed;
  let bff: TestBff;
  let order: string;
  let applicant: Record<string, unknown>;
  before(async () => {
    testbed = await startTestbed();
    bff = testbed.bff;
  });
  after(() => testbed.close());
  beforeEach(() => {
    order = randomUUID();
    applicant = { ssn: '900-10-0001', email: `${randomUUID()}@example.test` };
  });

  /** Signed a minute after what went before, as the cart changes. */
  const signedLater = (parts: OrderParts = {}) => {
    bff.tick(minuteMs);
    return signedOrder(bff, { order_id: order, ...parts });
  };
  const applied = async (parts: OrderParts = {}) => {
    const page = new ShopPage(bff);
    await page.open({ order_token: await signedLater(parts) });
    as(await page.apply(applicant), 'offers');
    return page;
  };
  const restarted = (left: ShopPage, order_token: string, page = new ShopPage(bff)) =>
    page.ask({ order_token, restart_of: left.resume });

  for (const resume of [true, false]) {
    describe(`with an order whose buyer is ${resume ? '' : 'not '}vouched for`, () => {
      it('gets an empty form for what the cart is now, without a word of what it has left', async () => {
        const left = await applied({ resume });
        const order_token = await signedLater({ resume, amount: '9000.00' });
        const page = new ShopPage(bff);
        const answer = await restarted(left, order_token, page);
        assert.equal(answer.status, 201);
        const step = as(page.enter(answer), 'details');
        assert.deepEqual([step.amount, step.problem], ['9000.00', undefined]);
        assert.notEqual(page.checkoutId, left.checkoutId);
        assert.equal((await page.apply(applicant)).screen, 'offers');
      });

      it('gets one again, of a form that it has begun in this way', async () => {
        const left = await applied({ resume });
        const between = new ShopPage(bff);
        between.enter(await restarted(left, await signedLater({ resume }), between));
        const page = new ShopPage(bff);
        const step = page.enter(await restarted(between, await signedLater({ resume }), page));
        assert.equal(as(step, 'details').problem, undefined);
        assert.equal((await page.apply(applicant)).screen, 'offers');
      });

      for (const [screen, ssn] of [
        ['offers', '900-10-0001'],
        ['no_offers', '900-10-0101'],
      ] as const) {
        it(`gets one again, of an application that it has made in this way, at ${screen}`, async () => {
          const first = await applied({ resume });
          const second = new ShopPage(bff);
          second.enter(await restarted(first, await signedLater({ resume }), second));
          as(await second.apply({ ...applicant, ssn }), screen);
          const page = new ShopPage(bff);
          const step = page.enter(await restarted(second, await signedLater({ resume }), page));
          assert.equal(as(step, 'details').problem, undefined);
          assert.equal((await page.apply(applicant)).screen, 'offers');
        });
      }

      it('gets one by a token that the checkout it leaves was told of before', async () => {
        const left = await applied({ resume });
        const order_token = await signedLater({ resume, amount: '9000.00' });
        assert.equal(stepOf(await left.on('PATCH', '', { order_token })).screen, 'offers');
        const page = new ShopPage(bff);
        const step = as(page.enter(await restarted(left, order_token, page)), 'details');
        assert.deepEqual([step.amount, step.problem], ['9000.00', undefined]);
        assert.equal((await left.step()).screen, 'offers');
      });
    });
  }

  it('is told of an application that was made in another browser, before or after', async () => {
    const elsewhere = await applied();
    const typing = new ShopPage(bff);
    await typing.open({ order_token: await signedLater() });
    const page = new ShopPage(bff);
    const step = page.enter(await restarted(typing, await signedLater(), page));
    assert.deepEqual(as(step, 'details').problem, { code: 'order_in_use' });

    const again = new ShopPage(bff);
    again.enter(await restarted(elsewhere, await signedLater(), again));
    const third = new ShopPage(bff);
    await third.open({ order_token: await signedLater() });
    as(await third.apply(applicant), 'offers');
    const told = as(await again.apply(applicant), 'details').problem;
    assert.deepEqual(told, { code: 'order_in_use' });
  });

  it('is told of the loan that it has left', async () => {
    const left = await acceptedPage(testbed, { order_id: order });
    const page = new ShopPage(bff);
    const step = page.enter(await restarted(left, await signedLater({ resume: true }), page));
    assert.deepEqual(as(step, 'details').problem, { code: 'order_in_use', reached: 'accepted' });
  });

  it('is told before it applies that what it has left became a loan meanwhile', async () => {
    const left = await applied();
    const page = new ShopPage(bff);
    page.enter(await restarted(left, await signedLater(), page));
    const { offers } = as(await left.step(), 'offers');
    as(await left.select(offers[0]?.offer_uuid ?? ''), 'redirect');
    await testbed.sandbox.application(await testbed.applicationOf(left), 'accept-terms');
    as(await left.step(), 'accepted');
    const told = as(await page.apply(applicant), 'details').problem;
    assert.deepEqual(told, { code: 'order_in_use', reached: 'accepted' });
  });

  it('goes on with the application of another order whose buyer is vouched for', async () => {
    const elsewhere = await applied();
    const order_token = await signedLater({ resume: true });
    order = randomUUID();
    const left = await applied();
    const page = new ShopPage(bff);
    assert.equal(page.enter(await restarted(left, order_token, page)).screen, 'offers');
    assert.equal(page.checkoutId, elsewhere.checkoutId);
  });

  for (const [screen, ssn] of [
    ['details', undefined],
    ['no_offers', '900-10-0101'],
  ] as const) {
    it(`goes on with an application made elsewhere, of a buyer who is vouched for, at ${screen}`, async () => {
      const left = new ShopPage(bff);
      await left.open({ order_token: await signedLater() });
      if (ssn !== undefined) as(await left.apply({ ...applicant, ssn }), screen);
      applicant = { ...applicant, email: `${randomUUID()}@example.test` };
      const elsewhere = await applied();
      const page = new ShopPage(bff);
      const order_token = await signedLater({ resume: true });
      as(page.enter(await restarted(left, order_token, page)), 'offers');
      assert.equal(page.checkoutId, elsewhere.checkoutId);
    });
  }

  it('gets an empty form where it leaves offers, and is told of an application made elsewhere', async () => {
    const left = await applied();
    const elsewhere = new ShopPage(bff);
    await elsewhere.open({ order_token: await signedLater() });
    as(await elsewhere.apply({ ...applicant, email: `${randomUUID()}@example.test` }), 'offers');
    const page = new ShopPage(bff);
    const order_token = await signedLater({ resume: true, amount: '9000.00' });
    const step = as(page.enter(await restarted(left, order_token, page)), 'details');
    assert.deepEqual([step.amount, step.problem], ['9000.00', { code: 'order_in_use' }]);
  });

  it('goes on with no application that it has left before, though a form came between', async () => {
    const left = await applied();
    const between = new ShopPage(bff);
    between.enter(await restarted(left, await signedLater({ resume: true }), between));
    const page = new ShopPage(bff);
    const order_token = await signedLater({ resume: true });
    const step = as(page.enter(await restarted(between, order_token, page)), 'details');
    assert.equal(step.problem, undefined);
  });

  it('begins again by a token that was told of, although the merchant’s clock is behind', async () => {
    const left = await applied({ iat: Math.floor(bff.now() / 1000) - 90 });
    const iat = Math.floor(bff.now() / 1000) - 30;
    const order_token = await signedLater({ amount: '9000.00', iat });
    await left.on('PATCH', '', { order_token });
    const page = new ShopPage(bff);
    as(page.enter(await restarted(left, order_token, page)), 'details');
  });

  it('is begun again by the same words where the answer was lost', async () => {
    const left = await applied();
    const order_token = await signedLater({ amount: '9000.00' });
    await left.on('PATCH', '', { order_token });
    const [lost, page] = [new ShopPage(bff), new ShopPage(bff)];
    lost.enter(await restarted(left, order_token, lost));
    const step = as(page.enter(await restarted(left, order_token, page)), 'details');
    assert.equal(step.problem, undefined);
    assert.equal((await page.apply(applicant)).screen, 'offers');
  });

  describe('is refused a token that was used', () => {
    const used = async (answer: Promise<PageAnswer>) => {
      const refused = await answer;
      assert.deepEqual([codeOf(refused), reasonOf(refused)], ['order_invalid', 'used']);
    };

    it('by the application that it leaves', async () => {
      const order_token = await signedLater();
      const left = new ShopPage(bff);
      await left.open({ order_token });
      bff.tick(minuteMs);
      as(await left.apply(applicant), 'offers');
      await used(restarted(left, order_token));
    });

    it('by the application, although the merchant’s clock is ahead', async () => {
      const order_token = await signedLater({ iat: Math.floor(bff.now() / 1000) + 180 });
      const left = new ShopPage(bff);
      await left.open({ order_token });
      as(await left.apply(applicant), 'offers');
      await used(restarted(left, order_token));
    });

    it('if it does not hold the checkout that was told of it', async () => {
      const left = await applied();
      const ofOrder = new ShopPage(bff);
      await ofOrder.open({ order_token: await signedLater() });
      const order_token = await signedLater();
      await left.on('PATCH', '', { order_token });
      await used(new ShopPage(bff).ask({ order_token }));
      await used(new ShopPage(bff).ask({ order_token, restart_of: `${left.resume}x` }));
      const besides = new ShopPage(bff);
      await besides.open({ order_token: await signedLater({ order_id: randomUUID() }) });
      await used(restarted(besides, order_token));
      await used(restarted(ofOrder, order_token));
    });

    it('once another application was made under it', async () => {
      const left = await applied();
      const order_token = await signedLater({ amount: '9000.00' });
      await left.on('PATCH', '', { order_token });
      const page = new ShopPage(bff);
      page.enter(await restarted(left, order_token, page));
      bff.tick(minuteMs);
      as(await page.apply(applicant), 'offers');
      await used(restarted(left, order_token));
      await used(restarted(page, order_token));
    });

    it('once a charge was asked for', async () => {
      const left = await acceptedPage(testbed, { order_id: order });
      const order_token = await signedLater({ amount: '8000.00' });
      await left.on('PATCH', '', { order_token });
      assert.equal(stepOf(await left.charge()).screen, 'charge_pending');
      await used(restarted(left, order_token));
    });
  });

  it('is refused one that is older than another', async () => {
    const left = await applied();
    const order_token = await signedLater();
    await left.on('PATCH', '', { order_token });
    await left.on('PATCH', '', { order_token: await signedLater({ amount: '9000.00' }) });
    assert.equal(reasonOf(await restarted(left, order_token)), 'outdated');
  });

  it('is answered as any page where what it has left is of the frame', async () => {
    const left = new ShopPage(bff, bff.context.ownOrigin);
    const parent_origin = new ShopPage(bff).origin;
    await left.open({ order_token: await signedLater(), parent_origin });
    await left.apply(applicant);
    const page = new ShopPage(bff);
    const step = page.enter(await restarted(left, await signedLater({ resume: true }), page));
    assert.deepEqual(as(step, 'details').problem, { code: 'order_in_use' });
  });
});
