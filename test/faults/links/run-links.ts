import { Random } from '../fuzz/random.ts';
import { Consumer } from './consumer.ts';
import { startLinksTestbed } from './testbed.ts';
import { Thief } from './thief.ts';

const LEAST_STEPS = 8;
const MOST_STEPS = 40;
/** Among what a thief may have compared in the life of an application. */
const MOST_GUESSES = 20;

export interface LinksReport {
  sequences: number;
  steps: number;
  /** Consumers who accepted terms, and those whose charge was asked for. */
  accepted: number;
  charged: number;
  usedCodes: number;
  mostGuesses: number;
  /** Thieves with more guesses than the limit. */
  overLimit: number;
  /** Charges of another amount than the newest signed order's. */
  wrongCharges: number;
  /** What thieves read or moved, a sentence each. */
  finds: string[];
}

/** Random sequences of a consumer and a thief, each over BFF and lending service on a virtual clock. */
export async function runLinks({
  seed,
  sequences,
}: {
  seed: number;
  sequences: number;
}): Promise<LinksReport> {
  const testbed = await startLinksTestbed();
  const report: LinksReport = {
    sequences,
    steps: 0,
    accepted: 0,
    charged: 0,
    usedCodes: 0,
    mostGuesses: 0,
    overLimit: 0,
    wrongCharges: 0,
    finds: [],
  };
  try {
    for (let serial = 0; serial < sequences; serial += 1) {
      const random = new Random(seed * 1_000_003 + serial);
      const consumer = new Consumer(testbed, random, seed * 1_000_003 + serial);
      const thief = new Thief(testbed, random, consumer);
      const steps = LEAST_STEPS + random.below(MOST_STEPS - LEAST_STEPS);
      for (let step = 0; step < steps; step += 1) {
        await (random.chance(0.6) ? consumer : thief).act();
      }
      report.steps += steps;
      report.usedCodes += consumer.usedCodes.size;
      report.mostGuesses = Math.max(report.mostGuesses, thief.guesses);
      if (thief.guesses > MOST_GUESSES) report.overLimit += 1;
      report.finds.push(...thief.finds.map((find) => `sequence ${serial}: ${find}`));
      const end = await consumer.outcome();
      if (end.isAccepted) report.accepted += 1;
      if (end.charges.length > 0) report.charged += 1;
      report.wrongCharges += end.wrongCharges;
    }
  } finally {
    await testbed.close();
  }
  return report;
}
