import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ChargesPage, ChargeView } from '../../../../server/bff/merchant-api/charges.ts';
import type { RefundsPage, RefundView } from '../../../../server/bff/merchant-api/refunds.ts';
import {
  type WebhookType,
  webhookTypes,
} from '../../../../server/bff/merchant-api/webhook-types.ts';
import type { EventsPage } from '../../../../server/bff/merchant-api/webhooks.ts';
import { sandboxMerchants, sandboxSecretKey } from '../../../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../../../server/platform/http/basic-auth.ts';
import type { Screen } from '../../../../widget/contract/step.ts';
import { CheckoutClient } from '../../../helpers/checkout-client.ts';
import { anExpressShop } from '../../../helpers/express-shop.ts';
import { Sandbox } from '../../../helpers/sandbox.ts';
import { scratchRoot } from '../../../helpers/scratch.ts';
import { type Product, serve } from '../../../helpers/serve.ts';
import { until } from '../../../helpers/until.ts';
import { walkTo } from '../../../helpers/walk-checkout.ts';

describe('the orders of a shop in Express that hears of no charge that it is approved', () => {
  let folder: string;
  let product: Product;
  let sandbox: Sandbox;
  let shop: Awaited<ReturnType<typeof anExpressShop>>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soft-pull-shop-'));
    shop = await anExpressShop();
    const file = join(folder, 'merchants.json');
    const events = webhookTypes.filter((type) => type !== 'charge.approved');
    const webhooks = shop.entry.webhooks.map((endpoint) => ({ ...endpoint, events }));
    const entry = { ...sandboxMerchants('')[0], ...shop.entry, webhooks };
    await writeFile(file, JSON.stringify([entry]));
    product = await serve({ root: await scratchRoot(), environment: { MERCHANTS_FILE: file } });
    sandbox = new Sandbox(product.lendingUrl);
    await shop.start(product.bffUrl);
  });
  after(async () => {
    shop.stop();
    await product?.remove();
    await rm(folder, { recursive: true });
  });

  let people = 0;
  /** A person who takes the checkout of the order's page to a screen. @returns its id */
  const walk = async (page: string, screen: Screen): Promise<string> => {
    const client = new CheckoutClient({
      bffUrl: product.bffUrl,
      origin: new URL(page).origin,
    });
    await client.resume(await shop.clientToken(page));
    people += 1;
    const applicant = { ssn: `900-1${people}-0001`, email: `person-${people}@example.test` };
    await walkTo(screen, { client, sandbox, applicant });
    return client.id;
  };

  const call = async (method: 'GET' | 'POST', path: string, body: object = {}) => {
    const answer = await fetch(`${product.bffUrl}/v1/merchant${path}`, {
      method,
      headers: {
        authorization: basicAuthHeader({ username: sandboxSecretKey, password: '' }),
        ...(method === 'POST' && {
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        }),
      },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${path} answered ${answer.status}`);
    return answer.json();
  };

  /** The newest charge of a checkout, once the BFF has seen it come to this. */
  const chargeAt = (id: string, status: ChargeView['status']) =>
    until(`the charge is ${status}`, async () => {
      const { charges } = (await call('GET', `/checkouts/${id}/charges`)) as ChargesPage;
      return charges.at(-1)?.status === status ? charges.at(-1) : undefined;
    });
  /** Likewise. */
  const refundAt = (id: string, chargeId: string, status: RefundView['status']) =>
    until(`the refund is ${status}`, async () => {
      const path = `/checkouts/${id}/charges/${chargeId}/refunds`;
      const { refunds } = (await call('GET', path)) as RefundsPage;
      return refunds.at(-1)?.status === status ? refunds.at(-1) : undefined;
    });
  /** The newest event of a type, once there are so many and who listens for it has taken it. */
  const delivered = (id: string, type: WebhookType, count = 1) =>
    until(`${type} is delivered`, async () => {
      const path = `/events?checkout_id=${id}&type=${type}`;
      const { events } = (await call('GET', path)) as EventsPage;
      return events.length === count && events[0]?.status === 'delivered' ? events[0] : undefined;
    });

  /** The consumer approves the charge that the shop asks for, and it ends like this. */
  const charge = async (page: string, id: string, to: 'Failed' | 'Transferred') => {
    await shop.act(page, 'charge');
    const { payment_request_uuid } = await chargeAt(id, 'pending');
    await sandbox.paymentRequest(payment_request_uuid, 'approve');
    await sandbox.transaction(payment_request_uuid, to);
    return chargeAt(id, to === 'Failed' ? 'failed' : 'settled');
  };

  it('hear of the loan in the second checkout, though the first had come as far before it was cancelled', async () => {
    const page = await shop.order('1000.00');
    await call('POST', `/checkouts/${await walk(page, 'redirect')}/cancel`);
    await shop.reaches(page, 'cancelled');
    await shop.beginAgain(page);
    await shop.reaches(page, 'open');
    await walk(page, 'accepted');
    await shop.reaches(page, 'financed');
  });

  it('keep their loan when another checkout ends', async () => {
    const page = await shop.order('1000.00');
    const first = await walk(page, 'redirect');
    await shop.beginAgain(page);
    await walk(page, 'accepted');
    await shop.reaches(page, 'financed');
    await call('POST', `/checkouts/${first}/cancel`);
    await delivered(first, 'checkout.cancelled');
    await shop.reaches(page, 'financed');
    await shop.act(page, 'charge');
  });

  it('ask the consumer again who has rejected the charge', async () => {
    const page = await shop.order('1000.00');
    const id = await walk(page, 'accepted');
    await shop.reaches(page, 'financed');
    await shop.act(page, 'charge');
    const { payment_request_uuid } = await chargeAt(id, 'pending');
    await sandbox.paymentRequest(payment_request_uuid, 'reject');
    await chargeAt(id, 'rejected');
    await shop.act(page, 'charge');
    await chargeAt(id, 'pending');
  });

  it('are unpaid when their charge fails, paid when the next one settles, and refunded when it goes back', async () => {
    const page = await shop.order('1000.00');
    const id = await walk(page, 'accepted');
    await shop.reaches(page, 'financed');
    await charge(page, id, 'Failed');
    await shop.reaches(page, 'unpaid');
    const { charge_id } = await charge(page, id, 'Transferred');
    await shop.reaches(page, 'paid');
    await shop.act(page, 'refund');
    await shop.reaches(page, 'refunded');
    const { refund_request_uuid } = await refundAt(id, charge_id, 'pending');
    await sandbox.transaction(refund_request_uuid, 'Failed');
    await refundAt(id, charge_id, 'failed');
    await shop.reaches(page, 'paid');
    await shop.act(page, 'refund');
    await shop.reaches(page, 'refunded');
  });

  it('take an event that is sent again by hand after a newer one about another charge', async () => {
    const page = await shop.order('1000.00');
    const id = await walk(page, 'accepted');
    await shop.reaches(page, 'financed');
    await call('POST', `/checkouts/${id}/credit-limit`, { amount: '1500.00' });
    await shop.act(page, 'charge');
    const { payment_request_uuid } = await chargeAt(id, 'pending');
    await sandbox.paymentRequest(payment_request_uuid, 'approve');
    await chargeAt(id, 'approved');
    // By the demo's own shop.
    const { event_id } = await delivered(id, 'charge.approved');
    await call('POST', `/checkouts/${id}/charges`, {
      transaction_description: 111,
      amount: '500.00',
    });
    await delivered(id, 'charge.pending', 2);
    await call('POST', `/events/${event_id}/resend`, { endpoint_id: 'shop' });
    await shop.reaches(page, 'paid');
  });
});
