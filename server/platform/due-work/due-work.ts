import { type Kysely, sql, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockName } from '../database/advisory-lock.ts';
import { afterCommit, type Connection, type Database } from '../database/database.ts';
import { prepareUnread } from '../database/prepare.ts';
import { minuteMs } from '../durations.ts';

/** Work that is due at a time: a callback, a message, a deadline, a reconciliation. */
export interface DueWorkTable {
  kind: string;
  /** Names the work within its kind: there is one live row for each. */
  key: string;
  /** Whose clock `due_at` is on: a sponsor's id, or '' for real time. */
  scope: string;
  /** Rows of one lane share a few places, so that a slow receiver holds up only itself. */
  lane: string;
  /** JSON. */
  payload: string;
  /** Epoch milliseconds on the scope's clock. */
  due_at: number;
  attempts: number;
  /** Grows when the row is rescheduled, so that a run of the old one does not settle the new. */
  version: number;
  /** Epoch milliseconds of real time; 0 while nobody holds the row. */
  leased_until: number;
}

export interface DueWorkSchema {
  due_work: DueWorkTable;
}

export interface DueWork {
  kind: string;
  key: string;
  scope: string;
  dueAt: number;
  payload?: unknown;
  lane?: string;
}

/** Emitted on `Database.events`, with a `ScheduledWork`, when due work was committed. */
export const DUE_WORK_SCHEDULED = 'due_work_scheduled';

export type ScheduledWork = Pick<DueWork, 'scope' | 'dueAt'>;

/**
 * Writes the work in the transaction of its cause; the same kind and key is rescheduled.
 * @throws RangeError when `dueAt` is no whole millisecond
 */
export async function schedule<Schema extends DueWorkSchema>(
  tx: Transaction<Schema>,
  { kind, key, scope, dueAt, payload = null, lane = '' }: DueWork,
): Promise<void> {
  const work = { kind, key, scope, lane, payload: JSON.stringify(payload), due_at: wholeMs(dueAt) };
  await upsert(dueWorkOf(tx), work);
  const scheduled: ScheduledWork = { scope, dueAt };
  afterCommit(tx, (events) => events.emit(DUE_WORK_SCHEDULED, scheduled));
}

/**
 * SQLite would keep a fraction in a column of integers, which PostgreSQL refuses.
 * @throws RangeError
 */
export function wholeMs(dueAt: number): number {
  if (Number.isSafeInteger(dueAt)) return dueAt;
  throw new RangeError(`due work at ${dueAt}: not a whole millisecond`);
}

type Upserted = Omit<DueWorkTable, 'attempts' | 'version' | 'leased_until'>;

const upsert = prepareUnread(
  (db: Connection<DueWorkSchema>, { kind, key, scope, lane, payload, due_at }: Upserted) => {
    const row = { scope, lane, payload, due_at, attempts: 0, leased_until: 0 };
    return db
      .insertInto('due_work')
      .values({ ...row, kind, key, version: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'key'])
          .doUpdateSet({ ...row, version: sql<number>`due_work.version + 1` }),
      );
  },
);

/**
 * Gives work that is due its payload, which stands if there is none yet: the first run decides for all
 * later ones. It is due again at once, and the run that decided does not settle it.
 */
export async function decidePayload<Schema extends DueWorkSchema>(
  tx: Transaction<Schema>,
  { kind, key, scope, dueAt, payload }: Omit<DueWork, 'lane'>,
): Promise<void> {
  await dueWorkOf(tx)
    .updateTable('due_work')
    .set((row) => ({
      payload: JSON.stringify(payload),
      attempts: 0,
      leased_until: 0,
      version: row('version', '+', 1),
    }))
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('payload', '=', JSON.stringify(null))
    .execute();
  afterCommit(tx, (events) => events.emit(DUE_WORK_SCHEDULED, { scope, dueAt }));
}

/** Takes the work back; without effect when it is done already. */
export async function unschedule<Schema extends DueWorkSchema>(
  tx: Transaction<Schema>,
  kind: string,
  key: string,
): Promise<void> {
  await remove(dueWorkOf(tx), { kind, key });
}

const remove = prepareUnread(
  (db: Connection<DueWorkSchema>, args: Pick<DueWorkTable, 'kind' | 'key'>) =>
    db.deleteFrom('due_work').where('kind', '=', args.kind).where('key', '=', args.key),
);

/** Work that does nothing: while there is some, all nodes know by how much the clock was set back. */
export const CLOCK_SET_BACK = 'clock_set_back';

interface ClockStep {
  /** What is due in real time after `from` and by `until` (epoch milliseconds) was planned before it. */
  from: number;
  until: number;
  byMs: number;
}

/** Each node measures a step from when it last read the clock, some seconds before. */
const sameStepMs = minuteMs;

/**
 * Has what is due soon done earlier, by as much as the clock that it was planned by was set back. The
 * first node that notices a step does it. Each later one moves what was planned by the old time since
 * then: what is due later than the first has left anything, and than the new time plans anything that
 * is due soon. Of a step that is shorter than work is planned ahead, that is not all of it. Until the
 * last of it is due by the old time, a second step of the same size is taken for the same one.
 */
export async function bringForward<Schema extends DueWorkSchema>(
  database: Database<Schema>,
  { from, until, byMs }: ClockStep,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockName(tx, database, CLOCK_SET_BACK);
    const known = await dueWorkOf(tx)
      .selectFrom('due_work')
      .select('payload')
      .where('kind', '=', CLOCK_SET_BACK)
      .executeTakeFirst();
    const knownMs = known === undefined ? 0 : (JSON.parse(known.payload) as number);
    const isKnown = Math.abs(byMs - knownMs) < sameStepMs;
    await dueWorkOf(tx)
      .updateTable('due_work')
      .set((row) => ({ due_at: row('due_at', '-', byMs) }))
      .where('scope', '=', '')
      .where('kind', '!=', CLOCK_SET_BACK)
      .where('due_at', '>', isKnown ? until - byMs : from)
      .where('due_at', '<=', until)
      .execute();
    if (isKnown) return;
    const step = { kind: CLOCK_SET_BACK, key: CLOCK_SET_BACK, scope: '', payload: byMs };
    // Not due for a node that still goes by the old time, which would end it.
    await schedule(tx, { ...step, dueAt: until });
  });
}

/** The table, for the first migration of each database. */
export const createDueWork: Migration['up'] = async (db) => {
  await db.schema
    .createTable('due_work')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('lane', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('leased_until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('due_work_pk', ['kind', 'key'])
    .execute();
  await db.schema
    .createIndex('due_work_by_time')
    .on('due_work')
    .columns(['scope', 'due_at'])
    .execute();
};

/**
 * A connection of any schema that has the table, seen as one of this table alone: Kysely's types
 * do not follow the subset, its statements do.
 */
export function dueWorkOf<Schema extends DueWorkSchema>(db: Kysely<Schema>): Kysely<DueWorkSchema> {
  return db as unknown as Kysely<DueWorkSchema>;
}
