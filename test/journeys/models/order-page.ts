import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import { sandboxOrderSecret } from '../../../server/config/sandbox-settings.ts';
import { en } from '../../../widget/strings/en.ts';
import { CheckoutPage } from './checkout-page.ts';
import type { journey } from './journey.ts';

type Here = ReturnType<typeof journey>;

/** An order of the sandbox's merchant, as its server signs it. */
export function signedOrder(
  { product }: Here,
  order_id: string,
  claims: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT({ amount: '8400.00', order_id, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('pk_sandbox_hillside')
    .setAudience(product.bffUrl)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('14 minutes')
    .sign(new TextEncoder().encode(sandboxOrderSecret));
}

/** A browser of its own at a page with nothing but the checkout of an order. */
export async function openOrderPage(
  { product: { demoUrl, bffUrl }, browser }: Here,
  token: string,
): Promise<{ page: Page; checkout: CheckoutPage }> {
  const context = await browser.newContext();
  await context.grantPermissions(['local-network-access']);
  const page = await context.newPage();
  await page.route(`${demoUrl}/host`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Host</title>
        <script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>
        <soft-pull-checkout merchant="pk_sandbox_hillside" order-token="${token}"
          isolation="inline"></soft-pull-checkout></html>`,
    }),
  );
  await page.goto(`${demoUrl}/host`);
  return { page, checkout: new CheckoutPage(page, en, 'inline') };
}
