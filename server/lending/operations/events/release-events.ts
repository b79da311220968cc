import { schedule } from '../../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { CallbackClient } from '../../../platform/outbound/callback-client.ts';
import type { LendingContext } from '../../context.ts';
import {
  holdDeliveries,
  releaseEvents,
  areDeliveriesHeld,
  findEvent,
  updateEvent,
} from '../../store/events.ts';
import { deliverEvent } from './deliver-event.ts';
import { laneOf } from './record-event.ts';
import { LendingError } from '../../errors.ts';
import { deliveryKinds } from '../../work-kinds.ts';

interface Release {
  order: 'oldest_first' | 'newest_first';
  /** How often each callback is delivered. */
  copies: number;
}

/**
 * Lets the callbacks that were held leave in an order, several times over; answers how many. Those
 * to one receiver keep the order, and wait for no other's.
 */
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
    const byLane = Map.groupBy(released, ({ target_url }) => laneOf(sponsorId, target_url));
    for (const [lane, events] of byLane) {
      const once = events.map(({ id }) => id);
      const eventIds = Array.from({ length: copies }, () => once).flat();
      const work = {
        kind: deliveryKinds.callbackRelease,
        key: ids.uuid(),
        scope: sponsorId,
        dueAt: now,
      };
      await schedule(tx, { ...work, lane, payload: { lane, eventIds } });
    }
    return released.length;
  });
}

interface ReleasedEvents {
  lane: string;
  eventIds: readonly string[];
}

/** Delivers the first of a release and leaves the rest to the next run: one after the other. */
export async function runRelease(
  context: LendingContext,
  callbacks: CallbackClient,
  { kind, key, scope, payload, now }: ClaimedWork,
): Promise<DueWorkResult> {
  const { lane, eventIds } = payload as ReleasedEvents;
  const [eventId, ...later] = eventIds;
  if (eventId === undefined) return 'done';
  const result = await deliverEvent(context, callbacks, { key: eventId, scope, attempts: 0 });
  await context.database.transaction(async (tx) => {
    if (result !== 'done') {
      await schedule(tx, {
        kind: deliveryKinds.callback,
        key: eventId,
        scope,
        dueAt: result.retryAt,
        lane,
      });
    }
    await schedule(tx, { kind, key, scope, lane, dueAt: now, payload: { lane, eventIds: later } });
  });
  return 'done';
}

/** Delivers a callback once more, whatever became of it. Throws `not_found`. */
export async function resendEvent(
  { database, clock }: LendingContext,
  sponsorId: string,
  id: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const event = await findEvent(tx, sponsorId, id);
    if (!event) throw new LendingError('not_found', 'Not found.');
    if (await areDeliveriesHeld(tx, sponsorId)) return updateEvent(tx, id, { held: 1 });
    const dueAt = clock.now(sponsorId);
    await updateEvent(tx, id, { next_attempt_at: dueAt });
    const lane = laneOf(sponsorId, event.target_url);
    return schedule(tx, { kind: deliveryKinds.callback, key: id, scope: sponsorId, dueAt, lane });
  });
}
