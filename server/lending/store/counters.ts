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
