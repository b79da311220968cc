import type { Checkout } from './domain/checkout.ts';

interface Call {
  /**
   * Let go when the call has ended: V8 keeps what a map held when its table was last replaced until a
   * full collection, and this leads to all of the checkout.
   */
  ended: Promise<Checkout> | undefined;
}

/**
 * Calls to the lender that this process has begun and that go on although the caller who began them
 * has been answered. Each has a key: its checkout's id, or its charge's (`callKey`). The intent that
 * is written before each call sees to it that there is one under a key at a time.
 */
export class InFlightCalls {
  readonly #calls = new Map<string, Call>();

  /**
   * Begins a call that ends with the checkout as it is then. Its failure reaches those who wait for
   * it and nobody else.
   */
  begin(key: string, call: () => Promise<Checkout>): void {
    const running: Call = {
      ended: call().finally(() => {
        running.ended = undefined;
        if (this.#calls.get(key) === running) this.#calls.delete(key);
      }),
    };
    running.ended?.catch(() => undefined);
    this.#calls.set(key, running);
  }

  has(key: string): boolean {
    return this.#calls.has(key);
  }

  /**
   * Waits until the call has ended or the time is over. Rejects as the call does.
   * @returns the checkout as the call left it; undefined when there was none or it goes on
   */
  async wait(key: string, ms: number): Promise<Checkout | undefined> {
    const ended = this.#calls.get(key)?.ended;
    return ended && within(ended, ms);
  }

  /** Until all calls have ended, well or not. */
  async drain(): Promise<void> {
    await Promise.allSettled([...this.#calls.values()].map(({ ended }) => ended));
  }
}

/**
 * Waits for work, but not longer than `ms`; the work goes on. Rejects as the work does.
 * @returns undefined when the time was over first
 */
export async function within<Result>(
  work: Promise<Result>,
  ms: number,
): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsOver = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, timeIsOver]);
  } finally {
    clearTimeout(timer);
  }
}
