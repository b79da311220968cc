import { Hono } from 'hono';
import { checkApplication } from '../../../widget/contract/applicant.ts';
import {
  createCheckoutSchema,
  emptyBodySchema,
  patchCheckoutSchema,
  resumeSchema,
  selectOfferSchema,
} from '../../../widget/contract/checkout.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { clientAddress, countedNetwork } from '../../platform/http/client-address.ts';
import type { BffContext } from '../context.ts';
import { assertMayApply } from '../domain/admission.ts';
import { BffError } from '../errors.ts';
import type { BffEnv, SessionEnv } from '../http/env.ts';
import type { Limiters } from '../http/limiters.ts';
import { admitted, readBody } from '../http/request.ts';
import { applyForLoan } from '../operations/apply.ts';
import { inviteToPortal } from '../operations/invite-to-portal.ts';
import { openCheckout } from '../operations/open-checkout.ts';
import { patchCheckout } from '../operations/patch-checkout.ts';
import { chargeCheckout } from '../operations/request-charge.ts';
import { resumeCheckout } from '../operations/resume-checkout.ts';
import { chooseAgain, selectOffer } from '../operations/select-offer.ts';
import { readCheckout } from '../operations/sync-checkout.ts';
import { takeUpCheckout } from '../operations/take-up.ts';

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

/** `/v1/checkouts/{id}` and what moves it, in the order of a flow. */
export function oneCheckoutRoutes(context: BffContext, limiters: Limiters): Hono<SessionEnv> {
  const app = new Hono<SessionEnv>();
  app.get('/:id', async (c) => {
    return c.json({ step: await readCheckout(context, c.var.checkout.id) }, 200);
  });
  app.patch('/:id', async (c) => {
    const patch = await readBody(c, patchCheckoutSchema);
    const { signal } = c.req.raw;
    return c.json({ step: await patchCheckout(context, c.var.session, patch, signal) }, 200);
  });
  app.post('/:id/take-up', async (c) => {
    await readBody(c, emptyBodySchema);
    return c.json(await takeUpCheckout(context, c.var.session), 200);
  });
  // The one body with personal data; it is passed on only.
  app.post('/:id/application', async (c) => {
    const { checkout, session } = c.var;
    assertMayApply(session.rights);
    limiters.application(checkout.id);
    const today = easternDate(context.clock.now());
    const checked = checkApplication(await c.req.json(), { today });
    if (!checked.ok) throw new BffError('invalid_applicant', { errors: checked.errors });
    limiters.softPull(countedNetwork(c, context.config));
    const origin = {
      ipAddress: clientAddress(c, context.config.trustedProxies),
      userAgent: c.req.header('user-agent')?.trim() || 'unknown',
    };
    const step = await applyForLoan(context, session, checked.value, origin);
    return c.json({ step }, 200);
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
