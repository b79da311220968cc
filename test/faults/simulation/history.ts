import { createHash } from 'node:crypto';
import type { VirtualTime } from './virtual-time.ts';

/** All that happened in a run, in order. Ids, paths and states: no personal data. */
export class History {
  readonly lines: string[] = [];
  readonly #time: VirtualTime;
  readonly #isKept: boolean;
  readonly #hash = createHash('sha256');
  count = 0;

  constructor(time: VirtualTime, { isKept }: { isKept: boolean }) {
    this.#time = time;
    this.#isKept = isKept;
  }

  /** @param who may be a person by number */
  tell(who: string, what: string): void {
    const at = new Date(this.#time.now).toISOString().slice(5, 23).replace('T', ' ');
    const line = `${at}  ${who}: ${what}`;
    this.count += 1;
    this.#hash.update(line);
    if (this.#isKept) this.lines.push(line);
  }

  /** What is too small for a line: when which process committed. */
  note(what: string): void {
    this.#hash.update(`${this.#time.now} ${what}`);
  }

  /** Of everything that was told so far; the same for the same seed. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}
