import { count, none, type Part } from '../bench/part.ts';
import { runLinksInThreads } from './links/run-links.ts';

const linesPrinted = 20;

/** A consumer, and a thief of each of the lender's links, of used-up codes and of what a page hears. */
export function linksPart({ seed, sequences }: { seed: number; sequences: number }): Part {
  return {
    name: 'links',
    title: `Links in the hands of a thief (seed ${seed})`,
    async run() {
      const report = await runLinksInThreads({ seed, from: 0, to: sequences });
      for (const line of report.finds.slice(0, linesPrinted)) console.error(line);
      return [
        count('sequences', report.sequences),
        count('steps', report.steps),
        count('sequences with accepted terms', report.accepted),
        count('sequences with a charge', report.charged),
        count('codes used up', report.usedCodes),
        none('offers, amounts and names read, things moved', report.finds.length),
        {
          ...count('most answers of one thief that were compared', report.mostGuesses),
          atMost: 20,
        },
        none('thieves over the limit', report.overLimit),
        none('charges of another amount than the newest order', report.wrongCharges),
      ];
    },
  };
}
