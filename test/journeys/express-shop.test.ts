import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  sandboxMerchant,
  sandboxMerchants,
  sandboxSecretKey,
} from '../../server/config/sandbox-settings.ts';
import { bareEnvironment } from '../helpers/bare-environment.ts';
import { freePort } from '../helpers/free-ports.ts';
import { until } from '../helpers/until.ts';
import { hmacSecret } from '../helpers/webhook-receiver.ts';
import { startBareFront } from './models/bare-front.ts';
import { bareJourney } from './models/bare-journey.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { openChargeLink, walkToAccepted } from './models/walk.ts';

/** The Express shop in a process of its own, with the entry that its merchant needs. */
async function anExpressShop() {
  const port = await freePort();
  const shopUrl = `http://127.0.0.1:${port}`;
  const webhookSecret = hmacSecret();
  let shop: ChildProcess | undefined;
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(shopUrl + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  return {
    entry: {
      origins: [shopUrl],
      webhooks: [{ id: 'shop', url: `${shopUrl}/hooks`, secrets: [webhookSecret] }],
    },
    start: async (bffUrl: string) => {
      shop = spawn(process.execPath, [join(import.meta.dirname, '../express-shop/shop.ts')], {
        env: {
          ...bareEnvironment(),
          PORT: String(port),
          BFF_URL: bffUrl,
          SHOP_URL: shopUrl,
          PUBLISHABLE_KEY: sandboxMerchant.publishableKey,
          SECRET_KEY: sandboxSecretKey,
          WEBHOOK_SECRET: webhookSecret,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(shop.stdout ?? assert.fail(), 'data');
    },
    /** @returns the order's page */
    order: async (amount: string) => {
      const { status, body } = await call('POST', '/orders', { amount });
      assert.equal(status, 201, JSON.stringify(body));
      return `${shopUrl}/orders/${body.id}`;
    },
    act: async (page: string, action: 'charge' | 'refund') => {
      const { status, body } = await call('POST', `${new URL(page).pathname}/${action}`);
      assert.equal(status, 202, JSON.stringify(body));
    },
    /** Waits until the shop's webhooks have told it so. */
    reaches: (page: string, state: string) =>
      until(`the order is ${state}`, async () => {
        const { body } = await call('GET', `${new URL(page).pathname}/state`);
        return body.state === state ? true : undefined;
      }),
    stop: () => shop?.kill(),
  };
}

const [overService, overBare] = [await anExpressShop(), await anExpressShop()];
const folder = await mkdtemp(join(tmpdir(), 'soft-pull-express-'));
const merchantsFile = join(folder, 'merchants.json');
const [sandboxEntry] = sandboxMerchants('');
await writeFile(merchantsFile, JSON.stringify([{ ...sandboxEntry, ...overService.entry }]));
const front = await startBareFront(overBare.entry);

describe('a shop in Express, over the embedded service', () => {
  const here = journey({ environment: { MERCHANTS_FILE: merchantsFile } });
  before(() => overService.start(here.product.bffUrl));
  after(async () => {
    overService.stop();
    await rm(folder, { recursive: true });
  });

  it('sells, is paid and gives the money back, and learns of each by webhook', async () => {
    const page = await overService.order('8400.00');
    const visit = await here.visit({ startsAt: 'nowhere' });
    await visit.page.goto(page);
    const applicant = typedApplicant('0001');
    await walkToAccepted(visit, applicant);
    await overService.reaches(page, 'financed');
    const loanNumber = await visit.checkout.loanNumber();
    await overService.act(page, 'charge');
    await visit.checkout.at('charge_pending');
    const tab = await openChargeLink(visit, here.sandbox, applicant);
    await tab.lender.approveCharge(applicant, loanNumber);
    await visit.checkout.at('charge_outcome');
    await overService.reaches(page, 'paid');
    await overService.act(page, 'refund');
    await overService.reaches(page, 'refunded');
  });
});

describe('the same shop, over a lender that says no more than it must', () => {
  const here = bareJourney(front);
  before(() => overBare.start(here.product.bffUrl));
  after(() => overBare.stop());

  it('sells, is paid and gives the money back, and learns of each by webhook', async () => {
    const page = await overBare.order('8400.00');
    const consumer = await here.consumer(undefined, { startsAt: 'nowhere' });
    await consumer.visit.page.goto(page);
    const loanNumber = await consumer.walkToAccepted();
    await overBare.reaches(page, 'financed');
    await overBare.act(page, 'charge');
    await consumer.visit.checkout.at('charge_pending');
    await consumer.answerCharge('Approve', loanNumber);
    await consumer.visit.checkout.at('charge_outcome');
    await overBare.reaches(page, 'paid');
    await overBare.act(page, 'refund');
    await overBare.reaches(page, 'refunded');
  });
});
