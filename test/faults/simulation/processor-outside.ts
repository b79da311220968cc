import type { PaymentProcessor } from '../../../server/lending/providers/providers.ts';
import { sha256Hex } from '../../../server/platform/crypto/digest.ts';

/** `held`: of a charge alone, and for good. `returned`: of a charge alone, after it has settled. */
export type PaymentFate = 'settled' | 'rejected' | 'held' | 'returned';

type Kind = 'charge' | 'refund';

/** What becomes of how many of 256 charges, one after the other; the others settle. */
const rates: readonly (readonly [PaymentFate, number])[] = [
  ['rejected', 18],
  ['held', 14],
  ['returned', 28],
];

/** A payment processor: what becomes of a payment is decided by its id, however often it is asked. */
export class ProcessorOutside implements PaymentProcessor {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  fateOf(kind: Kind, id: string): PaymentFate {
    let left = Number.parseInt(sha256Hex(`${this.#seed} ${id}`).slice(0, 2), 16);
    for (const [fate, rate] of rates) {
      if (left < rate) return kind === 'charge' || fate === 'rejected' ? fate : 'settled';
      left -= rate;
    }
    return 'settled';
  }

  readonly submit: PaymentProcessor['submit'] = async ({ kind, id }) => {
    const fate = this.fateOf(kind, id);
    if (fate === 'rejected') return { outcome: 'rejected', return_code: returnCode };
    return { outcome: fate === 'held' ? 'excluded' : 'accepted' };
  };

  readonly settle: PaymentProcessor['settle'] = async ({ kind, id }) =>
    this.fateOf(kind, id) === 'returned'
      ? { outcome: 'settled_then_returned', return_code: returnCode }
      : { outcome: 'settled' };
}

const returnCode = 'R10';
