import type { Figure, Part } from '../bench/part.ts';
import { mutants } from './authorization/mutants.ts';
import {
  type RoundReport,
  runRoundsInThread,
  runRoundsInThreads,
} from './authorization/run-rounds.ts';
import { NotedMistakes } from './noted-mistakes.ts';
import { type NotedRun, noteRun, sumOf } from './noted-runs.ts';

const linesPrinted = 20;
/** Every cell once, those that are asked for an unknown id twice. */
const requestsOfRound = 2_600;

interface AuthorizationRun extends NotedRun {
  readonly rounds: number;
  readonly requests: number;
  readonly leaks: number;
}

/** Every call by everybody who may not make it, and mistakes in the checks, which that has to find. */
export function authorizationPart({ seed, requests }: { seed: number; requests: number }): Part {
  return {
    name: 'authorization',
    title: `Calls of strangers to BFF and lending service (seed ${seed})`,
    async run() {
      const rounds = Math.ceil(requests / requestsOfRound);
      const seeds = Array.from({ length: rounds }, (_none, index) => seed + index);
      const reports = await runRoundsInThreads(seeds);
      const leaks = reports.flatMap((round) => round.leaks);
      for (const line of leaks.slice(0, linesPrinted)) console.error(line);
      const sent = sumOf(reports, (round) => round.requests);
      const runs = await noteRun<AuthorizationRun, 'rounds'>('authorization', 'rounds', {
        from: seed,
        rounds,
        requests: sent,
        leaks: leaks.length,
      });
      const noted = new NotedMistakes('authorization-mutants', mutants);
      const sought = await noted.seekAll(async (mistake) => ({ wrong: await findMutant(mistake) }));
      const found = sought.filter(({ wrong }) => wrong !== '');
      return [
        ...figuresOf(reports, sent, leaks.length),
        count(
          'requests of all runs, each seed once',
          sumOf(runs, (run) => run.requests),
        ),
        {
          ...count(
            'leaks of all runs',
            sumOf(runs, (run) => run.leaks),
          ),
          atMost: 0,
        },
        { ...count('planted mistakes', sought.length), atLeast: mutants.length },
        { ...count('of them not found', sought.length - found.length), atMost: 0 },
      ];
    },
  };
}

/** The first leak of a round with the mistake. @returns nothing when there is none */
export async function findMutant(mistake: (typeof mutants)[number]): Promise<string> {
  const [round] = await runRoundsInThread({ seeds: [1], mistake, untilFound: true });
  return round?.leaks[0] ?? '';
}

function figuresOf(reports: readonly RoundReport[], requests: number, leaks: number): Figure[] {
  return [
    count('combinations of call, credential and id', reports[0]?.cells ?? 0),
    count('requests', requests),
    { ...count('leaks', leaks), atMost: 0 },
  ];
}

function count(name: string, value: number): Figure {
  return { name, value, unit: '' };
}
