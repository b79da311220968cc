import { count, type Figure, none, type Part } from '../bench/part.ts';
import { runJourneys } from './browser/run-journeys.ts';
import type { JourneyReport } from './browser/shopper.ts';
import { type NotedRun, noteRun, sumOf } from './noted-runs.ts';

/** Noted together: of a run that is ended early, no more is lost. */
const journeysNoted = 20;

interface LivedRun extends NotedRun {
  readonly journeys: number;
  readonly troubles: number;
  readonly wrongSeeds: readonly number[];
}

/** Journeys in Chromium, at each press of which something may befall the browser. */
export function browserPart({ seed, journeys }: { seed: number; journeys: number }): Part {
  return {
    name: 'browser',
    title: `Journeys in Chromium with faults (seed ${seed})`,
    async run() {
      const lived: JourneyReport[] = [];
      let runs: LivedRun[] = [];
      for (let from = seed; from < seed + journeys; from += journeysNoted) {
        const count = Math.min(journeysNoted, seed + journeys - from);
        const part = await liveFrom(from, count);
        lived.push(...part);
        runs = await noteRun<LivedRun, 'journeys'>('browser', 'journeys', {
          from,
          journeys: count,
          troubles: sumOf(part, (journey) => journey.troubles.length),
          wrongSeeds: part.filter(({ wrong }) => wrong !== null).map((journey) => journey.seed),
        });
      }
      return figuresOf(lived, runs);
    },
  };
}

async function liveFrom(from: number, count: number): Promise<JourneyReport[]> {
  const seeds = Array.from({ length: count }, (_none, index) => from + index);
  const lived = await runJourneys(seeds);
  for (const { seed, wrong } of lived) {
    if (wrong !== null) console.error(`--seed ${seed}: ${wrong}`);
  }
  return lived;
}

function figuresOf(lived: readonly JourneyReport[], runs: readonly LivedRun[]): Figure[] {
  return [
    count('journeys', lived.length),
    count(
      'faults on their way',
      sumOf(lived, ({ troubles }) => troubles.length),
    ),
    count('charged', lived.filter(({ end }) => end === 'charged').length),
    count('told why it ends', lived.filter(({ end }) => end === 'told').length),
    none('stuck, or with two pulls or charges', lived.filter(({ wrong }) => wrong !== null).length),
    count(
      'journeys of all runs, each seed once',
      sumOf(runs, (run) => run.journeys),
    ),
    none(
      'of them with something wrong',
      sumOf(runs, (run) => run.wrongSeeds.length),
    ),
  ];
}
