import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { isFromForeignPage } from '../../platform/http/foreign-page.ts';

/**
 * Nothing but the service's own style sheet and pictures; no script, no frame.
 * `same-origin` and not `no-referrer`, which would make the Origin of a form `null`.
 */
export const pageHeaders: MiddlewareHandler = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  referrerPolicy: 'same-origin',
  // Every answer has it where the service is reached by https.
  strictTransportSecurity: false,
  xFrameOptions: 'DENY',
});

/** Forms are taken from the service's own pages only, and from what is no browser. */
export function ownFormsOnly(publicUrl: string): MiddlewareHandler {
  const own = new URL(publicUrl).origin;
  return async function refuseForeignForms(c, next) {
    const isForeign = c.req.method === 'POST' && isFromForeignPage(c, own);
    return isForeign ? c.text('This form belongs to another page.', 403) : next();
  };
}
