import { type Kysely, sql } from 'kysely';

/** Lets a SQLite database grow no further, as a full disk does, until the answer is called. */
export async function fillDisk<Schema>(query: Kysely<Schema>): Promise<() => Promise<void>> {
  const limitPages = (pages: number) =>
    sql`pragma max_page_count = ${sql.lit(pages)}`.execute(query);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(query);
  await limitPages(rows[0]?.page_count ?? 0);
  return async () => void (await limitPages(2 ** 30));
}

/** Lets a SQLite database take nothing at all until the answer is called. */
export async function refuseWrites<Schema>(query: Kysely<Schema>): Promise<() => Promise<void>> {
  const setReadOnly = (value: 0 | 1) => sql`pragma query_only = ${sql.lit(value)}`.execute(query);
  await setReadOnly(1);
  return async () => void (await setReadOnly(0));
}
