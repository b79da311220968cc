import { Random } from '../fuzz/random.ts';

/**
 * The operating system's randomness. Each length has numbers of its own: what a module fetches in
 * advance and keeps from one run to the next changes nothing for the others.
 */
export class SystemRandomness {
  readonly #seed: number;
  readonly #byLength = new Map<number, Random>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  bytes(length: number): Buffer {
    return this.fill(Buffer.alloc(length));
  }

  fill<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
    const { byteLength } = bytes;
    const [one, other] = [this.#of(byteLength), this.#of(-byteLength)];
    // Two generators of 32 bits: no two ids of a run are the same.
    for (let at = 0; at < byteLength; at += 1) {
      bytes[at] = (at % 2 === 0 ? one : other).below(256);
    }
    return bytes;
  }

  fraction(): number {
    return this.#of(0).fraction();
  }

  #of(stream: number): Random {
    const known = this.#byLength.get(stream);
    if (known !== undefined) return known;
    const random = new Random(Math.imul(this.#seed ^ 0x5bd1e995, 0x9e3779b1) + stream * 7_919);
    this.#byLength.set(stream, random);
    return random;
  }
}
