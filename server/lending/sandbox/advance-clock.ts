import type { DueWorkRunner } from '../../platform/due-work/runner.ts';
import type { LendingContext } from '../context.ts';
import type { LendingSchema } from '../store/schema.ts';
import { timerHandlers } from '../work.ts';
import { addClockOffset } from './sponsor-clock.ts';

/**
 * Moves a sponsor's time on and runs every domain timer that is due by then before it answers the
 * new time (epoch milliseconds). Deliveries that are due are started by the runner, not awaited.
 */
export async function advanceClock(
  context: LendingContext,
  runner: DueWorkRunner<LendingSchema>,
  sponsorId: string,
  milliseconds: number,
): Promise<number> {
  await context.database.transaction((tx) => addClockOffset(tx, sponsorId, milliseconds));
  await context.clock.refresh(context.database);
  const now = context.clock.now(sponsorId);
  await runner.runDue({ scope: sponsorId, kinds: Object.keys(timerHandlers(context)) });
  runner.wake();
  return now;
}
