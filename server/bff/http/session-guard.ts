import type { MiddlewareHandler } from 'hono';
import type { BffContext } from '../context.ts';
import { assertMayGoOn } from '../domain/admission.ts';
import { BffError } from '../errors.ts';
import type { SessionEnv } from './env.ts';
import type { Limiters } from './limiters.ts';
import { authenticate } from '../operations/sessions.ts';
import { admitted } from './request.ts';

/** Lets a request pass whose token is good for the checkout that it names. */
export function sessionGuard(
  context: BffContext,
  limiters: Limiters,
): MiddlewareHandler<SessionEnv> {
  return async function guardSession(c, next) {
    const { session, isLive } = await authenticate(context, c.req.header('authorization'));
    const { checkout } = session;
    const { caller } = admitted(c, context, checkout.publishableKey);
    assertMayGoOn(caller, checkout);
    if (checkout.id !== c.req.param('id')) throw new BffError('not_found');
    if (!isLive) throw new BffError('token_expired');
    limiters.callOf(checkout.id);
    c.set('checkoutId', checkout.id);
    c.set('checkout', checkout);
    c.set('session', session);
    c.set('caller', caller);
    await next();
  };
}
