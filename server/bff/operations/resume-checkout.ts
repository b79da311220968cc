import type { CheckoutSession, ResumeRequest } from '../../../widget/contract/checkout.ts';
import type { BffContext, Merchant } from '../context.ts';
import { assertMayGoOn, type Caller, pageOrigin } from '../domain/admission.ts';
import { seenFrom, takenUpBy } from '../domain/opening.ts';
import { assertReturnUrl } from '../domain/return-url.ts';
import { BffError } from '../errors.ts';
import { lockCheckout } from '../store/checkouts.ts';
import { writeChange } from './write-checkout.ts';
import { checkoutOfHandle, openSession, sessionAnswer } from './open-session.ts';
import { trySync } from './sync-checkout.ts';

/**
 * A fresh token for the checkout of a handle, in whatever browser, which goes on in the language
 * and leads back to the address of the page that resumes it.
 * @throws BffError `origin_not_allowed`, `not_found` for a handle that is good for nothing
 */
export async function resumeCheckout(
  context: BffContext,
  { merchant, caller, body }: { merchant: Merchant; caller: Caller; body: ResumeRequest },
): Promise<CheckoutSession> {
  const origin = pageOrigin(caller, body.parent_origin, merchant.origins);
  if (body.return_url !== undefined) assertReturnUrl(body.return_url, merchant.origins);
  const publishableKey = merchant.publishable_key;
  const checkout = await checkoutOfHandle(context, { handle: body.resume, publishableKey });
  if (checkout === undefined) throw new BffError('not_found');
  assertMayGoOn(caller, checkout);
  const { id } = checkout;
  const { database } = context;
  const token = await database.transaction(async (tx) => {
    const before = await lockCheckout(tx, database.engine, id);
    if (before === undefined) throw new BffError('not_found');
    // Another page may have begun what the merchant's server made.
    assertMayGoOn(caller, before);
    const takenUp = takenUpBy(before, { ...caller, origin });
    await writeChange(context, tx, before, seenFrom(takenUp, body));
    return openSession(context, tx, id);
  });
  await trySync(context, id);
  return sessionAnswer(context, id, token);
}
