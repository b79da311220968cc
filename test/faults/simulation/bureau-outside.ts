import type { Bureau } from '../../../server/lending/providers/providers.ts';
import type { Random } from '../fuzz/random.ts';

/** How often an answer is lost on its way back. */
const lostRate = 0.03;

/** A credit bureau, which remembers what it was asked, whatever becomes of those who ask it. */
export class BureauOutside {
  readonly #random: Random;
  /** The ids of the inquiries that it has answered, by the first name of whom they are about. */
  readonly entries = new Map<string, Set<string>>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** It answers what `bureau` does, unless that is lost. */
  after(bureau: Bureau): Bureau {
    return {
      softInquiry: async (inquiry) => {
        const report = await bureau.softInquiry(inquiry);
        const { first_name: firstName, inquiry_id: id } = inquiry;
        this.entries.set(firstName, (this.entries.get(firstName) ?? new Set()).add(id));
        if (this.#random.chance(lostRate)) throw new Error('The answer of the bureau was lost.');
        return report;
      },
    };
  }
}
