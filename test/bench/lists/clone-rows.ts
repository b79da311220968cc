import Database from 'better-sqlite3';

export interface Cloning {
  table: string;
  /** Which rows are cloned, over `t`; all of them when absent. */
  where?: string;
  /** Columns that differ in a clone, as SQL over `n`, the clone's number, and `t`, the original. */
  differences: Readonly<Record<string, string>>;
}

const fastAndCareless = [
  'journal_mode = OFF',
  'synchronous = OFF',
  'locking_mode = EXCLUSIVE',
  'foreign_keys = OFF',
  'cache_size = -1000000',
];

/** Adds `count` clones of each original to a SQLite file that nobody has open. */
export function cloneRows(file: string, count: number, clonings: readonly Cloning[]): void {
  const database = new Database(file);
  for (const setting of fastAndCareless) database.pragma(setting);
  const fill = database.transaction(() => {
    for (const cloning of clonings) database.prepare(insertion(database, cloning)).run(count);
  });
  fill();
  database.close();
}

function insertion(database: Database.Database, { table, where, differences }: Cloning): string {
  const columns = database.prepare('select name from pragma_table_info(?)').pluck().all(table);
  const values = (columns as string[]).map((name) => differences[name] ?? `t."${name}"`);
  return `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into "${table}"
    select ${values.join(', ')} from numbers, "${table}" t where ${where ?? 'true'}`;
}

/** A UUID of the clone in place of the original's: the same for whatever refers to it. */
export function cloned(column: string): string {
  return `substr(t."${column}", 1, 24) || printf('%012d', n)`;
}
