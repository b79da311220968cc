import { z } from 'zod';
import type { LendingContext } from '../../context.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { releaseHeldEvents, resendEvent } from '../../operations/deliver-event.ts';
import {
  type EventFilter,
  holdDeliveries,
  holdEvents,
  listAttempts,
  listEvents,
} from '../../store/events.ts';
import type { RegisterControls } from './register-controls.ts';
import { readBody, readQuery } from './read-body.ts';

export const eventFilter = z.object({
  external_application_id: z.string().optional(),
  event_type: z.string().optional(),
});

export const releaseBody = z.object({
  order: z.enum(['oldest_first', 'newest_first']).default('oldest_first'),
  copies: z.int().min(1).max(10).default(1),
});

export const registerEvents: RegisterControls = (app, { context }) => {
  app.get('/sandbox/v1/events', async (c) => {
    const { external_application_id: externalApplicationId, event_type } = readQuery(
      c,
      eventFilter,
    );
    const sponsorId = c.get('sponsor').id;
    const wanted = { sponsorId, externalApplicationId, eventType: event_type };
    return c.json(await eventRecords(context, wanted));
  });
  app.post('/sandbox/v1/events/hold', async (c) => {
    const sponsorId = c.get('sponsor').id;
    await context.database.transaction(async (tx) => {
      await holdDeliveries(tx, sponsorId, true);
      await holdEvents(tx, sponsorId);
    });
    return c.json({});
  });
  app.post('/sandbox/v1/events/release', async (c) => {
    const order = await readBody(c, releaseBody);
    return c.json({ released: await releaseHeldEvents(context, c.get('sponsor').id, order) });
  });
  app.post('/sandbox/v1/events/:event_id/resend', async (c) => {
    await resendEvent(context, c.get('sponsor').id, c.req.param('event_id'));
    return c.body(null, 202);
  });
};

async function eventRecords({ database }: LendingContext, wanted: EventFilter) {
  const events = await listEvents(database.query, wanted);
  const attempts = await listAttempts(database.query, wanted);
  return events.map((event) => ({
    event_id: event.id,
    event_type: event.event_type,
    target_url: event.target_url,
    payload: JSON.parse(event.payload) as object,
    status: event.status,
    attempts: (attempts.get(event.id) ?? []).map(({ at, status_code, error }) => ({
      at: timestamp(at),
      status_code,
      error,
    })),
    next_attempt_at: event.next_attempt_at === null ? null : timestamp(event.next_attempt_at),
  }));
}
