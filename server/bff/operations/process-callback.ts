import type { DueWorkHandler } from '../../platform/due-work/runner.ts';
import type { BffContext } from '../context.ts';
import type { CallbackHint } from '../domain/callback-hint.ts';
import { callbackKeptUntil } from '../domain/retention.ts';
import { checkoutsOfRequests } from '../store/charges.ts';
import { checkoutsOfApplications } from '../store/checkouts.ts';
import { deleteCallback, findCallback, markProcessed } from '../store/inbox.ts';
import { LenderError } from '../lender/lender-error.ts';
import { syncCheckout } from './sync-checkout.ts';

const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/**
 * A callback is a hint: the checkouts it is about are brought up to what the API says. It is
 * remembered for as long as it may be repeated.
 */
export function callbackProcessor(context: BffContext): DueWorkHandler {
  return async ({ key: eventId, attempts, now }) => {
    const hint = await findCallback(context.database.query, eventId);
    if (hint === undefined) return 'done';
    const keptUntil = callbackKeptUntil(hint.receivedAt);
    if (hint.processedAt !== null) {
      if (now < keptUntil) return { retryAt: keptUntil };
      await deleteCallback(context.database.query, eventId);
      return 'done';
    }
    try {
      for (const id of await checkoutsOf(context, hint)) await syncCheckout(context, id);
    } catch (error) {
      if (!(error instanceof LenderError)) throw error;
      return { retryAt: now + Math.min(firstRetryMs * 2 ** attempts, longestRetryMs) };
    }
    await markProcessed(context.database.query, eventId, now);
    return { retryAt: keptUntil };
  };
}

async function checkoutsOf(
  { database }: BffContext,
  { ids }: CallbackHint,
): Promise<ReadonlySet<string>> {
  const byApplication = await checkoutsOfApplications(database.query, ids);
  const byRequest = await checkoutsOfRequests(database.query, ids);
  return new Set([...byApplication, ...byRequest]);
}
