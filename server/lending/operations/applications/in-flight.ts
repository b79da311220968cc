import type { LendingContext } from '../../context.ts';

/** Soft pulls that this process has under way, by application. */
const underWay = new WeakMap<LendingContext['database'], Map<string, Promise<unknown>>>();

/**
 * Runs the work of an application, known to others of this process while it lasts. Work on it that
 * is under way comes first, and what that throws is thrown here too.
 */
export async function trackInFlight<Result>(
  { database }: Pick<LendingContext, 'database'>,
  applicationId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const running = underWay.get(database) ?? new Map<string, Promise<unknown>>();
  underWay.set(database, running);
  while (running.has(applicationId)) await running.get(applicationId);
  const result = work();
  running.set(applicationId, result);
  try {
    return await result;
  } finally {
    running.delete(applicationId);
  }
}

/**
 * Waits for this process's work on an application; false when there is none. Throws what the work
 * throws: whoever waited for it has the same outcome.
 */
export async function joinInFlight(
  { database }: Pick<LendingContext, 'database'>,
  applicationId: string,
): Promise<boolean> {
  const running = underWay.get(database)?.get(applicationId);
  await running;
  return running !== undefined;
}

/** Whether this process is at work on an application. */
export function isInFlight(
  { database }: Pick<LendingContext, 'database'>,
  applicationId: string,
): boolean {
  return underWay.get(database)?.has(applicationId) ?? false;
}
