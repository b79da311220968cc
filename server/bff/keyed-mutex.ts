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
