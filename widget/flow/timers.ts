/** The clock and the timers of the flow, handed in so that a test can move them. */
export interface Timers {
  now(): number;
  /** Runs once after `delayMs`; the answer calls it off. */
  after(delayMs: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
