const prefixLength = 4;

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
  readonly #byPrefix = new Map<number, Kind[]>();
  /** Which low halves of prefixes occur: lets most positions pass without a look into the map. */
  readonly #isLowHalf = new Uint8Array(2 ** 16);

  constructor(needles: Iterable<Kind>) {
    for (const needle of needles) {
      const prefix = needle.bytes.readUInt32BE();
      const sharing = this.#byPrefix.get(prefix);
      if (sharing) sharing.push(needle);
      else this.#byPrefix.set(prefix, [needle]);
      this.#isLowHalf[prefix & 0xffff] = 1;
    }
  }

  /** Every place at which a needle stands. */
  find(haystack: Buffer): Hit<Kind>[] {
    const found: Hit<Kind>[] = [];
    let window = 0;
    for (let end = 0; end < haystack.length; end += 1) {
      window = ((window << 8) | (haystack[end] ?? 0)) >>> 0;
      if (this.#isLowHalf[window & 0xffff] === 0 || end + 1 < prefixLength) continue;
      const start = end + 1 - prefixLength;
      for (const needle of this.#byPrefix.get(window) ?? []) {
        const there = haystack.subarray(start, start + needle.bytes.length);
        if (there.equals(needle.bytes)) found.push({ needle, at: start });
      }
    }
    return found;
  }
}
