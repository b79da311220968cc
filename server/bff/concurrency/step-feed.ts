import type { Transaction } from 'kysely';
import { afterCommit, type Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logging.ts';
import { stepNumbers } from '../store/checkouts.ts';
import type { BffSchema } from '../store/schema.ts';

const stepChanged = 'step_changed';

type Listener = () => void;

/** Announces to the open streams of this process that a checkout's step has changed. */
export class StepFeed {
  readonly #database: Database<BffSchema>;
  readonly #pollMs: number;
  readonly #log: Logger;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #seen = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(database: Database<BffSchema>, { pollMs, log }: { pollMs: number; log: Logger }) {
    this.#database = database;
    this.#pollMs = pollMs;
    this.#log = log;
  }

  start(): void {
    this.#database.events.on(stepChanged, this.#announce);
    // On SQLite this process is the only one that writes.
    if (this.#database.engine === 'postgres') this.#pollLater();
  }

  /** No step will be announced any more. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Wakes every listener once more, so that streams can end. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#database.events.off(stepChanged, this.#announce);
    for (const checkoutId of this.#listeners.keys()) this.#announce(checkoutId);
  }

  /** @returns the function that ends the listening */
  listen(checkoutId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(checkoutId) ?? new Set();
    this.#listeners.set(checkoutId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#listeners.delete(checkoutId);
      this.#seen.delete(checkoutId);
    };
  }

  readonly #announce = (checkoutId: string): void => {
    for (const listener of this.#listeners.get(checkoutId) ?? []) listener();
  };

  #pollLater(): void {
    this.#timer = setTimeout(() => void this.#pollAgain(), this.#pollMs);
  }

  /** One after the other: a database that is slow to answer is not asked more for it. */
  async #pollAgain(): Promise<void> {
    try {
      await this.#poll();
    } catch (error) {
      this.#log.error({ event: 'steps_not_read', error });
    }
    if (!this.#isStopped) this.#pollLater();
  }

  async #poll(): Promise<void> {
    const numbers = await stepNumbers(this.#database.query, [...this.#listeners.keys()]);
    for (const [checkoutId, number] of numbers) {
      // Its last listener may have left while the database was read.
      if (!this.#listeners.has(checkoutId) || this.#seen.get(checkoutId) === number) continue;
      this.#seen.set(checkoutId, number);
      this.#announce(checkoutId);
    }
  }
}

/** Announces a changed step once it is durable. */
export function announceStep(tx: Transaction<BffSchema>, checkoutId: string): void {
  afterCommit(tx, (events) => events.emit(stepChanged, checkoutId));
}
