import type { Clock } from '../../platform/clock.ts';
import { minuteMs } from '../../platform/durations.ts';
import type { Lender, RateSheetProduct } from './lender.ts';
import { isRefusal } from './lender-error.ts';

/**
 * The merchant's products; none if the lender has no rate sheet, or shows it to nobody.
 * @throws LenderError when it cannot be read now
 */
export async function readRateSheet(
  lender: Lender,
  adminUserId: string,
): Promise<readonly RateSheetProduct[]> {
  try {
    return (await lender.rateSheet?.(adminUserId)) ?? [];
  } catch (error) {
    if (isRefusal(error)) return [];
    throw error;
  }
}

interface Kept {
  readonly products: Promise<readonly RateSheetProduct[]>;
  readonly readAt: number;
}

const keptMs = 10 * minuteMs;
const mostKept = 500;

/** The merchants' products, each merchant's read from the lender every ten minutes at most. */
export class RateSheets {
  readonly #lender: Lender;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(lender: Lender, clock: Clock) {
    this.#lender = lender;
    this.#clock = clock;
  }

  /**
   * Callers that come while it is read share one answer. A failure is not kept. Rejects as
   * `readRateSheet`.
   */
  of({ admin_user_id: admin }: { admin_user_id: string }): Kept['products'] {
    const now = this.#clock.now();
    const known = this.#kept.get(admin);
    // A clock that was set back keeps none for longer.
    if (known !== undefined && Math.abs(now - known.readAt) < keptMs) return known.products;
    const products = readRateSheet(this.#lender, admin);
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
