import { Hono } from 'hono';
import type { Diagnosis } from '../../../widget/contract/public-information.ts';
import type { BffContext } from '../context.ts';
import type { BffEnv } from '../http-env.ts';
import type { Limiters } from '../limiters.ts';
import { addressOf, queryOf } from './request.ts';

/** Any page may read it, and the widget tries whether it may be framed: it says nothing else. */
const forAnyPage = {
  'access-control-allow-origin': '*',
  'content-security-policy': "default-src 'none'",
  vary: 'origin',
};

/** GET `/v1/diagnose?merchant=`: what a developer whose page is refused has to know. */
export function diagnoseRoutes(context: BffContext, limiters: Limiters): Hono<BffEnv> {
  return new Hono<BffEnv>().get('/diagnose', (c) => {
    limiters.call(addressOf(c, context));
    const merchant = context.merchants.get(queryOf(c, 'merchant') ?? '');
    const origin = c.req.header('origin');
    const diagnosis: Diagnosis = {
      merchant_known: merchant !== undefined,
      origin_allowed: origin !== undefined && merchant?.origins.includes(origin) === true,
    };
    return c.json(diagnosis, 200, forAnyPage);
  });
}
