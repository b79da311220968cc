import type { EventEmitter } from 'node:events';
import type BetterSqlite3 from 'better-sqlite3';
import type { Kysely, Transaction } from 'kysely';
import { runCommitHooks, withLastSteps } from './database.ts';

/** A group is committed once nobody has joined it for so many turns of the event loop. */
const quietTurns = 4;
/** One that others keep joining does not wait longer than this. */
const mostTurns = 16;

type Savepoint = Record<'begin' | 'release' | 'rollback', BetterSqlite3.Statement>;

interface Waiting<Schema> {
  /** A single statement takes back by itself what it has done when it fails. */
  isOneStatement: boolean;
  work: (tx: Transaction<Schema>) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Transactions of one SQLite connection, committed in groups: what arrives while the disk is busy
 * shares the next fsync. Each that has several statements keeps its own savepoint, so one that throws
 * takes back its own statements only; none resolves before the shared commit is on disk.
 */
export class GroupCommit<Schema> {
  readonly #sqlite: BetterSqlite3.Database;
  readonly #connection: Kysely<Schema>;
  readonly #events: EventEmitter;
  readonly #savepoint: Savepoint;
  #waiting: Waiting<Schema>[] = [];
  #isRunning = false;

  constructor(sqlite: BetterSqlite3.Database, connection: Kysely<Schema>, events: EventEmitter) {
    this.#sqlite = sqlite;
    this.#connection = connection;
    this.#events = events;
    // On the handle itself: these run twice for every transaction and answer nothing.
    this.#savepoint = {
      begin: sqlite.prepare('savepoint member'),
      release: sqlite.prepare('release member'),
      rollback: sqlite.prepare('rollback to member'),
    };
  }

  run<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.#join(work, false);
  }

  /** The same for work of a single statement. */
  runStatement<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.#join(work, true);
  }

  #join<T>(work: (tx: Transaction<Schema>) => Promise<T>, isOneStatement: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = { resolve: (value: unknown) => resolve(value as T), reject };
      this.#waiting.push({ isOneStatement, work, ...settle });
      void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await this.#gathered();
      await this.#commitGroup(this.#waiting.splice(0));
    }
    this.#isRunning = false;
  }

  /** Waits while others are on their way: the fsync is what a transaction costs. */
  async #gathered(): Promise<void> {
    for (let turns = 0, quiet = 0; turns < mostTurns && quiet < quietTurns; turns += 1) {
      const size = this.#waiting.length;
      await new Promise((resume) => setImmediate(resume));
      quiet = this.#waiting.length > size ? 0 : quiet + 1;
    }
  }

  async #commitGroup(group: Waiting<Schema>[]): Promise<void> {
    const settle: Array<() => void> = [];
    try {
      await this.#connection.transaction().execute(async (tx) => {
        for (const waiting of group) settle.push(await this.#runMember(tx, waiting));
      });
    } catch (error) {
      for (const waiting of group) waiting.reject(error);
      return;
    }
    for (const tell of settle) tell();
  }

  async #runMember(
    tx: Transaction<Schema>,
    { isOneStatement, work, resolve, reject }: Waiting<Schema>,
  ): Promise<() => void> {
    // Every member of the group gets a handle of its own, since commit hooks are kept by handle.
    const own = tx.withoutPlugins();
    try {
      const value = await (isOneStatement
        ? work(own)
        : this.#inSavepoint(() => withLastSteps(own, work)));
      return () => {
        runCommitHooks(own, this.#events);
        resolve(value);
      };
    } catch (error) {
      // Of a full disk SQLite takes back the whole group.
      if (!this.#sqlite.inTransaction) throw error;
      return () => reject(error);
    }
  }

  async #inSavepoint(work: () => Promise<unknown>): Promise<unknown> {
    this.#savepoint.begin.run();
    try {
      return await work();
    } catch (error) {
      if (this.#sqlite.inTransaction) this.#savepoint.rollback.run();
      throw error;
    } finally {
      if (this.#sqlite.inTransaction) this.#savepoint.release.run();
    }
  }
}
