import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { bffStart } from '../../../helpers/bff.ts';
import { dayMs, hourSeconds, minuteMs, secondMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, ShopPage, signedOrder } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { chargeOutcome, pendingCharge } from './charge-calls.ts';

/** After it, 31 bits hold the seconds since 1970 no more. */
const lastSecond = Date.UTC(2038, 0, 19, 3, 14, 7);
/** Each has column types of its own for times. */
const engine = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'SQLite';

for (const [what, startsAt, passesMs] of [
  ['2038-01-19T03:14:07Z', lastSecond - minuteMs, 2 * minuteMs],
  ['a leap second, which clocks count twice', bffStart, -secondMs],
] as const) {
  describe(`past ${what}, on ${engine}`, () => {
    let testbed: Testbed;
    beforeEach(async () => {
      testbed = await startTestbed({ isRunning: false, startsAt });
    });
    afterEach(() => testbed.close());

    /** Both sides. */
    const tick = (milliseconds: number) => {
      testbed.bff.tick(milliseconds);
      testbed.lending.tick(milliseconds);
    };
    const comeBack = async (page: ShopPage) => page.enter(await page.askToResume(page.resume));

    it('an order token of before is good, and a soft pull brings offers', async () => {
      const page = new ShopPage(testbed.bff);
      const order_token = await signedOrder(testbed.bff);
      tick(passesMs);
      await page.open({ amount: '8400.00', order_token });
      as(await page.apply(), 'offers');
    });

    it('a loan of before is charged', async () => {
      const page = await acceptedPage(testbed);
      tick(passesMs);
      const { payment_request_uuid } = await pendingCharge(page);
      await testbed.sandbox.paymentRequest(payment_request_uuid, 'approve');
      assert.equal((await chargeOutcome(page)).outcome, 'approved');
    });

    it('a charge of before expires after 48 hours, once', async () => {
      const page = await acceptedPage(testbed);
      await pendingCharge(page);
      tick(passesMs);
      await testbed.sandbox.advanceClock(47 * hourSeconds);
      assert.equal((await page.step()).screen, 'charge_pending');
      await testbed.sandbox.advanceClock(2 * hourSeconds);
      assert.equal((await chargeOutcome(page)).outcome, 'expired');
      const { timeline } = await new MerchantServer(testbed.bff).view(page.checkoutId);
      assert.equal(timeline.filter(({ type }) => type === 'charge.expired').length, 1);
    });

    it('a checkout of before ends a day after it was begun, and no sooner', async () => {
      const [one, other] = [new ShopPage(testbed.bff), new ShopPage(testbed.bff)];
      for (const page of [one, other]) await page.open({ amount: '8400.00' });
      tick(passesMs);
      tick(dayMs - passesMs - 1);
      assert.equal((await comeBack(one)).screen, 'details');
      tick(1);
      assert.equal((await comeBack(other)).screen, 'expired');
    });
  });
}
