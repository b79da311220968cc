const prefixLength = 4;
/** Bits of the filter's index: half a megabyte, which stays in the processor's cache. */
const filterBits = 22;

export interface Needle {
  bytes: Buffer;
}

export interface Hit<Kind extends Needle> {
  needle: Kind;
  /** Where it begins. */
  at: number;
}

/** Finds any of many byte strings in one pass; each must have at least four bytes. */
export class ByteScanner<Kind extends Needle> {
  /** Of each prefix, by their length and then by themselves. */
  readonly #byPrefix = new Map<number, Map<number, Map<string, Kind>>>();
  /** A bit per hash of a prefix that occurs: lets nearly all positions pass without a look into the map. */
  readonly #filter = new Uint8Array(2 ** filterBits / 8);

  constructor(needles: Iterable<Kind>) {
    for (const needle of needles) {
      const prefix = needle.bytes.readUInt32BE();
      const byLength = this.#byPrefix.get(prefix) ?? new Map<number, Map<string, Kind>>();
      const ofLength = byLength.get(needle.bytes.length) ?? new Map<string, Kind>();
      ofLength.set(needle.bytes.toString('latin1'), needle);
      byLength.set(needle.bytes.length, ofLength);
      this.#byPrefix.set(prefix, byLength);
      const hash = hashOf(prefix);
      this.#filter[hash >>> 3] = (this.#filter[hash >>> 3] ?? 0) | (1 << (hash & 7));
    }
  }

  /** Every place at which a needle stands. */
  find(haystack: Buffer): Hit<Kind>[] {
    const found: Hit<Kind>[] = [];
    const filter = this.#filter;
    let window = 0;
    for (let end = 0; end < haystack.length; end += 1) {
      window = (window << 8) | (haystack[end] ?? 0);
      const hash = hashOf(window);
      if (((filter[hash >>> 3] ?? 0) & (1 << (hash & 7))) === 0 || end + 1 < prefixLength) continue;
      const start = end + 1 - prefixLength;
      for (const [length, needles] of this.#byPrefix.get(window >>> 0) ?? []) {
        const needle = needles.get(haystack.toString('latin1', start, start + length));
        if (needle !== undefined) found.push({ needle, at: start });
      }
    }
    return found;
  }
}

/** Multiplied by the golden ratio, as Knuth spreads keys. */
function hashOf(prefix: number): number {
  return Math.imul(prefix, 0x9e3779b1) >>> (32 - filterBits);
}
