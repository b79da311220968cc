import { Hono } from 'hono';
import { countedNetwork } from '../../platform/http/client-address.ts';
import { createCheckoutSchema, resumeSchema } from '../../../widget/contract/checkout.ts';
import type { BffContext } from '../context.ts';
import type { BffEnv } from '../http/env.ts';
import type { Limiters } from '../http/limiters.ts';
import { openCheckout } from '../operations/open-checkout.ts';
import { resumeCheckout } from '../operations/resume-checkout.ts';
import { admitted, readBody } from '../http/request.ts';

/** POST `/v1/checkouts` and `/v1/resume`: how a page comes to a checkout. */
export function checkoutRoutes(context: BffContext, limiters: Limiters): Hono<BffEnv> {
  return new Hono<BffEnv>()
    .post('/checkouts', async (c) => {
      const body = await readBody(c, createCheckoutSchema);
      const { merchant, caller } = admitted(c, context, body.merchant);
      limiters.open(countedNetwork(c, context.config), merchant.publishable_key);
      const { session, isNew } = await openCheckout(context, { merchant, caller, body });
      return c.json(session, isNew ? 201 : 200);
    })
    .post('/resume', async (c) => {
      const body = await readBody(c, resumeSchema);
      const { merchant, caller } = admitted(c, context, body.merchant);
      limiters.open(countedNetwork(c, context.config), merchant.publishable_key);
      return c.json(await resumeCheckout(context, { merchant, caller, body }), 200);
    });
}
