import type { TestLending } from '../helpers/lending.ts';

/** What the sandbox notes of a call itself, which is also what it says of a refused one. */
const notes: ReadonlySet<string> = new Set(['lint_findings']);

/** Everything that is stored, table by table, the same text for the same rows. */
export async function snapshot({ context }: TestLending): Promise<Map<string, string>> {
  const { query } = context.database;
  const tables = await query.introspection.getTables();
  const stored = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await query
      .selectFrom(name as 'merchants')
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
  if (!stored.get('merchants')) throw new Error('The tables cannot be seen.');
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
