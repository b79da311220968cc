import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sandboxMerchant, sandboxSecretKey } from '../../server/config/sandbox-settings.ts';
import { bareEnvironment } from './bare-environment.ts';
import { freePort } from './free-ports.ts';
import { until } from './until.ts';
import { hmacSecret } from './webhook-receiver.ts';

/** The Express shop in a process of its own, with the entry that its merchant needs. */
export async function anExpressShop() {
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
    /** What the page has of its checkout. */
    clientToken: async (page: string) => {
      const html = await (await fetch(page)).text();
      return /client-token="([^"]+)"/.exec(html)?.[1] ?? assert.fail(html);
    },
    /** As the page asks for another checkout. */
    beginAgain: async (page: string) => {
      const { status, body } = await call('POST', `${new URL(page).pathname}/checkout`);
      assert.equal(status, 201, JSON.stringify(body));
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
