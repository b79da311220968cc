import { Hono } from 'hono';
import { countedNetwork } from '../../platform/http/client-address.ts';
import { checkApplication } from '../../../widget/contract/check-application.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import type { BffContext } from '../context.ts';
import { assertMayApply } from '../domain/rights.ts';
import { BffError } from '../errors.ts';
import type { SessionEnv } from '../http/env.ts';
import type { Limiters } from '../http/limiters.ts';
import { applyForLoan } from '../operations/apply.ts';
import { addressOf } from '../http/request.ts';

/** POST `/v1/checkouts/{id}/application`: the one body with personal data; it is passed on only. */
export function applicationRoutes(context: BffContext, limiters: Limiters): Hono<SessionEnv> {
  return new Hono<SessionEnv>().post('/:id/application', async (c) => {
    const { checkout, session } = c.var;
    assertMayApply(session.rights);
    limiters.application(checkout.id);
    const today = easternDate(context.clock.now());
    const checked = checkApplication(await c.req.json(), { today });
    if (!checked.ok) throw new BffError('invalid_applicant', { errors: checked.errors });
    limiters.softPull(countedNetwork(c, context.config));
    const origin = {
      ipAddress: addressOf(c, context),
      userAgent: c.req.header('user-agent')?.trim() || 'unknown',
    };
    const step = await applyForLoan(context, checkout, checked.value, origin);
    return c.json({ step }, 200);
  });
}
