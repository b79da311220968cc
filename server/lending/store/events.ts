import type { Transaction } from 'kysely';
import {
  type Connection,
  type Database,
  rowLock,
  sharedRowLock,
} from '../../platform/database/database.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { EventAttemptRow, EventRow } from './schema/outboxes.ts';
import type { LendingSchema } from './schema.ts';

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

/** The callback, locked until the transaction ends: its copies may be answered at the same time. */
export function lockEvent(
  tx: Transaction<LendingSchema>,
  database: Pick<Database<LendingSchema>, 'engine'>,
  sponsorId: string,
  id: string,
): Promise<EventRow> {
  return tx
    .selectFrom('events')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .$call(rowLock(database))
    .executeTakeFirstOrThrow();
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

/** True if callbacks wait; if so, they are not let go before the transaction has ended. */
export async function areDeliveriesHeld(
  tx: Transaction<LendingSchema>,
  database: Pick<Database<LendingSchema>, 'engine'>,
  sponsorId: string,
): Promise<boolean> {
  const held = tx
    .selectFrom('sandbox_sponsors')
    .select('sponsor_id')
    .where('sponsor_id', '=', sponsorId)
    .where('deliveries_held', '=', 1);
  if ((await held.executeTakeFirst()) === undefined) return false;
  // They may be on the point of being released, and what is held after that waits for ever.
  return (await held.$call(sharedRowLock(database)).executeTakeFirst()) !== undefined;
}

/** From now on callbacks wait, or leave again. */
export async function holdDeliveries(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  isHeld: boolean,
): Promise<void> {
  const deliveries_held = isHeld ? 1 : 0;
  await connection
    .insertInto('sandbox_sponsors')
    .values({ sponsor_id: sponsorId, clock_offset_ms: 0, deliveries_held })
    .onConflict((conflict) => conflict.column('sponsor_id').doUpdateSet({ deliveries_held }))
    .execute();
}

/** Makes what has not been delivered yet wait. */
export async function holdEvents(
  connection: Connection<LendingSchema>,
  sponsorId: string,
): Promise<void> {
  await connection
    .updateTable('events')
    .set({ held: 1, next_attempt_at: null })
    .where('sponsor_id', '=', sponsorId)
    .where('status', 'in', ['Queued', 'Retrying'])
    .execute();
}

/** Lets what waits leave again. Answers it, the oldest first. */
export async function releaseEvents(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  now: number,
): Promise<Pick<EventRow, 'id' | 'target_url'>[]> {
  const released = await connection
    .updateTable('events')
    .set({ held: 0, next_attempt_at: now })
    .where('sponsor_id', '=', sponsorId)
    .where('held', '=', 1)
    .returning(['id', 'target_url', 'created_at'])
    .execute();
  return released.toSorted((a, b) => a.created_at - b.created_at);
}

export interface EventFilter {
  sponsorId: string;
  externalApplicationId?: string | undefined;
  eventType?: string | undefined;
  limit: number;
}

/** The newest ones, the oldest of them first. */
export async function listEvents(
  connection: Connection<LendingSchema>,
  { sponsorId, externalApplicationId, eventType, limit }: EventFilter,
): Promise<EventRow[]> {
  const newest = await connection
    .selectFrom('events')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .$if(eventType !== undefined, (rows) => rows.where('event_type', '=', eventType ?? ''))
    .$if(externalApplicationId !== undefined, (rows) =>
      rows.where('application_id', '=', (query) =>
        query
          .selectFrom('applications')
          .select('id')
          .where('sponsor_id', '=', sponsorId)
          .where('external_application_id', '=', externalApplicationId ?? ''),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return newest.toReversed();
}

/** Every attempt to deliver these callbacks, by event, the first one first. */
export async function listAttempts(
  connection: Connection<LendingSchema>,
  eventIds: readonly string[],
): Promise<Map<string, EventAttemptRow[]>> {
  if (eventIds.length === 0) return new Map();
  const attempts = await connection
    .selectFrom('event_attempts')
    .selectAll()
    .where('event_id', 'in', eventIds)
    .orderBy('event_id')
    .orderBy('position')
    .execute();
  return Map.groupBy(attempts, ({ event_id }) => event_id);
}

/** Deletes the callbacks about an application, with each attempt to deliver them. */
export async function deleteEvents(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<void> {
  const own = tx
    .selectFrom('events')
    .select('id')
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id);
  await tx.deleteFrom('event_attempts').where('event_id', 'in', own).execute();
  await tx.deleteFrom('events').where('id', 'in', own).execute();
}
