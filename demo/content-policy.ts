import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { embeddingPaths, importMapDigest } from './embedding.ts';

/** What a shop's pages need for the checkout on them, and nothing else. */
export function contentPolicy(bffUrl: string): MiddlewareHandler {
  const withoutInline = policyWith(bffUrl, []);
  const withImportMap = policyWith(bffUrl, [importMapDigest]);
  return function protectPage(c, next) {
    const isModulePage = c.req.path === embeddingPaths.npm_module;
    return (isModulePage ? withImportMap : withoutInline)(c, next);
  };
}

function policyWith(bffUrl: string, inlineDigests: readonly string[]): MiddlewareHandler {
  const bff = new URL(bffUrl).origin;
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", bff, ...inlineDigests],
      connectSrc: ["'self'", bff],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      frameSrc: [bff],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: false,
  });
}
