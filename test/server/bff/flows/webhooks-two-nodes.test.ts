import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { anApplication, ShopPage } from '../../../helpers/shop-page.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { until } from '../../../helpers/until.ts';
import {
  hmacSecret,
  shopWith,
  startReceiver,
  type WebhookReceiver,
} from '../../../helpers/webhook-receiver.ts';

const reason = 'two nodes need PostgreSQL';

describe('webhooks of two nodes on one database', {
  skip: process.env.TEST_DATABASE_URL ? false : reason,
}, () => {
  let testbed: Testbed;
  let other: TestBff;
  let receiver: WebhookReceiver;
  before(async () => {
    receiver = await startReceiver();
    const merchants = [shopWith({ id: 'shop', url: receiver.url, secrets: [hmacSecret()] })];
    testbed = await startTestbed({ isRunning: true, config: { merchants } });
    other = await startTestBff({
      lenderUrl: testbed.proxy.url,
      storage: testbed.bff.storage,
      isRunning: true,
      config: { linkAllowedOrigins: [testbed.lenderUrl], merchants },
    });
  });
  after(async () => {
    await other.close();
    await testbed.close();
    await receiver.close();
  });

  it('arrive in order, whichever node sends them, and a second time only as the same event', async () => {
    const pages = Array.from(
      { length: 16 },
      (_, index) => new ShopPage(index % 2 === 0 ? testbed.bff : other),
    );
    await Promise.all(
      pages.map(async (page, index) => {
        await page.open({ amount: '8400.00' });
        await page.on('POST', '/application', anApplication({ ssn: `900-10-${2000 + index}` }));
      }),
    );
    // Two nodes can be about to send the same one: receivers know it by its id.
    const events = () => [...new Map(receiver.received.map((each) => [each.id, each])).values()];
    await until('all', async () => {
      // What one node put off behind what the other was sending is due a moment later.
      for (const node of [testbed.bff, other]) node.tick(100);
      return events().length >= 32 ? true : undefined;
    });
    for (const { checkoutId } of pages) {
      const own = events().filter(({ payload }) => payload.data.checkout_id === checkoutId);
      const [first, second, ...more] = own.map(({ payload }) => payload.type);
      assert.equal(first, 'checkout.applied');
      assert.match(second ?? '', /^checkout\.(offers|no_offers|review)$/);
      assert.deepEqual(more, []);
    }
  });
});
