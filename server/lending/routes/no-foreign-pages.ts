import type { MiddlewareHandler } from 'hono';
import { isFromForeignPage } from '../../platform/http/foreign-page.ts';

/**
 * Refuses what another site's page sends: a browser in which somebody has opened a loan's document
 * keeps the sponsor's credentials, and adds them to every form.
 */
export function noForeignPages(publicUrl: string): MiddlewareHandler {
  const own = new URL(publicUrl).origin;
  return async function refuseForeignPages(c, next) {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    return isRead || !isFromForeignPage(c, own)
      ? next()
      : c.json({ detail: 'Pages of other sites may not call: call from your server.' }, 403);
  };
}
