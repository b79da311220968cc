import { createRoute, type RouteConfig, z } from '@hono/zod-openapi';
import { answer, jsonBody, pageOf, refusals, secured } from './answers.ts';
import { checkoutStatus } from './checkouts.ts';
import { webhookExample } from './examples.ts';
import { deliveryStatuses, eventStatuses } from './statuses.ts';
import {
  idText,
  keyHeader,
  line,
  money,
  optional,
  pageQuery,
  pathId,
  time,
  timeInput,
  uuid,
} from './values.ts';
import { webhookTypes } from './webhook-types.ts';

const webhookType = z.enum(webhookTypes).openapi('WebhookType');

/** The body of a webhook. */
export const webhookPayload = z
  .object({
    type: webhookType,
    timestamp: time.openapi({ description: 'When it happened, not when it is sent.' }),
    data: z.object({
      checkout_id: uuid,
      order_id: z.string().nullable(),
      status: checkoutStatus,
      version: z.int().openapi({
        description:
          'Of the checkout: it grows with each event, not by 1. Compare it with that of the last event about the same refund, or else charge, or else checkout. Another checkout of the order begins at 1 again.',
        example: 480,
      }),
      amount: money.nullable().openapi({
        description: 'Of the refund or the charge that it is about, else of the checkout.',
      }),
      charge_id: uuid.optional(),
      refund_id: uuid.optional(),
    }),
  })
  .openapi('Webhook');
export type WebhookPayload = z.output<typeof webhookPayload>;

/** What the merchant's own server is asked, as OpenAPI describes it. */
export const webhookOperation = {
  method: 'post',
  path: 'event',
  operationId: 'receiveEvent',
  summary: 'Something happened',
  description:
    'Sent to the endpoints of the merchant’s entry by Standard Webhooks. Any 2xx within 10 seconds acknowledges it; anything else is tried again for three days, 410 is not. Until an event is taken or given up, the next ones of its checkout wait: answer 2xx to types that you do not know, too. Verify the signature over the raw body, and expect one event more than once: its `webhook-id` stays the same.',
  tags: ['Events'],
  security: [{ webhook_signature: [] }],
  request: {
    headers: z.object({
      'webhook-id': uuid.openapi({ description: 'Of the event.' }),
      'webhook-timestamp': z.string().openapi({
        description: 'Of this attempt, in seconds since the epoch.',
        example: '1772463960',
      }),
      'webhook-signature': z.string().openapi({
        description:
          '`v1,` and HMAC-SHA256 or `v1a,` and Ed25519 in base64, of each secret, separated by spaces. Of the id, the timestamp and the raw body with a dot between them.',
        example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      }),
    }),
    body: {
      required: true,
      content: { 'application/json': { schema: webhookPayload, example: webhookExample } },
    },
  },
  responses: {
    204: { description: 'Taken: it is not sent again.' },
    410: { description: 'Wanted no more: it is given up at once.' },
  },
} satisfies RouteConfig;

const endpointId = z.string().openapi({ example: 'shop' });

const deliveryAttempt = z
  .object({
    at: time,
    status: z.int().nullable().openapi({ description: 'What was answered.', example: 503 }),
    error: z.string().nullable().openapi({
      description:
        'A code of why there was no answer; `endpoint_removed` if the endpoint is no longer listed.',
      example: 'timeout',
    }),
  })
  .openapi('DeliveryAttempt');

const delivery = z
  .object({
    endpoint_id: endpointId,
    status: z.enum(deliveryStatuses),
    next_attempt_at: time.nullable().openapi({
      description: 'Of a `pending` one. In the past where it waits for an earlier event.',
    }),
    attempts: z.array(deliveryAttempt),
  })
  .openapi('Delivery');

export const event = z
  .object({
    event_id: uuid.openapi({ description: 'The `webhook-id` of each attempt.' }),
    type: webhookType,
    created_at: time,
    checkout_id: uuid,
    version: z.int().openapi({ example: 480 }),
    status: z.enum(eventStatuses).openapi({
      description:
        'What is worst of its deliveries. `delivered`: taken by all. `pending`: on its way, or waiting for its next try. `failed`: given up, and can be sent again. `not_sent`: no endpoint takes its type.',
    }),
    payload: z.string().openapi({ description: 'The body as it is sent: what is signed.' }),
    deliveries: z.array(delivery),
  })
  .openapi('Event');
export type EventView = z.output<typeof event>;

