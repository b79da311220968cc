import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { bringForward } from '../platform/due-work/due-work.ts';
import { minuteMs } from '../platform/durations.ts';
import type { Logger } from '../platform/logging.ts';
import type { BffSchema } from './store/schema.ts';

/** Small steps are a clock that is being kept right. */
const leastStepMs = minuteMs;

/** Looks that somebody may wait for are planned no further ahead than this. */
const plannedAheadMs = 11 * minuteMs;

export interface ClockWatchOptions {
  /** Milliseconds between one look at the clock and the next. */
  everyMs: number;
  clock: Clock;
  database: Database<BffSchema>;
  log: Logger;
}

/** Notices that the clock was set back, and brings forward by as much what was due soon. */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  #timer: NodeJS.Timeout | undefined;
  #last: number;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
    this.#last = options.clock.now();
  }

  start(): void {
    this.#last = this.#options.clock.now();
    this.#timer = setInterval(() => void this.#look(), this.#options.everyMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const { clock, database, log } = this.#options;
    const [last, now] = [this.#last, clock.now()];
    this.#last = now;
    const byMs = last - now;
    if (byMs < leastStepMs) return;
    log.warn({ event: 'clock_set_back', duration_ms: byMs });
    try {
      await bringForward(database.query, { from: now, until: last + plannedAheadMs, byMs });
    } catch (error) {
      log.error({ event: 'due_work_not_brought_forward', duration_ms: byMs, error });
    }
  }
}
