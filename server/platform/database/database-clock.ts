import { sql } from 'kysely';
import { type Clock, systemClock } from '../clock.ts';
import { secondMs } from '../durations.ts';
import type { Logger } from '../logging.ts';
import type { Database } from './database.ts';

/** A measure is wrong by half of its round trip at most: one that took longer says too little. */
const longestTripMs = secondMs;
const firstTries = 5;
const usualMs = 5 * secondMs;
/** By how much the machine's clock may differ from the database's before that is logged. */
const noticedMs = 2 * secondMs;

export interface DatabaseClockOptions {
  log: Logger;
  /** Milliseconds between two measures. */
  everyMs?: number;
  /** The machine's, which is only compared. */
  machineClock?: Clock;
}

interface Measure {
  /** The database's time (epoch milliseconds) when the monotonic clock said `countedMs`. */
  readonly time: number;
  readonly countedMs: number;
  readonly tripMs: number;
}

/**
 * The time of a PostgreSQL database: one for all nodes that share it. Between two measures it goes by
 * the monotonic clock, so that a clock of the machine that is wrong, or is set, changes nothing.
 */
export class DatabaseClock implements Clock {
  readonly #measuring: () => Promise<Measure>;
  readonly #options: DatabaseClockOptions;
  readonly #timer: NodeJS.Timeout;
  #measure: Measure;
  #differs = false;

  /** Measures before it is used, and from then on until `stop`. */
  static async start<Schema>(
    database: Database<Schema>,
    options: DatabaseClockOptions,
  ): Promise<DatabaseClock> {
    const measuring = () => measure(database);
    let best = await measuring();
    for (let tries = 1; tries < firstTries && best.tripMs > longestTripMs; tries += 1) {
      const next = await measuring();
      if (next.tripMs < best.tripMs) best = next;
    }
    return new DatabaseClock(measuring, options, best);
  }

  private constructor(
    measuring: () => Promise<Measure>,
    options: DatabaseClockOptions,
    first: Measure,
  ) {
    this.#measuring = measuring;
    this.#options = options;
    this.#measure = first;
    this.#compare();
    this.#timer = setInterval(() => void this.#renew(), options.everyMs ?? usualMs).unref();
  }

  now(): number {
    const { time, countedMs } = this.#measure;
    return Math.round(time + performance.now() - countedMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #renew(): Promise<void> {
    // The last measure stays in force while the database does not answer.
    const next = await this.#measuring().catch(() => undefined);
    if (next === undefined || next.tripMs > longestTripMs) return;
    this.#measure = next;
    this.#compare();
  }

  #compare(): void {
    const { log, machineClock = systemClock } = this.#options;
    const byMs = machineClock.now() - this.now();
    const differs = Math.abs(byMs) > noticedMs;
    if (differs === this.#differs) return;
    this.#differs = differs;
    if (differs) log.warn({ event: 'clock_differs', duration_ms: byMs });
    else log.info({ event: 'clock_agrees_again' });
  }
}

async function measure<Schema>({ query }: Database<Schema>): Promise<Measure> {
  const sentMs = performance.now();
  const { rows } = await sql<{ time: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as time
  `.execute(query);
  const tripMs = performance.now() - sentMs;
  const time = rows[0]?.time;
  if (time === undefined) throw new Error('the database does not say its time');
  return { time, countedMs: sentMs + tripMs / 2, tripMs };
}
