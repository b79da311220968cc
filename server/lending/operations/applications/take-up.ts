import type { Transaction } from 'kysely';
import { schedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { timerKinds } from '../../work-kinds.ts';

type Started = Pick<ApplicationTable, 'id' | 'sponsor_id'>;

/** So long after the process that asks the bureau was last heard of, any process may ask again. */
const TAKEN_UP_AFTER_MS = 10_000;
const HEARD_EVERY_MS = 4_000;

/** After a crash the inquiry is finished by due work; the call that began it finishes it itself. */
export function scheduleTakeUp(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Started,
  now: number,
): Promise<void> {
  return schedule(tx, {
    kind: timerKinds.softPull,
    key: id,
    scope: sponsor_id,
    dueAt: now + TAKEN_UP_AFTER_MS,
  });
}

/** Keeps other processes from taking an application up while this one asks the bureau for it. */
export async function whileAsking<Answer>(
  { database, clock, log }: Pick<LendingContext, 'database' | 'clock' | 'log'>,
  application: Started,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { id: application_id, sponsor_id } = application;
  const timer = setInterval(() => {
    database
      .statement((tx) => scheduleTakeUp(tx, application, clock.now(sponsor_id)))
      .catch((error) => log.warn({ event: 'take_up_not_postponed', application_id, error }));
  }, HEARD_EVERY_MS);
  try {
    return await ask();
  } finally {
    clearInterval(timer);
  }
}
