import { Hono } from 'hono';
import {
  type Diagnosis,
  orderTokenQuestionSchema,
} from '../../../widget/contract/public-information.ts';
import { countedNetwork } from '../../platform/http/client-address.ts';
import type { BffContext } from '../context.ts';
import type { BffEnv } from '../http/env.ts';
import type { Limiters } from '../http/limiters.ts';
import { admitted, queryOf, readBody } from '../http/request.ts';
import { diagnoseOrderToken } from '../operations/diagnose-order-token.ts';

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
    const key = queryOf(c, 'merchant') ?? '';
    const merchant = context.merchants.isListed(key) ? context.merchants.get(key) : undefined;
    const isAllowed = (origin: string) => merchant?.origins.includes(origin) === true;
    // Of its own pages, as that of a link, a GET names no origin.
    const isOwnPage = merchant !== undefined && c.req.header('sec-fetch-site') === 'same-origin';
    const returnOrigin = queryOf(c, 'return_origin');
    const diagnosis: Diagnosis = {
      merchant_known: merchant !== undefined,
      origin_allowed: isOwnPage || isAllowed(c.req.header('origin') ?? ''),
      ...(returnOrigin !== undefined && { return_origin_allowed: isAllowed(returnOrigin) }),
    };
    return c.json(diagnosis, 200, forAnyPage);
  });
}

/**
 * POST `/order-token`: why a token is refused, for a page of its merchant. In the sandbox only: to
 * others than its developers it would tell which of a forger's tries comes close.
 */
export function orderTokenRoutes(context: BffContext): Hono<BffEnv> {
  const app = new Hono<BffEnv>();
  if (!context.config.isSandbox) return app;
  return app.post('/order-token', async (c) => {
    const { merchant: key, order_token } = await readBody(c, orderTokenQuestionSchema);
    const { merchant } = admitted(c, context, key);
    return c.json(await diagnoseOrderToken(context, merchant, order_token), 200);
  });
}
