import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import type { Kysely } from 'kysely';

/** A file could not be copied; the message is for whoever runs the service. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

/**
 * Copies the database of one SQLite connection while it is in use. Only that connection can: the
 * file is locked for everybody else, and opening it another way in this process would, when that is
 * closed, take the lock off.
 */
export class SqliteCopies<Schema> {
  readonly #sqlite: BetterSqlite3.Database;
  readonly #query: Kysely<Schema>;
  #last: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(sqlite: BetterSqlite3.Database, query: Kysely<Schema>) {
    this.#sqlite = sqlite;
    this.#query = query;
  }

  /**
   * Resolves when `file`, which is not there yet, is a whole copy and on disk. It holds everything
   * that was committed before the call. One copy is made at a time.
   * @throws CopyError
   */
  copyTo(file: string): Promise<void> {
    const copied = this.#last.then(() => this.#copyTo(file));
    this.#last = copied.catch(() => undefined);
    return copied;
  }

  /** Breaks off the copies under way: the connection is about to be closed. */
  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#last;
  }

  async #copyTo(file: string): Promise<void> {
    if (existsSync(file)) throw new CopyError(`${file} is there already`);
    const unfinished = `${file}.unfinished`;
    try {
      await this.#copyPages(unfinished);
      await syncToDisk(unfinished);
      await rename(unfinished, file);
      await syncToDisk(dirname(file));
    } catch (error) {
      for (const end of ['', '-journal']) await rm(unfinished + end, { force: true });
      throw error;
    }
  }

  /**
   * SQLite copies nothing, and says nothing of it, when it begins within a transaction. So it begins
   * while the connection, which every transaction needs, is held; after that it waits by itself for
   * moments between transactions, and takes over what is changed meanwhile.
   */
  async #copyPages(file: string): Promise<void> {
    const begun = Promise.withResolvers<void>();
    const progress = () => {
      begun.resolve();
      if (this.#isStopping) throw new CopyError('the service is being stopped');
      return pagesATurn;
    };
    const copied = this.#query.connection().execute(async () => {
      const backup = this.#sqlite.backup(file, { progress });
      await Promise.race([begun.promise, backup]);
      return { backup };
    });
    const { totalPages } = await (await copied).backup;
    if (totalPages === 0) throw new CopyError('SQLite copied nothing: try again');
  }
}

/** 1 MB, which takes well under a millisecond, between two turns of the event loop. */
const pagesATurn = 256;

/** Waits until a file, or the names in a folder, are on disk. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
