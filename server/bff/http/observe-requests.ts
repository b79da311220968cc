import type { Context, MiddlewareHandler } from 'hono';
import { clientNetwork } from '../../platform/http/client-address.ts';
import { measureRequest, RequestLog } from '../../platform/http/observability.ts';
import type { BffContext } from '../context.ts';
import type { BffEnv } from './env.ts';

/** Gives each request an id, measures it and logs what went wrong. */
export function observeRequests(context: BffContext): MiddlewareHandler<BffEnv> {
  const { ids, log, clock, metrics, config } = context;
  const requests = new RequestLog(log, () => clock.now());
  return async function observe(c, next) {
    const correlation_id = ids.uuid();
    c.set('correlationId', correlation_id);
    const answered = await measureRequest(c, next);
    metrics.observeRequest(answered);
    const { method } = c.req;
    const network = () => clientNetwork(c, config.trustedProxies);
    requests.note(answered, network, { correlation_id, ...subjectOf(c), method });
  };
}

/** Whose request it is, as far as that is known. */
export function subjectOf(c: Context<BffEnv>): { merchant_id?: string; checkout_id?: string } {
  const { merchantId, checkoutId } = c.var;
  return {
    ...(merchantId !== undefined && { merchant_id: merchantId }),
    ...(checkoutId !== undefined && { checkout_id: checkoutId }),
  };
}