const endpoint = z
  .object({
    endpoint_id: endpointId,
    url: z.string().openapi({ format: 'uri', example: 'https://shop.example/hooks' }),
    failing_since: time.nullable().openapi({
      description: 'Since when it has taken nothing; null while it takes what it is sent.',
    }),
  })
  .openapi('Endpoint');

/** `created_after` counts with what was made at that time. */
const eventsQuery = z.strictObject({
  ...pageQuery,
  checkout_id: idText.optional().openapi({ type: 'string' }),
  status: z.enum(eventStatuses, 'not_an_option').optional(),
  type: z.enum(webhookTypes, 'not_an_option').optional(),
  created_after: timeInput.optional(),
});
export type EventsQuery = z.output<typeof eventsQuery>;

export const eventsPage = pageOf('events', event)
  .extend({
    endpoints: z.array(endpoint).openapi({ description: 'Those that are listed now.' }),
  })
  .openapi('EventsPage');
export type EventsPage = z.output<typeof eventsPage>;

export const listEventsRoute = createRoute({
  method: 'get',
  path: '/v1/merchant/events',
  operationId: 'listEvents',
  summary: 'List events',
  description:
    'What the merchant’s server is told, the newest first, with each attempt to send it. Events are here, too, if no endpoint takes them. An event can be written up to a minute after a newer one: if you poll, read the last minute again each time, and skip each `event_id` that you know.',
  tags: ['Events'],
  ...secured,
  request: { query: eventsQuery },
  responses: { 200: answer('The events.', eventsPage), ...refusals() },
});

const maxEndpointIdLength = 40;

const resendEventRequest = z
  .strictObject({
    endpoint_id: optional(line(maxEndpointIdLength)).openapi({
      description:
        'Where to. Without it, to each endpoint that it was meant for and that is listed.',
      example: 'shop',
    }),
  })
  .openapi('ResendEventRequest');
export type ResendEventRequest = z.output<typeof resendEventRequest>;

export const resendEventRoute = createRoute({
  method: 'post',
  path: '/v1/merchant/events/{event}/resend',
  operationId: 'resendEvent',
  summary: 'Send an event again',
  description:
    'Under the same `webhook-id`, whatever became of it, and for three days again. What waits for its next try is tried now.',
  tags: ['Events'],
  ...secured,
  request: {
    params: z.object({ event: pathId }),
    headers: keyHeader,
    body: jsonBody(resendEventRequest),
  },
  responses: {
    200: answer('The event.', event),
    ...refusals(404, 409, 413, 415),
  },
});

const resendEventsRequest = z
  .strictObject({
    created_after: timeInput,
    endpoint_id: optional(line(maxEndpointIdLength)).openapi({
      description: 'What failed there. Without it, at all endpoints.',
      example: 'shop',
    }),
    to: optional(line(maxEndpointIdLength)).openapi({
      description: 'The endpoint to send it to, if the one that it failed at is no longer listed.',
      example: 'new-shop',
    }),
    starting_after: optional(line(maxEndpointIdLength)).openapi({
      description: 'The `last_event_id` of the call before, of which there was more.',
      format: 'uuid',
    }),
  })
  .openapi('ResendEventsRequest');
export type ResendEventsRequest = z.output<typeof resendEventsRequest>;

export const resentEvents = z
  .object({
    resent: z
      .int()
      .openapi({ description: 'Deliveries that are on their way again.', example: 12 }),
    has_more: z.boolean().openapi({
      description:
        'Call again for the rest, with `starting_after` as `last_event_id` says, and another key.',
    }),
    last_event_id: uuid
      .nullable()
      .openapi({ description: 'The newest event that was looked at; null for none.' }),
  })
  .openapi('ResentEvents');
export type ResentEvents = z.output<typeof resentEvents>;

export const resendEventsRoute = createRoute({
  method: 'post',
  path: '/v1/merchant/failed-events/resend',
  operationId: 'resendEvents',
  summary: 'Send all failed events again',
  description:
    'Those made since a time, the oldest first, at most 500 deliveries a call; what waits for its next try is tried now. The answer does not wait for the endpoints: read there `status` of the events. A repeat under the same key is answered as before, and sends nothing. What failed at an endpoint that is no longer listed goes to the one that `to` names, or stays as it is.',
  tags: ['Events'],
  ...secured,
  request: { headers: keyHeader, body: jsonBody(resendEventsRequest) },
  responses: {
    200: answer('How many.', resentEvents),
    ...refusals(409, 413, 415),
  },
});
