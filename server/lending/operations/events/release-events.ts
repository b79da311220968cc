import { schedule } from '../../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { CallbackClient } from '../../../platform/outbound/callback-client.ts';
import type { LendingContext } from '../../context.ts';
import { findEvent, holdDeliveries, releaseEvents } from '../../store/events.ts';
import { deliverEvent } from './deliver-event.ts';
import { laneOf } from './lane.ts';

export interface Release {
  order: 'oldest_first' | 'newest_first';
  /** How often each callback is delivered. */
  copies: number;
}

/** Lets the callbacks that were held leave in an order, several times over; answers how many. */
export async function releaseHeldEvents(
  { database, clock, ids }: LendingContext,
  sponsorId: string,
  { order, copies }: Release,
): Promise<number> {
  return database.transaction(async (tx) => {
    await holdDeliveries(tx, sponsorId, false);
    const now = clock.now(sponsorId);
    const released = await releaseEvents(tx, sponsorId, now);
    if (order === 'newest_first') released.reverse();
    const eventIds = Array.from({ length: copies }, () => released).flat();
    const work = { kind: 'callback_release', key: ids.uuid(), scope: sponsorId, dueAt: now };
    if (eventIds.length > 0) await schedule(tx, { ...work, payload: { eventIds } });
    return released.length;
  });
}

/** Delivers the first of a release and leaves the rest to the next run: one after the other. */
export async function runRelease(
  context: LendingContext,
  callbacks: CallbackClient,
  { kind, key, scope, payload, now }: ClaimedWork,
): Promise<DueWorkResult> {
  const [eventId, ...eventIds] = (payload as { eventIds: string[] }).eventIds;
  if (eventId === undefined) return 'done';
  const result = await deliverEvent(context, callbacks, { key: eventId, scope, attempts: 0 });
  await context.database.transaction(async (tx) => {
    if (result !== 'done') {
      const event = await findEvent(tx, scope, eventId);
      const lane = laneOf(scope, event?.target_url ?? '');
      await schedule(tx, { kind: 'callback', key: eventId, scope, dueAt: result.retryAt, lane });
    }
    await schedule(tx, { kind, key, scope, dueAt: now, payload: { eventIds } });
  });
  return 'done';
}
