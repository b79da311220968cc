import type { Timers } from '../../../widget/flow/timers.ts';

/** A clock that stands until the test moves it. */
export class FakeTimers implements Timers {
  #now = Date.parse('2026-03-01T15:00:00Z');
  #waiting: { at: number; run: () => void }[] = [];

  now = (): number => this.#now;

  after = (delayMs: number, run: () => void): (() => void) => {
    const entry = { at: this.#now + delayMs, run };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((one) => one !== entry);
    };
  };

  /** How long until the next timer, for tests of pauses. */
  get next(): number | null {
    const times = this.#waiting.map(({ at }) => at - this.#now);
    return times.length === 0 ? null : Math.min(...times);
  }

  advance(delayMs: number): void {
    this.#now += delayMs;
    const due = this.#waiting.filter(({ at }) => at <= this.#now);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#now);
    for (const { run } of due) run();
  }
}
