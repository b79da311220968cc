import { availableParallelism } from 'node:os';
import { Random } from '../fuzz/random.ts';
import { inThread } from '../in-thread.ts';
import { Consumer } from './consumer.ts';
import { startLinksTestbed } from './testbed.ts';
import { Thief } from './thief.ts';

const leastSteps = 8;
const mostSteps = 28;
/** Among what a thief may have compared in the life of an application. */
const guessLimit = 20;

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

export interface LinksRun {
  seed: number;
  /** The number of the first sequence, and of the one after the last. */
  from: number;
  to: number;
}

/** Random sequences of a consumer and a thief, each over BFF and lending service on a virtual clock. */
export async function runLinks({ seed, from, to }: LinksRun): Promise<LinksReport> {
  const testbed = await startLinksTestbed();
  const report: LinksReport = {
    sequences: to - from,
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
    for (let serial = from; serial < to; serial += 1) {
      const random = new Random(seed * 1_000_003 + serial);
      const consumer = new Consumer(testbed, random, seed * 1_000_003 + serial);
      const thief = new Thief(testbed, random, consumer);
      const steps = leastSteps + random.below(mostSteps - leastSteps);
      for (let step = 0; step < steps; step += 1) {
        await (random.chance(0.6) ? consumer : thief).act();
      }
      report.steps += steps;
      report.usedCodes += consumer.usedCodes.size;
      report.mostGuesses = Math.max(report.mostGuesses, thief.guesses);
      if (thief.guesses > guessLimit) report.overLimit += 1;
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

/** The same, by as many threads as there are processors. */
export async function runLinksInThreads(run: LinksRun): Promise<LinksReport> {
  const threads = Math.max(1, Math.min(availableParallelism(), run.to - run.from));
  const bounds = Array.from({ length: threads + 1 }, (_, index) =>
    Math.round(run.from + ((run.to - run.from) * index) / threads),
  );
  const reports = await Promise.all(
    bounds.slice(1).map((to, index) => {
      const part: LinksRun = { ...run, from: bounds[index] ?? run.from, to };
      return inThread<LinksReport>(new URL('./worker.ts', import.meta.url), part);
    }),
  );
  return reports.reduce(sumOf);
}

function sumOf(one: LinksReport, other: LinksReport): LinksReport {
  return {
    sequences: one.sequences + other.sequences,
    steps: one.steps + other.steps,
    accepted: one.accepted + other.accepted,
    charged: one.charged + other.charged,
    usedCodes: one.usedCodes + other.usedCodes,
    mostGuesses: Math.max(one.mostGuesses, other.mostGuesses),
    overLimit: one.overLimit + other.overLimit,
    wrongCharges: one.wrongCharges + other.wrongCharges,
    finds: [...one.finds, ...other.finds],
  };
}
