/**
 * Calls to the lender that go on although the caller who began them has been answered, at most one
 * for each checkout.
 */
export class CallsInFlight {
  readonly #calls = new Map<string, Promise<void>>();

  /** Begins a call; its failure is told to those who wait for it and to nobody else. */
  begin(checkoutId: string, call: () => Promise<void>): Promise<void> {
    const running = call().finally(() => {
      if (this.#calls.get(checkoutId) === running) this.#calls.delete(checkoutId);
    });
    running.catch(() => undefined);
    this.#calls.set(checkoutId, running);
    return running;
  }

  has(checkoutId: string): boolean {
    return this.#calls.has(checkoutId);
  }

  /** Until the checkout's call has ended or the time is over. Rejects as the call does. */
  async wait(checkoutId: string, ms: number): Promise<void> {
    const running = this.#calls.get(checkoutId);
    if (running !== undefined) await within(running, ms);
  }

  /** Until all calls have ended, well or not, or the time is over. */
  async drain(ms: number): Promise<void> {
    await within(Promise.allSettled(this.#calls.values()), ms);
  }
}

/** Waits for work, but not longer than `ms`; the work goes on. Rejects as the work does. */
export async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsOver = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, timeIsOver]);
  } finally {
    clearTimeout(timer);
  }
}
