import { schedule } from '../../platform/due-work/due-work.ts';
import type { DueWorkHandler } from '../../platform/due-work/runner.ts';
import { minuteMs } from '../../platform/durations.ts';
import type { BffContext } from '../context.ts';
import { forgetKeys } from '../store/idempotency-keys.ts';
import { forgetPulls } from '../store/person-pulls.ts';

/**
 * Kind of the due work that forgets whose soft pulls are a day old, and the keys whose time is over.
 * Named by what it forgot first: rows are stored under it.
 */
export const FORGET_OLD_ROWS = 'forget_pulls';

const everyMs = 10 * minuteMs;
/** A statement that takes too long deletes nothing, and would have more to delete each time. */
const limit = 1_000;

export function oldRowsForgetter({ database }: BffContext): DueWorkHandler {
  return async ({ now }) => {
    const pulls = await forgetPulls(database.query, { now, limit });
    const keys = await forgetKeys(database.query, { now, limit });
    return { retryAt: Math.max(pulls, keys) < limit ? now + everyMs : now };
  };
}

/** One row for all processes on a database, from the first start on. */
export async function scheduleForgetting({ database, clock }: BffContext): Promise<void> {
  await database.transaction((tx) =>
    schedule(tx, { kind: FORGET_OLD_ROWS, key: 'all', scope: '', dueAt: clock.now() }),
  );
}
