import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { payTexts } from '../../widget/pay/texts.ts';
import { startBareFront } from './models/bare-front.ts';
import { bareJourney } from './models/bare-journey.ts';
import { ShopServer } from './models/shop-server.ts';

const phone = {
  startsAt: 'nowhere',
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
} as const;

const front = await startBareFront();

describe('a merchant’s link, at a lender that says no more than it must', () => {
  const here = bareJourney(front);
  const shopServer = new ShopServer(here);

  it('leads a consumer on a phone to an approved charge, and is in use for anybody else', async () => {
    const { checkout_id, url: link } = await shopServer.makeCheckout();
    const consumer = await here.consumer(undefined, phone);
    const { visit } = consumer;
    await visit.page.goto(link);
    const loanNumber = await consumer.walkToAccepted();
    const back = new URL(visit.page.url());
    assert.deepEqual(
      [`${back.origin}${back.pathname}`, back.hash],
      [`${here.product.bffUrl}/pay`, ''],
    );
    await visit.checkout.chargeButton.click();
    await visit.checkout.at('charge_pending');
    await consumer.answerCharge('Approve', loanNumber);
    await visit.checkout.at('charge_outcome');
    assert.deepEqual(consumer.asked, { softPulls: 1, charges: 1 });
    const { status, charges } = await shopServer.get<{
      status: string;
      charges: { status: string }[];
    }>(`/${checkout_id}`);
    assert.deepEqual([status, charges[0]?.status], ['accepted', 'approved']);
    const sender = await here.consumer(undefined, phone);
    await sender.visit.page.goto(link);
    await sender.visit.page.getByRole('heading', { name: payTexts.en.inUse }).waitFor();
  });

  it('left no trace of a person in logs, addresses, events and databases', async () => {
    assert.deepEqual(await here.leaks(), []);
  });
});
