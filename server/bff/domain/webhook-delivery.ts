import { dayMs } from '../../platform/durations.ts';
import { nextTryDelayMs } from '../../platform/outbound/retry-schedule.ts';
import type { DeliveryStatus, EventStatus } from '../merchant-api/statuses.ts';

/** How long an event is tried, from when it was queued on. */
export const TRIED_FOR_MS = 3 * dayMs;

/** More were sent again by hand than anybody reads. */
const mostAttempts = 50;

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly eventId: string;
  readonly endpointId: string;
  /** The merchant's publishable key. */
  readonly merchant: string;
  readonly checkoutId: string;
  /** Of the checkout: those to an endpoint arrive in its order. */
  readonly version: number;
  readonly status: DeliveryStatus;
  /** Failed ones since it was queued. */
  readonly tries: number;
  /** When it was written, or sent again (epoch milliseconds). */
  readonly queuedAt: number;
  /** Null once it has ended. */
  readonly nextAttemptAt: number | null;
  readonly attempts: readonly DeliveryAttempt[];
  /** When its event was written. */
  readonly createdAt: number;
}

/** What the deliveries of an event have of it. */
export type WrittenEvent = Pick<
  Delivery,
  'eventId' | 'merchant' | 'checkoutId' | 'version' | 'createdAt'
>;

/** What a receiver answered, or why it did not. */
export interface DeliveryAttempt {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly statusCode: number | null;
  readonly error: string | null;
}

/** What a delivery begins with. */
export function queued(
  delivery: WrittenEvent & Pick<Delivery, 'endpointId'>,
  now: number,
): Delivery {
  return {
    ...delivery,
    status: 'pending',
    tries: 0,
    queuedAt: now,
    nextAttemptAt: now,
    attempts: [],
  };
}

/** The same to be tried once more from the beginning on, perhaps at another endpoint. */
function queuedAgain(delivery: Delivery, endpointId: string, now: number): Delivery {
  return {
    ...delivery,
    endpointId,
    status: 'pending',
    tries: 0,
    queuedAt: now,
    nextAttemptAt: now,
  };
}

/** Where an event is to be sent once more. */
interface Resending {
  readonly event: WrittenEvent;
  readonly targets: readonly string[];
  /** True if an endpoint is still the merchant's. */
  readonly isListed: (endpointId: string) => boolean;
  readonly now: number;
}

/**
 * The deliveries of an event that is sent again. What is on its way to a target stays so, and what
 * waits for its next try waits no longer; what is left of an endpoint that is gone becomes that of a
 * target.
 */
export function sentAgain(
  before: readonly Delivery[],
  { event, targets, isListed, now }: Resending,
): readonly Delivery[] {
  let after = before;
  for (const target of targets) {
    const own = after.find(({ endpointId }) => endpointId === target);
    if (own?.status === 'pending') {
      if (!isWaiting(own, now)) continue;
      after = after.map((each) => (each === own ? { ...own, nextAttemptAt: now } : each));
      continue;
    }
    const from = own ?? after.find(({ endpointId }) => !isListed(endpointId));
    const again = from
      ? queuedAgain(from, target, now)
      : queued({ ...event, endpointId: target }, now);
    after = [...after.filter((each) => each !== from), again];
  }
  return after;
}

/** It failed, and is tried again later. */
function isWaiting({ nextAttemptAt }: Delivery, now: number): boolean {
  return nextAttemptAt !== null && nextAttemptAt > now;
}

/** What an attempt leads to. `random` is in [0, 1). */
export function afterAttempt(
  delivery: Delivery,
  attempt: DeliveryAttempt,
  random: number,
): Delivery {
  const attempts = [...delivery.attempts, attempt].slice(-mostAttempts);
  const { statusCode, at } = attempt;
  if (isAcknowledged(attempt)) return ended({ ...delivery, attempts }, 'delivered');
  const tries = delivery.tries + 1;
  const delayMs = nextTryDelayMs(tries, random);
  const until = delivery.queuedAt + TRIED_FOR_MS;
  // 410 Gone: the receiver wants no more.
  if (statusCode === 410 || delayMs === undefined || at >= until) {
    return ended({ ...delivery, tries, attempts }, 'failed');
  }
  // The last try is at the end of the time, however long the pause before it.
  return { ...delivery, tries, attempts, nextAttemptAt: Math.min(at + delayMs, until) };
}

/** It can be sent nowhere: nobody lists its endpoint any more. */
export function withoutEndpoint(delivery: Delivery, now: number): Delivery {
  const attempt = { at: now, statusCode: null, error: 'endpoint_removed' };
  return ended({ ...delivery, attempts: [...delivery.attempts, attempt] }, 'failed');
}

export function isAcknowledged({ statusCode }: DeliveryAttempt): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

function ended(delivery: Delivery, status: 'delivered' | 'failed'): Delivery {
  return { ...delivery, status, nextAttemptAt: null };
}

/** The status of an event is the worst of its deliveries. */
export function eventStatusOf(statuses: readonly DeliveryStatus[]): EventStatus {
  if (statuses.includes('failed')) return 'failed';
  if (statuses.includes('pending')) return 'pending';
  return statuses.length === 0 ? 'not_sent' : 'delivered';
}
