import type { EventEmitter } from 'node:events';
import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { runCommitHooks } from './database.ts';

const SAVEPOINT = CompiledQuery.raw('savepoint member');
const RELEASE = CompiledQuery.raw('release member');
const ROLLBACK = CompiledQuery.raw('rollback to member');

interface Waiting<Schema> {
  work: (tx: Transaction<Schema>) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Transactions of one SQLite connection, committed in groups: what arrives while the disk is busy
 * shares the next fsync. Each keeps its own savepoint, so one that throws takes back its own
 * statements only; none resolves before the shared commit is on disk.
 */
export class GroupCommit<Schema> {
  readonly #connection: Kysely<Schema>;
  readonly #events: EventEmitter;
  #waiting: Waiting<Schema>[] = [];
  #isRunning = false;

  constructor(connection: Kysely<Schema>, events: EventEmitter) {
    this.#connection = connection;
    this.#events = events;
  }

  run<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: (value) => resolve(value as T), reject });
      void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      // One turn of the event loop, so that requests which have just arrived join this group.
      await new Promise((resume) => setImmediate(resume));
      await this.#commitGroup(this.#waiting.splice(0));
    }
    this.#isRunning = false;
  }

  async #commitGroup(group: Waiting<Schema>[]): Promise<void> {
    const settle: Array<() => void> = [];
    try {
      await this.#connection.transaction().execute(async (tx) => {
        for (const waiting of group) settle.push(await this.#runInSavepoint(tx, waiting));
      });
    } catch (error) {
      for (const waiting of group) waiting.reject(error);
      return;
    }
    for (const tell of settle) tell();
  }

  async #runInSavepoint(
    tx: Transaction<Schema>,
    { work, resolve, reject }: Waiting<Schema>,
  ): Promise<() => void> {
    // Every member of the group gets a handle of its own, since commit hooks are kept by handle.
    const own = tx.withoutPlugins();
    await tx.executeQuery(SAVEPOINT);
    try {
      const value = await work(own);
      await tx.executeQuery(RELEASE);
      return () => {
        runCommitHooks(own, this.#events);
        resolve(value);
      };
    } catch (error) {
      await tx.executeQuery(ROLLBACK);
      await tx.executeQuery(RELEASE);
      return () => reject(error);
    }
  }
}
