import type { EventStatus } from '../merchant-api/statuses.ts';
import type { WebhookType } from '../merchant-api/webhook-types.ts';
import type { EventView } from '../merchant-api/webhooks.ts';
import { wireTime } from './step.ts';
import type { Delivery } from './webhook-delivery.ts';

/** An event as it is stored. */
export interface StoredEvent {
  readonly id: string;
  /** The merchant's publishable key. */
  readonly merchant: string;
  readonly checkoutId: string;
  readonly version: number;
  readonly type: WebhookType;
  readonly payload: string;
  readonly status: EventStatus;
  readonly createdAt: number;
}

/** An event as its merchant's server reads it. */
export function eventView(event: StoredEvent, deliveries: readonly Delivery[]): EventView {
  return {
    event_id: event.id,
    type: event.type,
    created_at: wireTime(event.createdAt),
    checkout_id: event.checkoutId,
    version: event.version,
    status: event.status,
    payload: event.payload,
    deliveries: deliveries.map(({ endpointId, status, nextAttemptAt, attempts }) => ({
      endpoint_id: endpointId,
      status,
      next_attempt_at: nextAttemptAt === null ? null : wireTime(nextAttemptAt),
      attempts: attempts.map(({ at, statusCode, error }) => ({
        at: wireTime(at),
        status: statusCode,
        error,
      })),
    })),
  };
}
