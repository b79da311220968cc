import type { Kysely } from 'kysely';

/** `text` and `integer` (64 bits: cents, epoch milliseconds, 0 or 1); `?` marks what may be null. */
export type ColumnType = 'text' | 'text?' | 'integer' | 'integer?';

export interface TableOptions<Column extends string> {
  primaryKey: readonly Column[];
  unique?: ReadonlyArray<readonly Column[]>;
  indexes?: ReadonlyArray<readonly Column[]>;
}

/**
 * Creates a table in the portable subset that both engines read alike: text ids, integers, JSON as
 * text.
 */
export async function createTable<Column extends string>(
  db: Kysely<unknown>,
  name: string,
  columns: Readonly<Record<Column, ColumnType>>,
  { primaryKey, unique = [], indexes = [] }: TableOptions<NoInfer<Column>>,
): Promise<void> {
  const all = Object.entries<ColumnType>(columns);
  const table = all.reduce(
    (builder, [column, type]) =>
      builder.addColumn(column, type.startsWith('text') ? 'text' : 'bigint', (definition) =>
        type.endsWith('?') ? definition : definition.notNull(),
      ),
    db.schema.createTable(name).addPrimaryKeyConstraint(`${name}_pk`, [...primaryKey] as never),
  );
  await table.execute();
  for (const group of unique) await createIndex(db, name, group, 'unique');
  for (const group of indexes) await createIndex(db, name, group, 'index');
}

async function createIndex(
  db: Kysely<unknown>,
  table: string,
  columns: readonly string[],
  kind: 'unique' | 'index',
): Promise<void> {
  const index = db.schema
    .createIndex(`${table}_${kind}_${columns.join('_')}`.slice(0, 63))
    .on(table)
    .columns([...columns]);
  await (kind === 'unique' ? index.unique() : index).execute();
}
