import type { Logger } from '../platform/logging.ts';

interface PendingReconcilesOptions {
  /** Milliseconds between one try and the next. */
  everyMs: number;
  /** Has the checkout looked at; rejects while the database cannot take it. */
  plan(checkoutId: string): Promise<void>;
  log: Logger;
}

/**
 * Checkouts that have to be looked at and of which the database could not take note, as on a full
 * disk. This process keeps their ids and tries again until it can.
 */
export class PendingReconciles {
  readonly #options: PendingReconcilesOptions;
  readonly #ids = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: PendingReconcilesOptions) {
    this.#options = options;
  }

  add(checkoutId: string): void {
    const isFirst = this.#ids.size === 0;
    this.#ids.add(checkoutId);
    if (isFirst) this.#tryLater();
  }

  /** What is left is found at the next start, as calls of a process that died are. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #tryLater(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#planAll(), this.#options.everyMs).unref();
  }

  async #planAll(): Promise<void> {
    const { plan, log } = this.#options;
    try {
      for (const id of this.#ids) {
        await plan(id);
        this.#ids.delete(id);
        log.info({ event: 'look_planned', checkout_id: id });
      }
    } catch {
      // Why the database takes nothing was logged with the call; the rest would meet the same.
      this.#tryLater();
    }
  }
}
