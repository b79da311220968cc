import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { WebhookEndpoint } from '../../../../server/bff/merchants.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, type ShopPage } from '../../../helpers/shop-page.ts';
import { StepStream } from '../../../helpers/step-stream.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { hmacSecret, shopWith, startReceiver } from '../../../helpers/webhook-receiver.ts';

const secrets = [hmacSecret()];

/** Webhooks are sent by `runDue()` alone. The second receiver wants to hear of pending charges only. */
async function setUp(t: TestContext, { hasSecond = false } = {}) {
  const [receiver, second] = await Promise.all([startReceiver(), startReceiver()]);
  const all: WebhookEndpoint = { id: 'first', url: receiver.url, secrets };
  const pending: WebhookEndpoint = {
    id: 'second',
    url: second.url,
    secrets,
    events: ['charge.pending'],
  };
  const merchants = [shopWith(...(hasSecond ? [all, pending] : [all]))];
  const bed = await startTestbed({ isRunning: false, config: { merchants } });
  t.after(async () => {
    await bed.close();
    await Promise.all([receiver.close(), second.close()]);
  });
  return { bed, receiver, second };
}

describe('the consumer’s screen, once the charge has ended', () => {
  /** The consumer has approved the order's charge. */
  const approvedPage = async (bed: Testbed) => {
    const server = new MerchantServer(bed.bff);
    const page = await acceptedPage(bed);
    const charged = await server.charge(page.checkoutId, { amount: '3000.00' });
    await bed.bff.runDue();
    await bed.sandbox.paymentRequest(charged.payment_request_uuid, 'approve');
    return { page, server };
  };
  const chargeMore = async (server: MerchantServer, { checkoutId }: ShopPage) => {
    const more = { transaction_description: 111, amount: '1000.00' };
    await server.charge(checkoutId, more);
  };
  const isTold = async (page: ShopPage) => as(await page.step(), 'charge_outcome').merchant_told;

  it('says that the shop was told, once it was', async (t) => {
    const { bed, receiver } = await setUp(t);
    const page = await acceptedPage(bed);
    const { payment_request_uuid } = await new MerchantServer(bed.bff).charge(page.checkoutId);
    receiver.answer(500);
    await bed.sandbox.paymentRequest(payment_request_uuid, 'approve');
    assert.equal(as(await page.step(), 'charge_outcome').merchant_told, false);
    const stream = await StepStream.open(page);
    await stream.next();
    await bed.bff.runDue();
    assert.equal(as(await page.step(), 'charge_outcome').merchant_told, false);
    receiver.answer(204);
    bed.bff.tick(10_000);
    await bed.bff.runDue();
    const { step } = (await stream.next()) ?? assert.fail();
    assert.equal(as(step, 'charge_outcome').merchant_told, true);
    await stream.close();
    await bed.sandbox.transaction(payment_request_uuid, 'Transferred');
    assert.equal(as(await page.step(), 'charge_outcome').merchant_told, true);
  });

  it('says nothing of a shop that took a later charge’s event, and not how this one ended', async (t) => {
    const { bed, receiver } = await setUp(t);
    const { page, server } = await approvedPage(bed);
    receiver.answer(410);
    assert.equal(await isTold(page), false);
    await bed.bff.runDue();
    receiver.answer(204);
    await chargeMore(server, page);
    await bed.bff.runDue();
    assert.deepEqual(receiver.types().slice(-2), ['charge.pending', 'charge.pending']);
    assert.equal(await isTold(page), false);
    const { body } = await server.call('GET', '/events?type=charge.approved');
    const [event] = (body as { events: { event_id: string }[] }).events;
    await server.call('POST', `/events/${event?.event_id}/resend`, {});
    await bed.bff.runDue();
    assert.equal(await isTold(page), true, 'it was sent again');
    await chargeMore(server, page);
    await bed.bff.runDue();
    assert.equal(await isTold(page), true, 'what comes later takes nothing back');
  });

  it('says nothing of a shop whose only endpoint that answers does not listen for how it ended', async (t) => {
    const { bed, receiver, second } = await setUp(t, { hasSecond: true });
    receiver.answer(500);
    const { page, server } = await approvedPage(bed);
    assert.equal(await isTold(page), false);
    await chargeMore(server, page);
    await bed.bff.runDue();
    assert.deepEqual(second.types(), ['charge.pending', 'charge.pending']);
    assert.equal(await isTold(page), false);
    receiver.answer(204);
    bed.bff.tick(10_000);
    await bed.bff.runDue();
    assert.equal(await isTold(page), true, 'one endpoint is enough');
  });
});
