import { type Compilable, CompiledQuery, type Kysely } from 'kysely';

/** How SQLite runs a query, in its own words, a line for each step. */
export async function queryPlan<Schema>(db: Kysely<Schema>, query: Compilable): Promise<string[]> {
  const { sql, parameters } = query.compile();
  const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await db.executeQuery<{ detail: string }>(plan);
  return rows.map(({ detail }) => detail);
}
