import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { shop } from '../../../helpers/bff.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { anApplication, codeOf, ShopPage } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';

const softPull = /^POST .*\/soft-pull\//;
const loan = /^GET .*\/loan\//;

describe('a lender that refuses the merchant’s users', () => {
  let testbed: Testbed;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
  });
  afterEach(() => testbed.close());

  const linesOf = (event: string) =>
    testbed.bff.logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line.event === event);
  const refusal = (event: string, checkout_id: string) => ({
    level: 50,
    event,
    checkout_id,
    merchant_id: shop.publishable_key,
    status: 403,
  });

  it('is logged with the merchant where it refuses an application', async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    testbed.proxy.fail(softPull, 403);
    const answer = await page.on('POST', '/application', anApplication());
    assert.equal(codeOf(answer), 'lender_refused');
    assert.partialDeepStrictEqual(linesOf('soft_pull_not_answered'), [
      refusal('soft_pull_not_answered', page.checkoutId),
    ]);
  });

  it('is logged so where it refuses a read of the loan, for a page or the merchant’s server', async () => {
    const page = await acceptedPage(testbed);
    const expected = refusal('lender_not_read', page.checkoutId);
    testbed.proxy.fail(loan, 403);
    await page.step();
    assert.partialDeepStrictEqual(linesOf('lender_not_read'), [expected]);
    testbed.proxy.fail(loan, 403);
    const answer = await new MerchantServer(testbed.bff).ask(page.checkoutId);
    assert.equal(answer.status, 503);
    assert.partialDeepStrictEqual(linesOf('lender_not_read'), [expected, expected]);
  });
});
