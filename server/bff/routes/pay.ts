import { Hono } from 'hono';
import { payPageSchema } from '../../../widget/contract/pay-page.ts';
import { countedNetwork } from '../../platform/http/client-address.ts';
import type { BffContext } from '../context.ts';
import { admit } from '../domain/admission.ts';
import { BffError } from '../errors.ts';
import { type Asset, Assets, hashesOf, sendAsset } from '../http/assets.ts';
import type { BffEnv } from '../http/env.ts';
import type { Limiters } from '../http/limiters.ts';
import { approachOf, readBody } from '../http/request.ts';
import { readPayPage } from '../operations/read-pay-page.ts';

/**
 * GET `/pay`: the page of a merchant's link. It is the same for every link, since the token stands in
 * the fragment, which no server sees.
 */
export function payRoutes(assetsFolder: string): Hono<BffEnv> {
  const assets = new Assets(assetsFolder);
  return new Hono<BffEnv>().get('/pay', async (c) => {
    const page = await assets.read('pay.html');
    if (page === undefined) throw new BffError('not_found');
    return sendAsset(c, page, 'no-store', pageHeaders(page));
  });
}

/** POST `/v1/pay`: what that page shows. */
export function payPageRoutes(context: BffContext, limiters: Limiters): Hono<BffEnv> {
  return new Hono<BffEnv>().post('/pay', async (c) => {
    const { ownOrigin, config } = context;
    admit(approachOf(c), { merchantOrigins: [], ownOrigin });
    const body = await readBody(c, payPageSchema);
    limiters.openPage(countedNetwork(c, config));
    const view = await readPayPage(context, body);
    c.set('checkoutId', view.checkout_id);
    return c.json(view, 200);
  });
}

/** Nothing of anybody else runs, no page may frame it, and nothing keeps it or hears of its address. */
function pageHeaders(page: Asset): Readonly<Record<string, string>> {
  const html = new TextDecoder().decode(page.plain);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${hashesOf(html, /<style>(.*?)<\/style>/gs)}`,
    "frame-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  };
}
