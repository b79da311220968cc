import { createRoute, z } from '@hono/zod-openapi';
import { answer, refusals, secured } from '../../lending-api/answers.ts';
import { timestamp as timestampSchema } from '../../lending-api/times.ts';
import type { DueWorkRunner } from '../../platform/due-work/runner.ts';
import type { LendingContext } from '../context.ts';
import { timestamp } from '../domain/formats.ts';
import type { LendingApp } from '../routes/lending-app.ts';
import type { LendingSchema } from '../store/schema.ts';
import { timerHandlers } from '../work.ts';
import { addClockOffset } from './sponsor-clock.ts';

const clock = z.object({ now: timestampSchema });

const readClockRoute = createRoute({
  method: 'get',
  path: '/sandbox/v1/clock',
  operationId: 'get_clock',
  summary: 'Clock',
  description: "The sponsor's time.",
  tags: ['clock'],
  ...secured,
  responses: { 200: answer('The time.', clock), ...refusals() },
});

const maxSeconds = 400 * 86_400;
const wanted = `Must be a whole number from 0 to ${maxSeconds} (400 days).`;
const advanceBody = z.object({ seconds: z.int(wanted).min(0, wanted).max(maxSeconds, wanted) });

const advanceClockRoute = createRoute({
  method: 'post',
  path: '/sandbox/v1/clock/advance',
  operationId: 'post_clock_advance',
  summary: 'Clock: advance',
  description:
    'Moves it on; deadlines that are due by then have passed before the answer. Other processes on one PostgreSQL follow within a second.',
  tags: ['clock'],
  ...secured,
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: advanceBody, example: { seconds: 3600 } } },
    },
  },
  responses: { 200: answer('The new time.', clock), ...refusals(413, 415) },
});

/** The time of the sponsor. */
export function registerClock(
  app: LendingApp,
  context: LendingContext,
  runner: DueWorkRunner<LendingSchema>,
): void {
  app.openapi(readClockRoute, (c) =>
    c.json({ now: timestamp(context.clock.now(c.get('sponsor').id)) }, 200),
  );
  app.openapi(advanceClockRoute, async (c) => {
    const { seconds } = c.req.valid('json');
    const now = await advanceClock(context, runner, c.get('sponsor').id, seconds * 1_000);
    return c.json({ now: timestamp(now) }, 200);
  });
}

/**
 * Moves a sponsor's time on and runs every domain timer that is due by then before it answers the
 * new time (epoch milliseconds). Deliveries that are due are started by the runner, not awaited.
 */
async function advanceClock(
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
