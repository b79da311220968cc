import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { afterACommit } from '../../platform/database/database.ts';
import type { BffContext } from '../context.ts';
import { stepOf } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { trySync } from './sync-checkout.ts';

/** Where the checkout stands, by the lender's newest word if the lender answers quickly. */
export async function readCheckout(context: BffContext, id: string): Promise<CheckoutStep> {
  await trySync(context, id);
  return storedStep(context, id);
}

/** Where the checkout stands by what is stored. @throws BffError `not_found` */
async function storedStep({ database }: BffContext, id: string): Promise<CheckoutStep> {
  const checkout = await loadCheckout(database.query, id);
  if (checkout === undefined) throw new BffError('not_found');
  return stepOf(checkout);
}

/**
 * Where a checkout stands whose intent is written: when its call has ended, or when its caller has
 * waited long enough, `mostMs` if that is shorter; by the lender's newest word when nobody here is
 * calling.
 */
export async function stepAfterCall(
  context: BffContext,
  id: string,
  mostMs = context.timing.answerMs,
): Promise<CheckoutStep> {
  try {
    if (!context.calls.has(id)) await trySync(context, id);
    const checkout = await context.calls.wait(id, Math.min(mostMs, context.timing.answerMs));
    return checkout === undefined ? await storedStep(context, id) : stepOf(checkout);
  } catch (error) {
    throw afterACommit(error);
  }
}
