import { minuteMs } from '../platform/durations.ts';
import type { Clock } from '../platform/clock.ts';
import type { RateSheetProduct } from './lender/lender.ts';

interface Kept {
  readonly products: Promise<readonly RateSheetProduct[]>;
  readonly readAt: number;
}

const keptMs = 10 * minuteMs;
const mostKept = 500;

/** The merchants' products, each merchant's read from the lender every ten minutes at most. */
export class RateSheets {
  readonly #read: (adminUserId: string) => Promise<readonly RateSheetProduct[]>;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(read: (adminUserId: string) => Promise<readonly RateSheetProduct[]>, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** Whoever asks meanwhile waits for the same answer; a failure is not kept. Rejects as `read`. */
  of({ admin_user_id: admin }: { admin_user_id: string }): Kept['products'] {
    const now = this.#clock.now();
    const known = this.#kept.get(admin);
    if (known !== undefined && now < known.readAt + keptMs) return known.products;
    const products = this.#read(admin);
    const kept = { products, readAt: now };
    this.#kept.delete(admin);
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(admin, kept);
    products.catch(() => {
      if (this.#kept.get(admin) === kept) this.#kept.delete(admin);
    });
    return products;
  }
}
