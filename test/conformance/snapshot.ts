import type { Kysely } from 'kysely';

/** What the sandbox notes of a call itself, which is also what it says of a refused one. */
const notes: ReadonlySet<string> = new Set(['lint_findings']);

/** A service, whichever tables it has. */
interface Stored<Schema> {
  readonly context: { readonly database: { readonly query: Kysely<Schema> } };
}

/** Everything that is stored, table by table, the same text for the same rows. */
export async function snapshot<Schema>({ context }: Stored<Schema>): Promise<Map<string, string>> {
  const { query } = context.database;
  const tables = await query.introspection.getTables();
  const stored = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await query
      .selectFrom(name as never)
      .selectAll()
      .execute();
    stored.set(
      name,
      rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join('\n'),
    );
  }
  if (![...stored.values()].some((rows) => rows !== '')) {
    throw new Error('The tables cannot be seen.');
  }
  return stored;
}

/** Names of the tables whose rows differ, but for notes. */
export function changedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after]
    .filter(([name, rows]) => before.get(name) !== rows && !notes.has(name))
    .map(([name]) => name);
}
