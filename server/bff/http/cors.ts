import type { Context, MiddlewareHandler } from 'hono';
import type { Merchant } from '../context.ts';
import { BffError } from '../errors.ts';
import type { BffEnv } from './env.ts';

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, last-event-id',
  'access-control-max-age': '600',
};

/**
 * A preflight names no merchant and is answered for any merchant's origin; so is an error of a
 * request that has named none yet. Every other answer is for its own merchant's origins only, by
 * `allowReading`.
 */
export function cors(merchants: readonly Merchant[]): MiddlewareHandler<BffEnv> {
  const anyMerchants = [...new Set(merchants.flatMap(({ origins }) => origins))];
  return async function answerCrossOrigin(c, next) {
    c.header('vary', 'origin');
    const isPreflight =
      c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;
    if (isPreflight) return answerPreflight(c, anyMerchants);
    await next();
    if (c.res.status >= 400 && c.var.merchantId === undefined) {
      allowReading(c, anyMerchants);
    }
    return undefined;
  };
}

/** Lets a page read the answer if it is of one of these origins. */
export function allowReading<Env extends BffEnv>(
  c: Context<Env>,
  origins: readonly string[],
): void {
  const origin = c.req.header('origin');
  if (origin === undefined || !origins.includes(origin)) return;
  c.header('access-control-allow-origin', origin);
  c.header('access-control-expose-headers', 'retry-after');
}

function answerPreflight(c: Context<BffEnv>, anyMerchants: readonly string[]): Response {
  const origin = c.req.header('origin');
  if (origin === undefined || !anyMerchants.includes(origin)) {
    throw new BffError('origin_not_allowed');
  }
  return c.body(null, 204, { ...preflightHeaders, 'access-control-allow-origin': origin });
}
