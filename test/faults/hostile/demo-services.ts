import type { Hono } from 'hono';
import { home } from '../../../demo/back-office/page.ts';
import { createDemoApp, type DemoOptions } from '../../../demo/server.ts';
import { noProxies } from '../../../server/platform/http/client-address.ts';
import { OFFICE, PASSWORD, TestOffice } from '../../demo/back-office/office.ts';
import { shop, shopKey, shopSecret } from '../../helpers/bff.ts';
import type { BffBed } from '../authorization/bff-bed.ts';
import type { LetIn } from './hostile-request.ts';

export interface DemoServices {
  /** As it runs on a developer's machine, with the back office, and as on the internet. */
  readonly apps: readonly Hono[];
  readonly letIn: readonly LetIn[];
  close(): Promise<void>;
}

/** The demo's server before the BFF and the lending service of a bed. */
export async function startDemoServices({ testbed }: BffBed): Promise<DemoServices> {
  const { bff, lending, lenderUrl } = testbed;
  const throughTo = ({ app }: { app: Pick<Hono, 'request'> }) =>
    (async (input, init) => {
      const { pathname, search } = new URL(String(input));
      return app.request(pathname + search, init);
    }) satisfies typeof fetch;
  const shared = { bffUrl: bff.url, secretKey: shopKey, fetch: throughTo(bff) };
  const office = await TestOffice.open(shared);
  const options: DemoOptions = {
    ...shared,
    publicUrl: OFFICE,
    merchant: { publishableKey: shop.publishable_key, orderSecret: shopSecret, secretKey: shopKey },
    sandbox: {
      lendingUrl: lenderUrl,
      username: 'sponsor@example.test',
      password: 'sandbox-api-password',
      fetch: throughTo(lending),
    },
    now: () => bff.now(),
  };
  const local = createDemoApp({ ...options, backOffice: office.office.app });
  const open = createDemoApp({
    ...options,
    publicDemo: { visitorKey: 'k'.repeat(32), trustedProxies: noProxies },
  });
  const signedIn = await local.request(`${home}/sign-in`, {
    method: 'POST',
    headers: { origin: OFFICE },
    body: new URLSearchParams({ password: PASSWORD }),
  });
  const [cookie = ''] = signedIn.headers.getSetCookie();
  return {
    apps: [local, open],
    letIn: [
      { at: home, headers: { origin: OFFICE, cookie: cookie.split(';')[0] ?? '' } },
      { at: '/api/', headers: { origin: OFFICE } },
    ],
    close: () => office.close(),
  };
}
