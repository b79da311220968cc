import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';

/** The tables of BFF and lending service, read past them. */
export interface Books {
  /** The first column of what a query of a part's tables answers. */
  column(part: 'bff' | 'lending', sql: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Folders of the parts' files. */
export type DataDirs = Readonly<Record<'bff' | 'lending', string>>;

/** Of SQLite once the product has ended, or of a copy of its files. */
export function openSqliteBooks(folders: DataDirs): Books {
  const open = (part: keyof DataDirs) =>
    new Database(join(folders[part], `${part}.db`), { readonly: true });
  const databases = { bff: open('bff'), lending: open('lending') };
  return {
    column: async (part, sql) => databases[part].prepare(sql).pluck().all() as string[],
    close: async () => {
      databases.bff.close();
      databases.lending.close();
    },
  };
}

/** Of PostgreSQL, while the product is up. */
export async function openPostgresBooks(url: string): Promise<Books> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    column: async (part, sql) => {
      const text = `set search_path = ${part}; ${sql}`;
      const results = (await client.query({ text, rowMode: 'array' })) as unknown as {
        rows: string[][];
      }[];
      return results[1]?.rows.map(([value = '']) => value) ?? [];
    },
    close: () => client.end(),
  };
}
