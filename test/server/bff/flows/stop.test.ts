import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { startTestMarket, type TestMarket } from '../../../helpers/market.ts';
import { anApplication, ShopPage } from '../../../helpers/shop-page.ts';

const softPull = /^POST .*\/soft-pull\//;
const loan = /^GET .*\/loan\//;
const timeIsOver = Promise.resolve();

describe('a BFF that stops while the lender hangs', { timeout: 20_000 }, () => {
  let market: TestMarket;
  let page: ShopPage;
  beforeEach(async () => {
    market = await startTestMarket();
    page = new ShopPage(market.bff);
    await page.open({ amount: '8400.00' });
  });
  afterEach(() => market.close());

  it('cuts off a soft pull at the deadline, and writes down that nothing is known of it', async () => {
    market.proxy.fail(softPull, 'hold');
    const applying = page.on('POST', '/application', anApplication());
    await market.proxy.held(1);
    await market.bff.stop(timeIsOver);
    const row = await market.bff.database.query
      .selectFrom('checkouts')
      .select('soft_pull_state')
      .where('id', '=', page.checkoutId)
      .executeTakeFirstOrThrow();
    assert.equal(row.soft_pull_state, 'unknown');
    await applying;
  });

  it('cuts off its own look at the lender, which is due again', async () => {
    market.proxy.fail(softPull, 'lose_answer');
    await page.apply();
    market.proxy.fail(loan, 'hold');
    market.bff.tick(5_000);
    await market.proxy.held(1);
    await market.bff.stop(timeIsOver);
    const looks = await market.bff.database.query
      .selectFrom('due_work')
      .select('leased_until')
      .where('key', '=', page.checkoutId)
      .execute();
    assert.deepEqual(looks, [{ leased_until: 0 }]);
  });
});
