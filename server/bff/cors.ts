import type { Context, MiddlewareHandler } from 'hono';
import type { Merchant } from './context.ts';
import { BffError } from './errors.ts';
import type { BffEnv } from './http-env.ts';

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, last-event-id',
  'access-control-max-age': '600',
};

/**
 * A preflight names no merchant and is answered for any merchant's origin; so is an error of a
 * request that has named none yet. Every other answer is for its own merchant's origins only.
 */
export function cors(merchants: readonly Merchant[]): MiddlewareHandler<BffEnv> {
  const anyMerchants = new Set(merchants.flatMap(({ origins }) => origins));
  return async function answerCrossOrigin(c, next) {
    const isPreflight =
      c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;
    if (isPreflight) return answerPreflight(c, anyMerchants);
    await next();
    allowReading(c, anyMerchants);
    return undefined;
  };
}

function answerPreflight(c: Context<BffEnv>, anyMerchants: ReadonlySet<string>): Response {
  const origin = c.req.header('origin');
  c.header('vary', 'origin');
  if (origin === undefined || !anyMerchants.has(origin)) throw new BffError('origin_not_allowed');
  return c.body(null, 204, { ...preflightHeaders, 'access-control-allow-origin': origin });
}

function allowReading(
  { req, res, var: { merchant } }: Context<BffEnv>,
  anyMerchants: ReadonlySet<string>,
): void {
  res.headers.append('vary', 'origin');
  const origin = req.header('origin');
  if (origin === undefined) return;
  const mayRead = merchant
    ? merchant.origins.includes(origin)
    : res.status >= 400 && anyMerchants.has(origin);
  if (!mayRead) return;
  res.headers.set('access-control-allow-origin', origin);
  res.headers.set('access-control-expose-headers', 'retry-after');
}
