import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { BffContext } from './context.ts';
import type { BffEnv } from './http-env.ts';

/** Gives each request an id, measures it and logs what went wrong. The route stands for the path. */
export function observeRequests({ ids, log, metrics }: BffContext): MiddlewareHandler<BffEnv> {
  return async function observe(c, next) {
    const correlation_id = ids.uuid();
    c.set('correlationId', correlation_id);
    const startedAt = performance.now();
    await next();
    const { status } = c.res;
    const route = routePath(c, -1);
    const durationMs = performance.now() - startedAt;
    metrics.observeRequest({ route, status, durationMs });
    const { method } = c.req;
    const line = { event: 'request', correlation_id, method, route, status };
    const fields = { ...line, duration_ms: Math.round(durationMs) };
    if (status < 400) log.debug(fields);
    else log.info(fields);
  };
}
