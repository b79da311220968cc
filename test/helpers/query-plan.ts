import { type Compilable, CompiledQuery, type Kysely } from 'kysely';

/** How SQLite runs a query, in its own words, a line for each step. */
export async function queryPlan<Schema>(db: Kysely<Schema>, query: Compilable): Promise<string[]> {
  const { sql, parameters } = query.compile();
  const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await db.executeQuery<{ detail: string }>(plan);
  return rows.map(({ detail }) => detail);
}

/** How SQLite runs the queries that a function makes, alike. */
export async function plansOf<Schema>(
  db: Kysely<Schema>,
  run: (db: Kysely<Schema>) => Promise<unknown>,
): Promise<string[]> {
  const queries: CompiledQuery[] = [];
  const noted = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      queries.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await run(noted);
  const plans = await Promise.all(queries.map((query) => queryPlan(db, { compile: () => query })));
  return plans.flat();
}

/** How many statements a function has built and compiled, rather than run again as they are known. */
export async function timesCompiled<Schema>(
  db: Kysely<Schema>,
  run: (db: Kysely<Schema>) => Promise<unknown>,
): Promise<number> {
  let times = 0;
  const noted = db.withPlugin({
    transformQuery: ({ node }) => {
      times += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await run(noted);
  return times;
}
