import { KeyedMutex } from './keyed-mutex.ts';

/**
 * Reads of the lender, one at a time for each checkout in this process. Whoever asks while one is
 * running is served by the next, which all who wait share: the running one may have looked before
 * what they ask about happened.
 */
export class CoalescedReads {
  readonly #mutex = new KeyedMutex();
  /** Of each checkout the read that has not begun. */
  readonly #waiting = new Map<string, Promise<void>>();

  read(checkoutId: string, work: () => Promise<void>): Promise<void> {
    const waiting = this.#waiting.get(checkoutId);
    if (waiting !== undefined) return waiting;
    const read = this.#mutex.run(checkoutId, () => {
      this.#waiting.delete(checkoutId);
      return work();
    });
    this.#waiting.set(checkoutId, read);
    return read;
  }
}
