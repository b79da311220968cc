import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { embeddingPaths, importMapDigest } from './embedding.ts';

/** What a shop's pages need for the checkout on them, and nothing else. */
export function contentPolicy(bffUrl: string): MiddlewareHandler {
  const withoutInline = policyWith(bffUrl, []);
  const withImportMap = policyWith(bffUrl, [importMapDigest]);
  const withinScreens = policyWith(bffUrl, [], { isFramed: true });
  return function protectPage(c, next) {
    if (c.req.path === embeddingPaths.npm_module) return withImportMap(c, next);
    return (/^\/screens\b/.test(c.req.path) ? withinScreens : withoutInline)(c, next);
  };
}

/** @param options.isFramed whether pages of this shop are shown in its own frames */
function policyWith(
  bffUrl: string,
  inlineDigests: readonly string[],
  { isFramed = false } = {},
): MiddlewareHandler {
  const bff = new URL(bffUrl).origin;
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", bff, ...inlineDigests],
      connectSrc: ["'self'", bff],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      frameSrc: isFramed ? ["'self'", bff] : [bff],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: [isFramed ? "'self'" : "'none'"],
    },
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: false,
  });
}
