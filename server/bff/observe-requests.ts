import type { MiddlewareHandler } from 'hono';
import { measureRequest } from '../platform/http/request-durations.ts';
import type { BffContext } from './context.ts';
import type { BffEnv } from './http-env.ts';

/** Gives each request an id, measures it and logs what went wrong. */
export function observeRequests({ ids, log, metrics }: BffContext): MiddlewareHandler<BffEnv> {
  return async function observe(c, next) {
    const correlation_id = ids.uuid();
    c.set('correlationId', correlation_id);
    const answered = await measureRequest(c, next);
    metrics.observeRequest(answered);
    const { route, status, durationMs } = answered;
    const { method } = c.req;
    const line = { event: 'request', correlation_id, method, route, status };
    const fields = { ...line, duration_ms: Math.round(durationMs) };
    if (status < 400) log.debug(fields);
    else log.info(fields);
  };
}
