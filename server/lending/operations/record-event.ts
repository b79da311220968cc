import type { Transaction } from 'kysely';
import type { CallbackEvent } from '../../lending-api/events.ts';
import { schedule } from '../../platform/due-work/due-work.ts';
import type { LendingContext } from '../context.ts';
import { timestamp } from '../domain/formats.ts';
import { areDeliveriesHeld, insertEvent } from '../store/events.ts';
import type { LendingSchema } from '../store/schema.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import { deliveryKinds } from '../work-kinds.ts';

type Envelope = 'event_id' | 'event_version' | 'created_at' | 'sponsor_environment';

type WithoutEnvelope<Event> = Event extends unknown ? Omit<Event, Envelope> : never;

/** A callback's body without what every callback carries. */
export type EventBody = WithoutEnvelope<CallbackEvent>;

interface EventCause {
  sponsor_id: string;
  application_id: string | null;
  merchant_id: string | null;
  target_url: string;
}

/** Writes a callback to the outbox, in the transaction of its cause. */
export async function recordEvent(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  cause: EventCause,
  body: EventBody,
): Promise<void> {
  const id = context.ids.uuid();
  const now = context.clock.now(cause.sponsor_id);
  const payload = {
    event_id: id,
    event_version: '1.0',
    created_at: timestamp(now),
    sponsor_environment: context.config.environment,
    ...body,
  } as CallbackEvent;
  const isHeld = await areDeliveriesHeld(tx, cause.sponsor_id);
  await insertEvent(tx, {
    ...cause,
    id,
    event_type: body.event_type,
    payload: JSON.stringify(payload),
    status: 'Queued',
    held: isHeld ? 1 : 0,
    next_attempt_at: isHeld ? null : now,
    created_at: now,
  });
  if (isHeld) return;
  await schedule(tx, {
    kind: deliveryKinds.callback,
    key: id,
    scope: cause.sponsor_id,
    dueAt: now,
    lane: laneOf(cause.sponsor_id, cause.target_url),
  });
}

/**
 * Deliveries to one receiver share a lane, so that a slow one holds up only itself. Sponsors whose
 * receivers stand behind one origin are apart: one's backlog is not another's.
 */
export function laneOf(sponsorId: string, targetUrl: string): string {
  return `${sponsorId} ${URL.parse(targetUrl)?.origin ?? targetUrl}`;
}

/** A loan as the cause of a callback to an address of its sponsor. */
export function causeOf(
  { id, sponsor_id, merchant_id }: Pick<ApplicationRow, 'id' | 'sponsor_id' | 'merchant_id'>,
  target_url: string,
): EventCause {
  return { sponsor_id, application_id: id, merchant_id, target_url };
}
