import { count, type Figure, none, type Part } from '../bench/part.ts';
import { mutants } from './authorization/mutants.ts';
import {
  type RoundReport,
  runRoundsInThread,
  runRoundsInThreads,
} from './authorization/run-rounds.ts';
import { type NamedMistake, NotedMistakes } from './noted-mistakes.ts';
import { type NotedRun, notedRuns, noteRun, sumOf } from './noted-runs.ts';

const linesPrinted = 20;
/** Every cell once, those that are asked for an unknown id twice. */
const requestsOfRound = 2_600;

interface AuthorizationRun extends NotedRun {
  readonly rounds: number;
  readonly requests: number;
  readonly leaks: number;
}

/**
 * Every call by everybody who may not make it, and mistakes in the checks, which that has to find.
 * Without requests, the mistakes alone.
 */
export function authorizationPart({ seed, requests }: { seed: number; requests: number }): Part {
  return {
    name: 'authorization',
    title: `Calls of strangers to BFF and lending service (seed ${seed})`,
    async run() {
      const rounds = Math.ceil(requests / requestsOfRound);
      const reports = rounds === 0 ? [] : await runNoted(seed, rounds);
      const runs = await notedRuns<AuthorizationRun, 'rounds'>('authorization', 'rounds');
      const noted = new NotedMistakes('authorization-mutants', mutants);
      const sought = await noted.seekAll(async (mistake) => ({ wrong: await findMutant(mistake) }));
      const found = sought.filter(({ wrong }) => wrong !== '');
      return [
        ...figuresOf(reports),
        count(
          'requests of all runs, each seed once',
          sumOf(runs, (run) => run.requests),
        ),
        none(
          'leaks of all runs',
          sumOf(runs, (run) => run.leaks),
        ),
        { ...count('planted mistakes', sought.length), atLeast: mutants.length },
        none('of them not found', sought.length - found.length),
      ];
    },
  };
}

async function runNoted(seed: number, rounds: number): Promise<RoundReport[]> {
  const seeds = Array.from({ length: rounds }, (_none, index) => seed + index);
  const reports = await runRoundsInThreads(seeds);
  const leaks = reports.flatMap((round) => round.leaks);
  for (const line of leaks.slice(0, linesPrinted)) console.error(line);
  await noteRun<AuthorizationRun, 'rounds'>('authorization', 'rounds', {
    from: seed,
    rounds,
    requests: sumOf(reports, (round) => round.requests),
    leaks: leaks.length,
  });
  return reports;
}

/** The first leak of a round with the mistake. @returns nothing when there is none */
export async function findMutant(mistake: NamedMistake): Promise<string> {
  const [round] = await runRoundsInThread({ seeds: [1], mistake, untilFound: true });
  return round?.leaks[0] ?? '';
}

function figuresOf(reports: readonly RoundReport[]): Figure[] {
  return [
    count('combinations of call, credential and id', reports[0]?.cells ?? 0),
    count(
      'requests',
      sumOf(reports, (round) => round.requests),
    ),
    none(
      'leaks',
      sumOf(reports, (round) => round.leaks.length),
    ),
  ];
}
