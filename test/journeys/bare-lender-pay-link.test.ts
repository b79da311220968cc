import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { sandboxSecretKey } from '../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../server/platform/http/basic-auth.ts';
import { payTexts } from '../../widget/pay/texts.ts';
import { startBareFront } from './models/bare-front.ts';
import { bareJourney } from './models/bare-journey.ts';

const phone = {
  startsAt: 'nowhere',
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
} as const;

const front = await startBareFront();

describe('a merchant’s link, at a lender that says no more than it must', () => {
  const here = bareJourney(front);

  async function asServer(path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${here.product.bffUrl}/v1/merchant/checkouts${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: basicAuthHeader({ username: sandboxSecretKey, password: '' }),
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${path} is answered ${answer.status}`);
    return (await answer.json()) as Record<string, unknown>;
  }

  it('leads a consumer on a phone to an approved charge, and is in use for anybody else', async () => {
    const made = await asServer('', { amount: '8400.00', order_id: randomUUID() });
    const link = String(made.url);
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
    const { status, charges } = await asServer(`/${String(made.checkout_id)}`);
    assert.equal(status, 'accepted');
    assert.equal((charges as { status: string }[])[0]?.status, 'approved');
    const sender = await here.consumer(undefined, phone);
    await sender.visit.page.goto(link);
    await sender.visit.page.getByRole('heading', { name: payTexts.en.inUse }).waitFor();
  });

  it('left no trace of a person in logs, addresses, events and databases', async () => {
    assert.deepEqual(await here.leaks(), []);
  });
});
