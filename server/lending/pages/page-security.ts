import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/**
 * Nothing but the service's own style sheet and pictures; no script, no frame, nothing stored.
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
  xFrameOptions: 'DENY',
});

export const neverStored: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('Cache-Control', 'no-store');
};

/** Forms are taken from the service's own pages only; what is no browser sends no Origin. */
export function ownFormsOnly(publicUrl: string): MiddlewareHandler {
  const own = new URL(publicUrl).origin;
  return async function refuseForeignForms(c, next) {
    const isForeign = c.req.method === 'POST' && (c.req.header('origin') ?? own) !== own;
    return isForeign ? c.text('This form belongs to another page.', 403) : next();
  };
}
