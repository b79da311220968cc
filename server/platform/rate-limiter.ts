interface Bucket {
  tokens: number;
  filledAt: number;
}

export interface Rate {
  calls: number;
  /** In how many milliseconds; all at once or spread. */
  perMs: number;
}

const maxBuckets = 50_000;

/** Token buckets by key, in memory: each process counts for itself. */
export class RateLimiter {
  readonly #now: () => number;
  readonly #rate: Rate;
  readonly #buckets = new Map<string, Bucket>();

  /** @param now epoch milliseconds */
  constructor(now: () => number, rate: Rate) {
    this.#now = now;
    this.#rate = rate;
  }

  /** Takes one call of the key's. @returns 0, or the milliseconds until there is one to take */
  take(key: string): number {
    const waitMs = this.waitMs(key);
    const bucket = this.#buckets.get(key);
    if (waitMs === 0 && bucket) bucket.tokens -= 1;
    return waitMs;
  }

  /** How long it takes until the key has a call again; 0 where it has one. */
  waitMs(key: string): number {
    const { calls, perMs } = this.#rate;
    const { tokens } = this.#filled(key);
    return tokens < 1 ? ((1 - tokens) * perMs) / calls : 0;
  }

  #filled(key: string): Bucket {
    const { calls, perMs } = this.#rate;
    const now = this.#now();
    const known = this.#buckets.get(key) ?? { tokens: calls, filledAt: now };
    const gained = (Math.max(0, now - known.filledAt) * calls) / perMs;
    known.tokens = Math.min(calls, known.tokens + gained);
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
