import { Hono } from 'hono';
import {
  emptyBodySchema,
  patchCheckoutSchema,
  selectOfferSchema,
} from '../../../widget/contract/checkout.ts';
import type { BffContext } from '../context.ts';
import type { SessionEnv } from '../http/env.ts';
import { chargeCheckout } from '../operations/charge-checkout.ts';
import { inviteToPortal } from '../operations/invite-to-portal.ts';
import { chooseAgain, selectOffer } from '../operations/select-offer.ts';
import { patchCheckout } from '../operations/patch-checkout.ts';
import { readCheckout } from '../operations/sync-checkout.ts';
import { readBody } from '../http/request.ts';

/** `/v1/checkouts/{id}` and what moves it. */
export function oneCheckoutRoutes(context: BffContext): Hono<SessionEnv> {
  const app = new Hono<SessionEnv>();
  app.get('/:id', async (c) => {
    return c.json({ step: await readCheckout(context, c.var.checkout.id) }, 200);
  });
  app.patch('/:id', async (c) => {
    const patch = await readBody(c, patchCheckoutSchema);
    return c.json({ step: await patchCheckout(context, c.var.session, patch) }, 200);
  });
  app.post('/:id/offers/:offer_uuid/select', async (c) => {
    const body = await readBody(c, selectOfferSchema);
    const { rights } = c.var.session;
    const choice = { ...body, offerUuid: c.req.param('offer_uuid'), rights };
    return c.json({ step: await selectOffer(context, c.var.checkout, choice) }, 200);
  });
  app.delete('/:id/selection', async (c) => {
    return c.json({ step: await chooseAgain(context, c.var.checkout, c.var.session.rights) }, 200);
  });
  app.post('/:id/portal-invitation', async (c) => {
    await readBody(c, emptyBodySchema);
    return c.json({ step: await inviteToPortal(context, c.var.checkout) }, 200);
  });
  app.post('/:id/charge', async (c) => {
    await readBody(c, emptyBodySchema);
    const { step, isNew } = await chargeCheckout(context, c.var.checkout);
    return c.json({ step }, isNew ? 201 : 200);
  });
  return app;
}
