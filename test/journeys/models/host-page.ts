import type { Page } from 'playwright-core';
import { frameTag } from '../../../demo/docs/quick-start.ts';
import { sampleOrder } from '../../helpers/sample-order.ts';
import type { Product } from '../../helpers/serve.ts';
import type { Isolation } from './checkout-page.ts';

export interface HostPageOptions {
  isolation?: Isolation;
  /** Where the page stands; by default in the demo's origin, which is the merchant's. */
  url?: string;
  /** Markup before and after the element. */
  around?: [string, string];
  /** The page's `Content-Security-Policy`, when it has one. */
  policy?: string;
  /** The element's merchant, when it is not the sandbox's. */
  merchant?: string;
  /** The markup holds the frame, beside a script that nothing waits for. */
  hasFrame?: boolean;
}

/** Opens a page that a test has written, with the element on it as a merchant would place it. */
export async function openHostPage(
  page: Page,
  product: Product,
  options: HostPageOptions = {},
): Promise<void> {
  const { isolation = 'frame', url = `${product.demoUrl}/host`, around = ['', ''] } = options;
  const { merchant = 'pk_sandbox_hillside', policy, hasFrame = false } = options;
  const { amount, order_token } = await sampleOrder(product.bffUrl);
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A shop</title>
<meta name="viewport" content="width=device-width">
<script type="module"${hasFrame ? ' async' : ''} src="${product.bffUrl}/v1/soft-pull-checkout.js"></script></head><body>
<main><h1>A shop</h1>${around[0]}<soft-pull-checkout server="${product.bffUrl}"
 merchant="${merchant}" amount="${amount}" order-token="${order_token}"
 isolation="${isolation}">${hasFrame ? frameMarkup(product, merchant) : ''}</soft-pull-checkout>
${around[1]}</main></body></html>`;
  // A page that did not come over the network counts as one of the internet.
  await page.context().grantPermissions(['local-network-access']);
  const headers = policy === undefined ? {} : { 'content-security-policy': policy };
  await page.route(url, (route) =>
    route.fulfill({ body, contentType: 'text/html; charset=utf-8', headers }),
  );
  // A script that is held back keeps the page from having loaded.
  await page.goto(url, { waitUntil: 'commit' });
}

/** The frame as the docs have it. */
export function frameMarkup(
  { bffUrl }: Pick<Product, 'bffUrl'>,
  publishableKey = 'pk_sandbox_hillside',
): string {
  return frameTag({ bffUrl, publishableKey });
}
