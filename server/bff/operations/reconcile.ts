import type { DueWorkHandler } from '../../platform/due-work/runner.ts';
import type { BffContext } from '../context.ts';
import { laterLook, nextLook } from '../domain/following.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { noteLenderProblem } from './note-lender-problem.ts';
import { isReadingProblem, syncCheckout } from './sync-checkout.ts';

/** While the lender cannot be read, it is asked no more often than this. */
const pauseMs = 15_000;

/** Looks at a checkout without anybody asking, until nothing more can happen to it. */
export function reconciler(context: BffContext): DueWorkHandler {
  return async ({ key: id, now }) => {
    const planned = await loadCheckout(context.database.query, id);
    const later = planned === undefined ? null : laterLook(planned, now);
    if (later !== null) return { retryAt: later };
    let earliest = now;
    try {
      await syncCheckout(context, id);
    } catch (error) {
      if (!isReadingProblem(error)) throw error;
      noteLenderProblem(context, 'lender_not_read', { checkoutId: id, error });
      earliest = now + pauseMs;
    }
    const checkout = await loadCheckout(context.database.query, id);
    const next = checkout === undefined ? null : nextLook(checkout, now);
    return next === null ? 'done' : { retryAt: Math.max(next, earliest) };
  };
}
