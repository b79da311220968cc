import type { BankRails } from '../../../server/lending/providers/providers.ts';
import type { Random } from '../fuzz/random.ts';
import { stage } from './stage.ts';

/** How often an answer is lost on its way back. */
const lostRate = 0.05;

export interface AskedPayout {
  readonly cents: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A bank, which remembers what it has paid out to the merchant, whatever becomes of those who ask it. */
export class BankOutside {
  readonly #random: Random;
  /** Each time that it was asked, by the id of the payout. */
  readonly payouts = new Map<string, readonly AskedPayout[]>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** It does what `rails` do, unless the answer is lost. */
  after(rails: BankRails): BankRails {
    return {
      ...rails,
      payOut: async (payout) => {
        const { id, amount_cents: cents } = payout;
        const asked = { cents, at: stage().time.now };
        this.payouts.set(id, [...(this.payouts.get(id) ?? []), asked]);
        if (this.#random.chance(lostRate)) throw new Error('The answer of the bank was lost.');
        return rails.payOut(payout);
      },
    };
  }
}
