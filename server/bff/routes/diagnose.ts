import { Hono } from 'hono';
import { countedNetwork } from '../../platform/http/client-address.ts';
import type { Diagnosis } from '../../../widget/contract/public-information.ts';
import type { BffContext } from '../context.ts';
import type { BffEnv } from '../http/env.ts';
import type { Limiters } from '../http/limiters.ts';
import { queryOf } from '../http/request.ts';

/** Any page may read it, and the widget tries whether it may be framed: it says nothing else. */
const forAnyPage = {
  'access-control-allow-origin': '*',
  'content-security-policy': "default-src 'none'",
  vary: 'origin',
};

/**
 * GET `/v1/diagnose?merchant=&return_origin=`: what a developer whose page is refused has to know.
 * An origin is confirmed to whoever names it, as by the header; none is ever told.
 */
export function diagnoseRoutes(context: BffContext, limiters: Limiters): Hono<BffEnv> {
  return new Hono<BffEnv>().get('/diagnose', (c) => {
    limiters.call(countedNetwork(c, context.config));
    const merchant = context.merchants.get(queryOf(c, 'merchant') ?? '');
    const isAllowed = (origin: string) => merchant?.origins.includes(origin) === true;
    const returnOrigin = queryOf(c, 'return_origin');
    const diagnosis: Diagnosis = {
      merchant_known: merchant !== undefined,
      origin_allowed: isAllowed(c.req.header('origin') ?? ''),
      ...(returnOrigin !== undefined && { return_origin_allowed: isAllowed(returnOrigin) }),
    };
    return c.json(diagnosis, 200, forAnyPage);
  });
}
