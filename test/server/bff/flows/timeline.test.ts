import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { TimelineEvent } from '../../../../server/bff/merchant-api/events.ts';
import { acceptedAtBareLender, startBareTestbed } from '../../../helpers/bare-testbed.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { anApplication, as, ShopPage } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed } from '../../../helpers/testbed.ts';
import { markChargeUnknown, passLimit } from '../any-lender/lost-charges.ts';

const typesOf = (timeline: readonly TimelineEvent[]) => timeline.map(({ type }) => type);
const untilAccepted = [
  'checkout.open',
  'checkout.applied',
  'checkout.offers',
  'checkout.chosen',
  'checkout.accepted',
];

describe('the timeline of a checkout', () => {
  let close: () => Promise<void>;
  afterEach(() => close());

  const overEmbedded = async () => {
    const testbed = await startTestbed({ isRunning: false });
    close = testbed.close;
    return testbed;
  };
  const overBare = async () => {
    const testbed = await startBareTestbed({ settings: { saysLoanNumber: true } });
    close = testbed.close;
    return testbed;
  };

  it('has what happened at the embedded service, each with a greater version', async () => {
    const testbed = await overEmbedded();
    const server = new MerchantServer(testbed.bff);
    const page = await acceptedPage(testbed);
    const { charge_id, payment_request_uuid } = await server.charge(page.checkoutId);
    testbed.bff.tick(60_000);
    await testbed.sandbox.paymentRequest(payment_request_uuid ?? '', 'approve');
    const { timeline, version } = await server.view(page.checkoutId);
    assert.deepEqual(typesOf(timeline), [...untilAccepted, 'charge.pending', 'charge.approved']);
    assert.deepEqual(
      timeline.map((event) => event.version),
      [1, 2, 3, 4, 5, 6, 60],
    );
    assert.equal(version, 60);
    assert.deepEqual(
      timeline.slice(-2).map((event) => [event.charge_id, event.at]),
      [
        [charge_id, '2026-03-02T15:00:00Z'],
        [charge_id, '2026-03-02T15:01:00Z'],
      ],
    );
  });

  it('has the same of a lender that says little, and a charge that was lost for a time', async () => {
    const testbed = await overBare();
    const server = new MerchantServer(testbed.bff);
    const page = await acceptedAtBareLender(testbed);
    await markChargeUnknown(testbed, page, 'answer');
    as(await passLimit(testbed, page), 'charge_pending');
    const { timeline } = await server.view(page.checkoutId);
    assert.deepEqual(typesOf(timeline), [...untilAccepted, 'charge.pending']);
  });

  it('has an application once that was sent twice at the same time', async () => {
    const testbed = await overEmbedded();
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    const application = anApplication();
    await Promise.all([1, 2, 3].map(() => page.on('POST', '/application', application)));
    const { timeline } = await new MerchantServer(testbed.bff).view(page.checkoutId);
    assert.deepEqual(typesOf(timeline), ['checkout.open', 'checkout.applied', 'checkout.offers']);
  });

  it('has that an application came to nothing, and the next one', async () => {
    const testbed = await overEmbedded();
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    testbed.proxy.fail(/soft-pull/, 429);
    as(await page.apply(), 'details');
    as(await page.apply(), 'offers');
    const { timeline } = await new MerchantServer(testbed.bff).view(page.checkoutId);
    assert.deepEqual(typesOf(timeline), [
      'checkout.open',
      'checkout.applied',
      'checkout.open',
      'checkout.applied',
      'checkout.offers',
    ]);
  });
});
