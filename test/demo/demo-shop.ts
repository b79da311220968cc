import { createDemoApp, type DemoOptions } from '../../demo/server.ts';

export const ORDER_SECRET = 'os_sandbox_hillside_0123456789abcdef';
export const SECRET_KEY = 'sk_sandbox_hillside';
export const SHOP = 'http://localhost:8080';
export const BFF = 'http://localhost:8787';
export const NOW = Date.parse('2026-03-02T15:00:00Z');
export const ORDER = 'HH-ABCDEF-234567';

/** The shop as `main.ts` composes it, with the lender's sandbox answered by `fetch`. */
export function aShop(overrides: Partial<DemoOptions> = {}) {
  return createDemoApp({
    publicUrl: SHOP,
    bffUrl: BFF,
    merchant: {
      publishableKey: 'pk_sandbox_hillside',
      orderSecret: ORDER_SECRET,
      secretKey: SECRET_KEY,
    },
    sandbox: null,
    now: () => NOW,
    ...overrides,
  });
}

export function postJson(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: SHOP, ...headers },
    body: JSON.stringify(body),
  };
}

/** Where a page says that its order is. */
export function addressOf(page: string): string {
  return /<body [^>]*data-address="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
}
