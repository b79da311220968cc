import type { MiddlewareHandler } from 'hono';

/** The panel moves the sandbox's clock: no other page in the same browser may do that. */
export function sameOriginWrites(publicUrl: string): MiddlewareHandler {
  const own = new URL(publicUrl).origin;
  return async function guardWrites(c, next) {
    if (c.req.method !== 'POST') return next();
    const isJson = c.req.header('content-type')?.startsWith('application/json') ?? false;
    if (!isJson) return c.json({ error: 'send JSON' }, 415);
    const isOwn = (c.req.header('origin') ?? own) === own;
    if (!isOwn) return c.json({ error: 'only this shop may call' }, 403);
    return next();
  };
}
