import { type Compilable, sql, type Transaction } from 'kysely';
import { lockName } from '../../platform/database/advisory-lock.ts';
import type { Connection, Database } from '../../platform/database/database.ts';
import { prepare } from '../../platform/database/prepare.ts';
import { dayMs } from '../../platform/durations.ts';
import type { BffSchema } from './schema.ts';

/** How many soft pulls a person may have in 24 hours. */
const softPullsPerDay = 3;
const countedForMs = dayMs;

export interface PersonPull {
  /** A keyed digest of who applies. */
  personDigest: string;
  checkoutId: string;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Counts one more soft pull of the person's day, before the checkout's own state says that it was
 * begun. One that was refused or undone, and one of a checkout that is gone, is free again.
 * @returns 0, or in how many milliseconds the next one is free
 */
export async function countPull(
  tx: Transaction<BffSchema>,
  { engine }: Pick<Database<BffSchema>, 'engine'>,
  { personDigest, checkoutId, now }: PersonPull,
): Promise<number> {
  // A statement that waited for a row would still see the checkouts as they were before.
  await lockName(tx, { engine }, `person|${personDigest}`);
  const first = await takeFirstSlot(tx, { personDigest, checkoutId, now });
  if (first.numAffectedRows === 1n) return 0;
  const { rows } = await takeSlot(tx, {
    personDigest,
    checkoutId,
    now,
    dayAgo: now - countedForMs,
  });
  if (rows.length > 0) return 0;
  const { oldest } = await tx
    .selectFrom('person_pulls')
    .select((row) => row.fn.min('started_at').as('oldest'))
    .where('person_digest', '=', personDigest)
    .executeTakeFirstOrThrow();
  return Math.max(1, Number(oldest) + countedForMs - now);
}

/**
 * Forgets whose soft pulls are a day old.
 * @returns how many rows it deleted: `limit` if there may be more
 */
export async function forgetPulls(
  db: Connection<BffSchema>,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const dayAgo = now - countedForMs;
  const { numDeletedRows } = await db
    .deleteFrom('person_pulls')
    // Said twice: a slot that is found old may be taken again before it is deleted.
    .where('started_at', '<=', dayAgo)
    .where(
      sql<boolean>`(person_digest, slot) in (
        select person_digest, slot from person_pulls where started_at <= ${dayAgo} limit ${limit})`,
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The first pull of a person: most have no other. */
const takeFirstSlot = prepare((db: Connection<BffSchema>, args: PersonPull) =>
  db
    .insertInto('person_pulls')
    .values({
      person_digest: args.personDigest,
      slot: 1,
      checkout_id: args.checkoutId,
      started_at: args.now,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

type Slot = PersonPull & { dayAgo: number };

const counts = (dayAgo: number) => sql`(person_pulls.started_at > ${dayAgo} and exists (
  select 1 from checkouts
  where checkouts.id = person_pulls.checkout_id and checkouts.soft_pull_state <> 'void'))`;

const takeSlot = prepare(
  (db: Connection<BffSchema>, { personDigest, checkoutId, now, dayAgo }: Slot): Compilable => {
    const statement = sql`insert into person_pulls (person_digest, slot, checkout_id, started_at)
      select cast(${personDigest} as text), slots.slot, cast(${checkoutId} as text), cast(${now} as bigint)
      from (select 1 as slot union all select 2 union all select ${sql.lit(softPullsPerDay)}) as slots
      where not exists (
        select 1 from person_pulls
        where person_pulls.person_digest = ${personDigest} and person_pulls.slot = slots.slot
          and ${counts(dayAgo)})
      limit 1
      on conflict (person_digest, slot) do update
        set checkout_id = excluded.checkout_id, started_at = excluded.started_at
        where not ${counts(dayAgo)}
      returning slot`;
    return { compile: () => statement.compile(db) };
  },
);
