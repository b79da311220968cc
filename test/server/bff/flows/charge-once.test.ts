import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { formatCents } from '../../../../server/platform/money.ts';
import { as, type ShopPage, signedOrder, stepOf } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { callLimitMs, chargeCall, chargeRequests, pendingCharge } from './charge-calls.ts';
import { describeChargingOnce } from './charge-once-suite.ts';
import { startEmbeddedOnce } from './once-testbed.ts';

describeChargingOnce('the embedded service', startEmbeddedOnce);

describe('POST /v1/checkouts/{id}/charge charges once under the identifiers of its intents', () => {
  let testbed: Testbed;

  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
  });
  afterEach(() => testbed.close());

  const charges = () =>
    testbed.bff.database.query.selectFrom('charges').selectAll().orderBy('position').execute();
  const chargeStates = async () => (await charges()).map(({ state }) => state).toSorted();

  const givenUpCharge = async (page: ShopPage) => {
    testbed.proxy.fail(chargeCall, 'lose_request');
    assert.equal(stepOf(await page.charge()).screen, 'working');
    testbed.bff.tick(callLimitMs);
    assert.equal((await page.step()).screen, 'accepted');
  };

  /** What was lost on its way to the lender arrives there now. */
  const heardLate = async (page: ShopPage) => {
    const external_application_id = await testbed.applicationOf(page);
    const own = (await charges()).filter(({ checkout_id }) => checkout_id === page.checkoutId);
    for (const charge of own) {
      await testbed.sandbox.post('/api/v1/sponsor/merchants/payment-request/', {
        request_user_id: 'hillside-rep-1',
        external_application_id,
        transaction_description: charge.transaction_description,
        consumer_charge_amount: formatCents(charge.consumer_charge_amount_cents),
        net_to_merchant_amount: formatCents(charge.net_to_merchant_amount_cents),
        net_platform_fee: formatCents(charge.net_platform_fee_cents),
        net_to_sponsor_amount: formatCents(charge.net_to_sponsor_amount_cents),
        transaction_callback_url: `${testbed.bff.url}/callbacks/transaction`,
        payment_identifier: charge.payment_identifier,
      });
    }
  };

  it('when the lender heard two calls late that were given up', async () => {
    const order_id = 'order-1';
    const page = await acceptedPage(testbed, { isWithoutOrder: true });
    for (const amount of ['3000.00', '4000.00']) {
      await page.on('PATCH', '', {
        order_token: await signedOrder(testbed.bff, { order_id, amount }),
      });
      await givenUpCharge(page);
    }
    await heardLate(page);
    assert.equal(as(await page.step(), 'charge_pending').amount, '3000.00');
    assert.deepEqual(await chargeStates(), ['pending', 'void']);
  });

  it('when the lender heard the calls of two checkouts late', async () => {
    const order_id = 'order-1';
    const pages = [
      await acceptedPage(testbed, { order_id }),
      await acceptedPage(testbed, { order_id }),
    ] as const;
    for (const page of pages) await givenUpCharge(page);
    for (const page of pages) await heardLate(page);
    const steps = await Promise.all(pages.map((page) => page.step()));
    assert.deepEqual(steps.map(({ screen }) => screen).toSorted(), ['accepted', 'charge_pending']);
    assert.deepEqual(await chargeStates(), ['pending', 'void']);
  });

  it('under the id of an intent that came to nothing', async () => {
    const page = await acceptedPage(testbed);
    testbed.proxy.fail(chargeCall, 503);
    await page.charge();
    const intents = () => testbed.bff.database.query.selectFrom('charges').select('id').execute();
    const [given] = await intents();
    testbed.bff.tick(callLimitMs);
    await page.step();
    await pendingCharge(page);
    const [request] = await chargeRequests(testbed);
    assert.equal(request?.payment_identifier, given?.id);
    assert.deepEqual(await intents(), [given]);
  });
});
