interface Bucket {
  tokens: number;
  filledAt: number;
}

export interface Rate {
  calls: number;
  /** In how many milliseconds; all at once or spread. */
  perMs: number;
}

/** Beyond this number the buckets used longest ago are deleted, until `bucketsKept` are left. */
const maxBuckets = 50_000;
const bucketsKept = 40_000;
/** Up to this number full buckets are kept, too. */
const fewBuckets = 1_000;

/** Token buckets by key, in memory: each process counts for itself. */
export class RateLimiter {
  readonly #now: () => number;
  readonly #rate: Rate;
  readonly #buckets = new Map<string, Bucket>();
  #forgetAt = fewBuckets;

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
    if (this.#buckets.size > this.#forgetAt) this.#forget(now);
    return known;
  }

  /**
   * Deletes full buckets: an unknown key has a full one, too. It deletes many at a time, since a map
   * finds its first key the more slowly, the more keys were deleted before it.
   */
  #forget(now: number): void {
    for (const [key, { filledAt }] of this.#buckets) {
      const isFull = now - filledAt >= this.#rate.perMs;
      if (!isFull && this.#buckets.size <= bucketsKept) break;
      this.#buckets.delete(key);
    }
    const left = this.#buckets.size;
    this.#forgetAt = Math.min(maxBuckets, Math.max(fewBuckets, 2 * left));
  }
}
