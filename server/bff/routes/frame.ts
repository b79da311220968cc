import { Hono } from 'hono';
import type { BffContext } from '../context.ts';
import type { BffEnv } from '../http/env.ts';
import { Assets } from './assets.ts';
import { queryOf } from '../http/request.ts';

/** Its address stays the same from build to build, and its headers follow the merchant's origins. */
const caching = 'no-cache';

/** No inline style or script, nothing of anybody else, and text that only Lit may make markup of. */
const ownOnly = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
];

const unknownMerchant = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Unknown merchant</title>
<p>No merchant has this publishable key. Check the <code>merchant</code> attribute of
<code>&lt;soft-pull-checkout&gt;</code>.</p>
</html>
`;

/** GET `/v1/frame?merchant=`: the document in which the flow runs, for that merchant's pages only. */
export function frameRoutes(
  { merchants }: Pick<BffContext, 'merchants'>,
  assetsFolder: string,
): Hono<BffEnv> {
  const assets = new Assets(assetsFolder);
  return new Hono<BffEnv>().get('/frame', (c) => {
    const merchant = merchants.get(queryOf(c, 'merchant') ?? '');
    if (merchant === undefined) return c.html(unknownMerchant, 404);
    return assets.answer(c, 'frame.html', caching, {
      'content-security-policy': policyFor(merchant.origins),
      // A page that is isolated from other origins may only frame documents that are isolated, too.
      'cross-origin-embedder-policy': 'require-corp',
    });
  });
}

/** @param origins of the pages that may contain the frame, at whatever depth */
function policyFor(origins: readonly string[]): string {
  return [...ownOnly, `frame-ancestors ${origins.join(' ') || "'none'"}`].join('; ');
}
