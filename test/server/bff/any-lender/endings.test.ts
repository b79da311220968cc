import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { checkoutsPage } from '../../../../server/bff/merchant-api/checkouts.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  comeBack,
  openPage,
  pageWithChoice,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { dayMs, hourMs, minuteMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, type ShopPage } from '../../../helpers/shop-page.ts';

describe('a checkout whose end the lender does not name', () => {
  let testbed: BareTestbed;

  beforeEach(async () => {
    testbed = await startBareTestbed();
  });
  afterEach(() => testbed.close());

  const chosen = () => pageWithChoice(testbed);
  const inReview = async () => {
    const page = await openPage(testbed);
    as(await page.apply({ last_name: 'Review' }), 'review');
    return page;
  };
  /** Nobody opens it; how often the loan was read meanwhile. */
  const readsIn = async (days: number) => {
    const reads = () => testbed.lender.heard.filter(({ operation }) => operation === 'loan').length;
    const before = reads();
    for (let hours = 0; hours < days * 24; hours += 12) {
      testbed.bff.tick(12 * hourMs);
      await testbed.bff.runDue();
    }
    return reads() - before;
  };

  for (const [what, reach] of [
    ['waits for the terms', chosen],
    ['is in review', inReview],
  ] as const) {
    it(`and ${what} is read daily after 30 days, after 180 days no more`, async () => {
      const page: ShopPage = await reach();
      assert.ok((await readsIn(10)) > 15);
      await readsIn(21);
      const daily = await readsIn(10);
      assert.ok(daily >= 9 && daily <= 11, String(daily));
      await readsIn(140);
      assert.equal(await readsIn(10), 0);
      const step = await comeBack(page);
      assert.notEqual(step.screen, 'expired');
    });
  }

  it('ends after 180 days: its tokens are deleted a month later, the rest after seven years', async () => {
    const { bff } = testbed;
    const stored = async () => {
      const found = (['sessions', 'checkouts'] as const).map((table) =>
        bff.database.query.selectFrom(table).selectAll().execute(),
      );
      return (await Promise.all(found)).map((rows) => rows.length);
    };
    const later = async (days: number) => {
      bff.tick(days * dayMs);
      await bff.runDue();
      return stored();
    };
    await inReview();
    assert.deepEqual(await later(181), [1, 1]);
    assert.deepEqual(await later(32), [0, 1]);
    assert.deepEqual(await later(7 * 365), [0, 0]);
  });

  it('is one whose offers should have ended long ago, too', async () => {
    testbed.lender.troubles.rewrite('soft_pull', (body) => {
      const answer = body as { offers: object[] };
      const expires_at = new Date(testbed.bff.now() + 60 * dayMs).toISOString();
      return { ...answer, offers: answer.offers.map((offer) => ({ ...offer, expires_at })) };
    });
    await chosen();
    await readsIn(40);
    const daily = await readsIn(5);
    assert.ok(daily >= 4 && daily <= 6, String(daily));
    await readsIn(150);
    assert.equal(await readsIn(10), 0);
  });

  it('is read again when it is opened', async () => {
    const page = await chosen();
    await readsIn(182);
    testbed.lender.settings.callbacks = 'none';
    await testbed.lender.controls.acceptTerms(page.checkoutId);
    assert.equal(await readsIn(2), 0);
    assert.equal((await comeBack(page)).screen, 'accepted');
    assert.ok((await readsIn(5)) > 5);
  });

  it('is followed again when the merchant’s server charges it', async () => {
    const { bff, lender } = testbed;
    const { checkoutId: id } = await acceptedAtBareLender(testbed);
    await readsIn(182);
    lender.settings.callbacks = 'none';
    const server = new MerchantServer(bff);
    await server.charge(id);
    await lender.controls.approve(lender.books.charges[0]?.uuid ?? '');
    bff.tick(15 * minuteMs);
    await bff.runDue();
    // As it is stored: the list does not read the lender.
    const { body } = await server.call('GET', '/checkouts');
    assert.equal(checkoutsPage.parse(body).checkouts[0]?.charges[0]?.status, 'approved');
  });

  it('is read often again for 30 days after it was opened', async () => {
    const page = await chosen();
    await readsIn(60);
    testbed.bff.tick(dayMs);
    await comeBack(page);
    assert.ok((await readsIn(10)) > 15);
  });
});
