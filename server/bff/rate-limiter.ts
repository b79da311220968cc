import { minuteMs } from '../platform/durations.ts';
import type { Clock } from '../platform/clock.ts';
import { BffError } from './errors.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

const maxBuckets = 50_000;

/** Token buckets by key: `perMinute` calls, all at once or spread. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #perMinute: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** Takes one call of the key's. @throws BffError `rate_limited` when there is none left */
  take(key: string): void {
    const bucket = this.#filled(key);
    if (bucket.tokens < 1) {
      const waitMs = ((1 - bucket.tokens) * minuteMs) / this.#perMinute;
      throw new BffError('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    }
    bucket.tokens -= 1;
  }

  #filled(key: string): Bucket {
    const now = this.#clock.now();
    const known = this.#buckets.get(key) ?? { tokens: this.#perMinute, filledAt: now };
    const gained = (Math.max(0, now - known.filledAt) * this.#perMinute) / minuteMs;
    known.tokens = Math.min(this.#perMinute, known.tokens + gained);
    known.filledAt = now;
    // The order of a map is that of its insertions: the first key is the one used longest ago.
    this.#buckets.delete(key);
    this.#buckets.set(key, known);
    if (this.#buckets.size > maxBuckets) this.#forgetOldest();
    return known;
  }

  #forgetOldest(): void {
    for (const oldest of this.#buckets.keys()) {
      this.#buckets.delete(oldest);
      return;
    }
  }
}
