import { schedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { areDeliveriesHeld, findEvent, updateEvent } from '../../store/events.ts';
import { laneOf } from './lane.ts';

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
    return schedule(tx, { kind: 'callback', key: id, scope: sponsorId, dueAt, lane });
  });
}
