import type { CheckoutSession, ResumeRequest } from '../../../widget/contract/checkout.ts';
import type { BffContext, Merchant } from '../context.ts';
import { assertMayGoOn, type Caller, pageOrigin } from '../domain/admission.ts';
import { BffError } from '../errors.ts';
import { checkoutOfHandle, openSession, sessionAnswer } from './open-session.ts';
import { trySync } from './sync-checkout.ts';

/**
 * A fresh token for the checkout of a handle, in whatever browser.
 * @throws BffError `origin_not_allowed`, `not_found` for a handle that is good for nothing
 */
export async function resumeCheckout(
  context: BffContext,
  { merchant, caller, body }: { merchant: Merchant; caller: Caller; body: ResumeRequest },
): Promise<CheckoutSession> {
  pageOrigin(caller, body.parent_origin, merchant.origins);
  const merchantKey = merchant.publishable_key;
  const checkout = await checkoutOfHandle(context, { handle: body.resume, merchantKey });
  if (checkout === undefined) throw new BffError('not_found');
  assertMayGoOn(caller, checkout);
  const { id } = checkout;
  const token = await context.database.transaction((tx) => openSession(context, tx, id));
  await trySync(context, id);
  return sessionAnswer(context, id, token);
}
