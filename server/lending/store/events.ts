import type { Selectable } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { EventAttemptTable, EventTable, LendingSchema } from './schema.ts';

export type EventRow = Selectable<EventTable>;
export type EventAttemptRow = Selectable<EventAttemptTable>;

export async function insertEvent(
  connection: Connection<LendingSchema>,
  event: EventRow,
): Promise<void> {
  await connection.insertInto('events').values(event).execute();
}

export async function findEvent(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<EventRow | undefined> {
  return connection
    .selectFrom('events')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateEvent(
  connection: Connection<LendingSchema>,
  id: string,
  change: Partial<Pick<EventRow, 'status' | 'held' | 'next_attempt_at'>>,
): Promise<void> {
  await connection.updateTable('events').set(change).where('id', '=', id).execute();
}

export async function countAttempts(
  connection: Connection<LendingSchema>,
  eventId: string,
): Promise<number> {
  const { count } = await connection
    .selectFrom('event_attempts')
    .select((attempt) => attempt.fn.countAll<number | string>().as('count'))
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertAttempt(
  connection: Connection<LendingSchema>,
  attempt: EventAttemptRow,
): Promise<void> {
  await connection.insertInto('event_attempts').values(attempt).execute();
}

export async function areDeliveriesHeld(
  connection: Connection<LendingSchema>,
  sponsorId: string,
): Promise<boolean> {
  const row = await connection
    .selectFrom('sandbox_sponsors')
    .select('deliveries_held')
    .where('sponsor_id', '=', sponsorId)
    .executeTakeFirst();
  return row?.deliveries_held === 1;
}
