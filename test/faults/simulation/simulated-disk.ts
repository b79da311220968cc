import type BetterSqlite3 from 'better-sqlite3';
import type { SimulatedProcess } from './simulated-process.ts';

/** What a commit comes to. */
export type CommitFate = 'kept' | 'lost' | 'kept_unheard';

/** The databases that are open. A crash keeps what was committed, and closes them. */
export class SimulatedDisk {
  /** Asked before each commit of a transaction. */
  fateOf: (owner: SimulatedProcess) => CommitFate = () => 'kept';
  readonly #open = new Map<BetterSqlite3.Database, OpenDatabase>();

  opened(sqlite: BetterSqlite3.Database, owner: SimulatedProcess): void {
    this.#open.set(sqlite, { owner, dueWork: undefined, dueAt: undefined });
    // SQLite takes back by itself what was not committed.
    owner.onDeath(() => {
      this.#open.delete(sqlite);
      sqlite.close();
    });
  }

  written(sqlite: BetterSqlite3.Database): void {
    const open = this.#open.get(sqlite);
    if (open !== undefined) open.dueAt = undefined;
  }

  closed(sqlite: BetterSqlite3.Database): void {
    this.#open.delete(sqlite);
  }

  /** The owner of an open database. */
  ownerOf(sqlite: BetterSqlite3.Database): SimulatedProcess | undefined {
    return this.#open.get(sqlite)?.owner;
  }

  /** Rows as they are committed, of a database that is open. */
  read(file: string, sql: string, ...values: unknown[]): unknown[] {
    for (const sqlite of this.#open.keys()) {
      if (sqlite.name === file) return sqlite.prepare(sql).all(...values);
    }
    return [];
  }

  /** When the next row of due work may be taken (epoch milliseconds). */
  nextDueAt(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const [sqlite, open] of this.#open) {
      // Of one that is being written, time does not ask.
      if (sqlite.inTransaction) continue;
      open.dueWork ??= dueWorkOf(sqlite);
      open.dueAt ??= (open.dueWork?.get() as number | null) ?? Number.POSITIVE_INFINITY;
      next = Math.min(next, open.dueAt);
    }
    return next;
  }
}

interface OpenDatabase {
  readonly owner: SimulatedProcess;
  dueWork: BetterSqlite3.Statement | undefined;
  /** Undefined once something was written. */
  dueAt: number | undefined;
}

function dueWorkOf(sqlite: BetterSqlite3.Database): BetterSqlite3.Statement | undefined {
  const hasTable = sqlite.prepare(`select 1 from sqlite_master where name = 'due_work'`).get();
  if (hasTable === undefined) return undefined;
  return sqlite.prepare('select min(max(due_at, leased_until)) from due_work').pluck();
}
