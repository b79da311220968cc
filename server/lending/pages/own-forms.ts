import type { MiddlewareHandler } from 'hono';
import { isFromForeignPage } from '../../platform/http/foreign-page.ts';

/** Forms are taken from the service's own pages only, and from what is no browser. */
export function ownFormsOnly(publicUrl: string): MiddlewareHandler {
  const own = new URL(publicUrl).origin;
  return async function refuseForeignForms(c, next) {
    const isForeign = c.req.method === 'POST' && isFromForeignPage(c, own);
    return isForeign ? c.text('This form belongs to another page.', 403) : next();
  };
}
