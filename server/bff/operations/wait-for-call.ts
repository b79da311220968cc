import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { afterACommit } from '../../platform/database/database.ts';
import type { Deadline } from '../concurrency/deadline.ts';
import type { BffContext } from '../context.ts';
import { stepOf } from '../domain/step.ts';
import { storedStep, trySync } from './sync-checkout.ts';

/**
 * Waits until the call whose intent is written has ended, or its caller's deadline has passed. If none
 * is in flight here, the lender is read instead.
 * @returns what `view` makes of the checkout as it is stored then
 */
export async function afterCall<View>(
  context: BffContext,
  { id, key, deadline }: { id: string; key: string; deadline: Deadline },
  view: () => Promise<View>,
): Promise<View> {
  try {
    if (!context.calls.has(key)) await trySync(context, id);
    await context.calls.wait(key, Math.min(deadline.left, context.timing.answerMs));
    return await view();
  } catch (error) {
    throw afterACommit(error);
  }
}

/**
 * Where a checkout stands whose intent is written: when its call has ended, or after `mostMs`,
 * `timing.answerMs` at most. If no call is in flight here, the lender is read first.
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
