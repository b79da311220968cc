/**
 * Lets work under one key happen one after the other, in the order in which it came, within this
 * process. It never begins before `run` has returned.
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const running = before.then(work);
    const settled = running.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await running;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}

/**
 * Reads of the lender, one at a time for each key in this process. Callers that come while one
 * is running share the next: the running one may have read before what they ask about happened.
 */
export class CoalescedReads {
  readonly #mutex = new KeyedMutex();
  /** Of each key the read that has not begun. */
  readonly #waiting = new Map<string, Promise<void>>();

  read(key: string, work: () => Promise<void>): Promise<void> {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    const read = this.#mutex.run(key, () => {
      this.#waiting.delete(key);
      return work();
    });
    this.#waiting.set(key, read);
    return read;
  }
}
