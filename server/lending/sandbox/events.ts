import { createRoute, z } from '@hono/zod-openapi';
import { answer, refusals, secured } from '../../lending-api/answers.ts';
import { platformId } from '../../lending-api/identifiers.ts';
import { timestamp as timestampSchema } from '../../lending-api/times.ts';
import type { LendingContext } from '../context.ts';
import { timestamp } from '../domain/formats.ts';
import { releaseHeldEvents, resendEvent } from '../operations/callbacks.ts';
import type { LendingApp } from '../routes/lending-app.ts';
import { countReceiverCall } from '../store/counters.ts';
import {
  type EventFilter,
  holdDeliveries,
  holdEvents,
  listAttempts,
  listEvents,
} from '../store/events.ts';

const eventFilter = z.object({
  external_application_id: z.string().optional(),
  event_type: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

const event = z.object({
  event_id: platformId,
  event_type: z.string(),
  target_url: z.string(),
  payload: z.looseObject({}),
  status: z.enum(['Queued', 'Delivered', 'Retrying', 'Exhausted']),
  attempts: z.array(
    z.object({
      at: timestampSchema,
      status_code: z.int().nullable(),
      error: z.string().nullable(),
    }),
  ),
  next_attempt_at: timestampSchema.nullable(),
});

const listEventsRoute = createRoute({
  method: 'get',
  path: '/sandbox/v1/events',
  operationId: 'get_events',
  summary: 'Events',
  description:
    'The newest callbacks, `?limit=` of them (100, at most 1,000), with every attempt to deliver them; the oldest first.',
  tags: ['events'],
  ...secured,
  request: { query: eventFilter },
  responses: { 200: answer('The callbacks.', z.array(event)), ...refusals() },
});

const resendEventRoute = createRoute({
  method: 'post',
  path: '/sandbox/v1/events/{event_id}/resend',
  operationId: 'post_events_event_id_resend',
  summary: 'Events: resend',
  description: 'Delivers a callback again.',
  tags: ['events'],
  ...secured,
  request: { params: z.object({ event_id: z.string() }) },
  responses: { 202: { description: 'It is being delivered.' }, ...refusals(404) },
});

const holdEventsRoute = createRoute({
  method: 'post',
  path: '/sandbox/v1/events/hold',
  operationId: 'post_events_hold',
  summary: 'Events: hold',
  description: 'Lets callbacks wait from now on.',
  tags: ['events'],
  ...secured,
  responses: { 200: answer('They wait.', z.object({})), ...refusals() },
});

const releaseBody = z.object({
  order: z.enum(['oldest_first', 'newest_first']).default('oldest_first'),
  copies: z.int().min(1).max(10).default(1),
});

const releaseEventsRoute = createRoute({
  method: 'post',
  path: '/sandbox/v1/events/release',
  operationId: 'post_events_release',
  summary: 'Events: release',
  description: 'Delivers what waits, in this order and so many times each.',
  tags: ['events'],
  ...secured,
  request: {
    body: {
      required: false,
      content: {
        'application/json': {
          schema: releaseBody,
          example: { order: 'newest_first', copies: 2 },
        },
      },
    },
  },
  responses: {
    200: answer('How many waited.', z.object({ released: z.int() })),
    ...refusals(413, 415),
  },
});

/** The callbacks of the sponsor and their deliveries. */
export function registerEvents(app: LendingApp, context: LendingContext): void {
  app.openapi(listEventsRoute, async (c) => {
    const { external_application_id, event_type, limit } = c.req.valid('query');
    const events = await readEvents(context, {
      sponsorId: c.get('sponsor').id,
      externalApplicationId: external_application_id,
      eventType: event_type,
      limit,
    });
    return c.json(events, 200);
  });
  app.openapi(resendEventRoute, async (c) => {
    await resendEvent(context, c.get('sponsor').id, c.req.valid('param').event_id);
    return c.body(null, 202);
  });
  app.openapi(holdEventsRoute, async (c) => {
    const sponsorId = c.get('sponsor').id;
    await context.database.transaction(async (tx) => {
      await holdDeliveries(tx, sponsorId, true);
      await holdEvents(tx, sponsorId);
    });
    return c.json({}, 200);
  });
  app.openapi(releaseEventsRoute, async (c) => {
    const order = c.req.valid('json');
    return c.json({ released: await releaseHeldEvents(context, c.get('sponsor').id, order) }, 200);
  });
}

async function readEvents({ database }: LendingContext, wanted: EventFilter) {
  const events = await listEvents(database.query, wanted);
  const attempts = await listAttempts(
    database.query,
    events.map(({ id }) => id),
  );
  return events.map((event) => ({
    event_id: event.id,
    event_type: event.event_type,
    target_url: event.target_url,
    payload: JSON.parse(event.payload) as Record<string, unknown>,
    status: event.status,
    attempts: (attempts.get(event.id) ?? []).map(({ at, status_code, error }) => ({
      at: timestamp(at),
      status_code,
      error,
    })),
    next_attempt_at: event.next_attempt_at === null ? null : timestamp(event.next_attempt_at),
  }));
}

const receiverName = /^[\w.-]{1,64}$/;

/** A receiver of callbacks to try things out with: it answers 500 so many times, then 200. */
export function registerReceiver(app: LendingApp, { database }: LendingContext): void {
  app.post('/sandbox/receiver/:name', (c) => c.json({ received: true }));
  app.post('/sandbox/receiver/:name/:fail{fail-\\d{1,4}}', async (c) => {
    const { name, fail } = c.req.param();
    if (!receiverName.test(name)) return c.json({ detail: 'Not found.' }, 404);
    const calls = await database.transaction((tx) => countReceiverCall(tx, name));
    const failures = Number(fail.slice('fail-'.length));
    return calls <= failures ? c.json({ received: false }, 500) : c.json({ received: true });
  });
}
