import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { LendingSchema } from './schema.ts';

/** Counts up and returns the new value, from 1; each value is given out once, to one process. */
export async function nextCount(
  connection: Connection<LendingSchema>,
  name: string,
): Promise<number> {
  const { value } = await connection
    .insertInto('counters')
    .values({ name, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row('counters.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

/** Names that are remembered; whoever reaches the sandbox may invent them. */
const receiverNames = 1_000;

/** Counts a call by a name. @returns how many there were, this one included */
export async function countReceiverCall(
  tx: Transaction<LendingSchema>,
  name: string,
): Promise<number> {
  // Its row lets one call at a time through, so that none misses what another has added.
  const last_call = await nextCount(tx, 'receiver_calls');
  const { calls } = await tx
    .insertInto('receiver_calls')
    .values({ name, calls: 1, last_call })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((row) => ({ calls: row('receiver_calls.calls', '+', 1), last_call })),
    )
    .returning('calls')
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('receiver_calls')
    .where('last_call', '<=', (rows) =>
      rows
        .selectFrom('receiver_calls as newer')
        .select('newer.last_call')
        .orderBy('newer.last_call', 'desc')
        .limit(1)
        .offset(receiverNames),
    )
    .execute();
  return calls;
}
