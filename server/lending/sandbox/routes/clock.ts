import { z } from 'zod';
import { timestamp } from '../../domain/timestamp.ts';
import { advanceClock } from '../advance-clock.ts';
import type { RegisterControls } from './register-controls.ts';
import { readBody } from './read-body.ts';

const MAX_SECONDS = 400 * 86_400;
const wanted = `Must be a whole number from 0 to ${MAX_SECONDS} (400 days).`;
export const advanceBody = z.object({
  seconds: z.int(wanted).min(0, wanted).max(MAX_SECONDS, wanted),
});

export const registerClock: RegisterControls = (app, { context, runner }) => {
  app.get('/sandbox/v1/clock', (c) =>
    c.json({ now: timestamp(context.clock.now(c.get('sponsor').id)) }),
  );
  app.post('/sandbox/v1/clock/advance', async (c) => {
    const { seconds } = await readBody(c, advanceBody);
    const now = await advanceClock(context, runner, c.get('sponsor').id, seconds * 1_000);
    return c.json({ now: timestamp(now) });
  });
};
