import { z } from '@hono/zod-openapi';
import { chargeStatuses, checkoutStatuses, refundStatuses } from './statuses.ts';
import { time, uuid } from './values.ts';

type EventOf<Subject extends string, Status extends string> = `${Subject}.${Status}`;

function eventTypes<Subject extends string, Status extends string>(
  subject: Subject,
  statuses: readonly Status[],
): EventOf<Subject, Status>[] {
  return statuses.map((status): EventOf<Subject, Status> => `${subject}.${status}`);
}

/** `charge.not_made`, `refund.not_made`: what was `working` or `unresolved` turned out not to exist. */
export const eventType = z
  .enum([
    ...eventTypes('checkout', checkoutStatuses),
    ...eventTypes('charge', chargeStatuses),
    'charge.not_made',
    ...eventTypes('refund', refundStatuses),
    'refund.not_made',
  ])
  .openapi('EventType');
export type EventType = z.output<typeof eventType>;

export const timelineEvent = z
  .object({
    version: z.int().openapi({
      description: 'Of the checkout: it grows with each event, not by 1.',
      example: 120,
    }),
    type: eventType,
    at: time,
    charge_id: uuid.nullable(),
    refund_id: uuid.nullable(),
  })
  .openapi('TimelineEvent');
export type TimelineEvent = z.output<typeof timelineEvent>;
