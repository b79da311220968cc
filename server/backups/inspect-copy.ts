import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

/** What a copy of a SQLite database is known by. */
export interface CopyFacts {
  sha256: string;
  bytes: number;
  pages: number;
  /** The newest migration. */
  schema: string | null;
  /** By table. */
  rows: Readonly<Record<string, number>>;
  /** Names of the encryption keys by which its root keys are wrapped: never the keys. */
  keys: readonly string[];
}

/** A copy is not a whole database; the message says what SQLite found. */
export class BrokenCopyError extends Error {
  override readonly name = 'BrokenCopyError';
}

const readBytes = 1_024 * 1_024;

/**
 * Checks a copy, which nobody else has open, and makes it one plain file.
 * @throws BrokenCopyError
 */
export function inspectCopy(file: string): CopyFacts {
  const { pages, schema, rows, keys } = readCopy(file);
  return { sha256: sha256Of(file), bytes: statSync(file).size, pages, schema, rows, keys };
}

function readCopy(file: string): Omit<CopyFacts, 'sha256' | 'bytes'> {
  const sqlite = openCopy(file);
  try {
    // Else a second file comes about beside it whenever it is opened.
    sqlite.pragma('journal_mode = DELETE');
    const check = String(sqlite.pragma('integrity_check', { simple: true }));
    if (check !== 'ok') throw new BrokenCopyError(`${file} is damaged: ${check}`);
    const foreign = sqlite.pragma('foreign_key_check') as unknown[];
    if (foreign.length > 0) {
      throw new BrokenCopyError(`${file} is damaged: ${foreign.length} rows refer to none`);
    }
    const column = (sql: string) => sqlite.prepare(sql).pluck().all() as string[];
    const tables = column(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
    );
    const count = (table: string) =>
      Number(sqlite.prepare(`select count(*) from "${table}"`).pluck().get());
    const has = (table: string, sql: string) => (tables.includes(table) ? column(sql) : []);
    return {
      pages: Number(sqlite.pragma('page_count', { simple: true })),
      schema:
        has('kysely_migration', 'select name from kysely_migration order by name').at(-1) ?? null,
      rows: Object.fromEntries(tables.map((table) => [table, count(table)])),
      keys: has('root_keys', 'select wrapped from root_keys order by owner').map(nameOfKey),
    };
  } finally {
    sqlite.close();
  }
}

function openCopy(file: string): BetterSqlite3.Database {
  const sqlite = new BetterSqlite3(file, { fileMustExist: true });
  try {
    sqlite.pragma('schema_version');
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw new BrokenCopyError(`${file} is damaged: ${(error as Error).message}`, { cause: error });
  }
}

/** What a sealed text begins with. */
function nameOfKey(wrapped: string): string {
  return wrapped.split('.')[0] ?? '';
}

export function sha256Of(file: string): string {
  const digest = createHash('sha256');
  const buffer = Buffer.alloc(readBytes);
  const descriptor = openSync(file, 'r');
  try {
    for (;;) {
      const length = readSync(descriptor, buffer);
      if (length === 0) return digest.digest('hex');
      digest.update(buffer.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** The same in a thread of its own: it takes seconds, in which the service answers. */
export function inspectCopyAside(file: string): Promise<CopyFacts> {
  const worker = new Worker(new URL('inspect-copy-worker.ts', import.meta.url), {
    workerData: file,
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new BrokenCopyError(`${file} could not be checked`)));
  });
}
