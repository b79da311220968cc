import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { anApplication, ShopPage } from '../../../helpers/shop-page.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';

const softPull = /^POST .*\/soft-pull\//;
const loan = /^GET .*\/loan\//;
const timeIsOver = Promise.resolve();

describe('a BFF that stops while the lender hangs', { timeout: 20_000 }, () => {
  let testbed: Testbed;
  let page: ShopPage;
  beforeEach(async () => {
    testbed = await startTestbed();
    page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
  });
  afterEach(() => testbed.close());

  it('cuts off a soft pull at the deadline, and writes down that nothing is known of it', async () => {
    testbed.proxy.fail(softPull, 'hold');
    const applying = page.on('POST', '/application', anApplication());
    await testbed.proxy.held(1);
    await testbed.bff.stop(timeIsOver);
    const row = await testbed.bff.database.query
      .selectFrom('checkouts')
      .select('soft_pull_state')
      .where('id', '=', page.checkoutId)
      .executeTakeFirstOrThrow();
    assert.equal(row.soft_pull_state, 'unknown');
    await applying;
  });

  it('cuts off its own look at the lender, which is due again', async () => {
    testbed.proxy.fail(softPull, 'lose_answer');
    await page.apply();
    testbed.proxy.fail(loan, 'hold');
    testbed.bff.tick(5_000);
    await testbed.proxy.held(1);
    await testbed.bff.stop(timeIsOver);
    const looks = await testbed.bff.database.query
      .selectFrom('due_work')
      .select('leased_until')
      .where('key', '=', page.checkoutId)
      .execute();
    assert.deepEqual(looks, [{ leased_until: 0 }]);
  });
});
