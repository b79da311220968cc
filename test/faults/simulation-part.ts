import { availableParallelism } from 'node:os';
import { count, type Figure, none, type Part } from '../bench/part.ts';
import { type NotedRun, noteRun, sumOf } from './noted-runs.ts';
import { simulate } from './simulation/run-simulation.ts';
import type { WeekReport } from './simulation/week.ts';

const linesPrinted = 20;
/** In fewer, a payment that comes to no good may be missing. */
const weeksOfAllFates = 50;
/** Noted together: of a run that is ended early, no more is lost. */
const weeksNoted = 25;

/** Weeks that were lived. */
interface LivedRun extends NotedRun {
  readonly weeks: number;
  readonly wrongSeeds: readonly number[];
  readonly exchanges: number;
  readonly crashes: number;
}

export interface SimulationPartOptions {
  /** Of the first week. */
  seed: number;
  /** Undefined: one week alone, with its history in words. */
  weeks: number | undefined;
}

/** Weeks of merchants' lives in simulated time. */
export function simulationPart({ seed, weeks }: SimulationPartOptions): Part {
  return {
    name: 'simulation',
    title: `${weeks === undefined ? 'A simulated week' : 'Simulated weeks'} of a merchant’s life (seed ${seed})`,
    async run() {
      if (weeks === undefined) return tellOneWeek(seed);
      const startedAt = process.cpuUsage();
      const lived: WeekReport[] = [];
      let runs: LivedRun[] = [];
      let noted = 0;
      for await (const week of liveWeeks(seed, weeks)) {
        lived.push(week);
        if (lived.length - noted < weeksNoted && lived.length < weeks) continue;
        runs = await noteWeeks(seed + noted, lived.slice(noted));
        noted = lived.length;
      }
      const { user, system } = process.cpuUsage(startedAt);
      return [
        ...figuresOf(lived),
        { name: 'CPU of a week', value: (user + system) / 1e6 / lived.length, unit: 's' },
        ...figuresOfRuns(runs),
      ];
    },
  };
}

/** Adds a run to those that were noted; one that lived weeks of this again is noted in its place. */
function noteWeeks(from: number, lived: readonly WeekReport[]): Promise<LivedRun[]> {
  const sum = (key: 'exchanges' | 'crashes') => sumOf(lived, ({ counts }) => counts[key]);
  return noteRun<LivedRun, 'weeks'>('simulation', 'weeks', {
    from,
    weeks: lived.length,
    wrongSeeds: lived.filter(({ wrongs }) => wrongs.length > 0).map(({ seed }) => seed),
    exchanges: sum('exchanges'),
    crashes: sum('crashes'),
  });
}

function figuresOfRuns(runs: readonly LivedRun[]): Figure[] {
  return [
    { name: 'weeks of all runs, each seed once', value: sumOf(runs, (run) => run.weeks), unit: '' },
    {
      name: 'of them with something wrong',
      value: sumOf(runs, (run) => run.wrongSeeds.length),
      unit: '',
      atMost: 0,
    },
  ];
}

async function tellOneWeek(seed: number): Promise<Figure[]> {
  const lived: WeekReport[] = [];
  for await (const week of simulate({ seeds: [seed], isTold: true })) {
    for (const line of week.history) console.error(line);
    tellWrongs(week);
    lived.push(week);
  }
  return figuresOf(lived);
}

/** In the order of their seeds, as many at a time as there are processors. */
async function* liveWeeks(first: number, weeks: number): AsyncGenerator<WeekReport> {
  const threads = Math.min(availableParallelism(), weeks);
  const seedsOf = (thread: number) =>
    Array.from(
      { length: Math.ceil((weeks - thread) / threads) },
      (_none, turn) => first + thread + turn * threads,
    );
  // A thread lives all its weeks: its first ones cost twice as much as the later ones.
  const lives = Array.from({ length: threads }, (_none, thread) =>
    simulate({ seeds: seedsOf(thread) }),
  );
  try {
    for (let week = 0; week < weeks; week += 1) {
      const next = await lives[week % threads]?.next();
      if (next === undefined || next.done) return;
      tellWrongs(next.value);
      yield next.value;
    }
  } finally {
    await Promise.all(lives.map((life) => life.return(undefined)));
  }
}

function tellWrongs({ seed, wrongs }: WeekReport): void {
  for (const wrong of wrongs.slice(0, linesPrinted)) console.error(`--seed ${seed}, ${wrong}`);
}

function figuresOf(lived: readonly WeekReport[]): Figure[] {
  const sum = (key: keyof WeekReport['counts']) =>
    lived.reduce((total, { counts }) => total + counts[key], 0);
  const wrong = lived.filter(({ wrongs }) => wrongs.length > 0);
  // What no week has reached is not proved by any.
  const reached = (name: string, value: number): Figure => ({
    ...count(name, value),
    ...(lived.length >= weeksOfAllFates && { atLeast: 1 }),
  });
  return [
    count('weeks', lived.length),
    count('of them over the bare lender', lived.filter(({ lender }) => lender === 'bare').length),
    count('exchanges between the parts', sum('exchanges')),
    count('of them lost, cut or refused', sum('disturbed')),
    count('times that a service was killed', sum('crashes')),
    count('applications', sum('applications')),
    count('accepted terms', sum('accepted')),
    count('charges', sum('charges')),
    reached('of them asked for by a merchant’s server', sum('keyedCharges')),
    reached('of them held back', sum('held')),
    reached('of them failed', sum('failed')),
    reached('of them taken back', sum('reversed')),
    count('refunds', sum('refunds')),
    reached('of them failed', sum('failedRefunds')),
    count('webhooks that arrived', sum('webhooks')),
    reached('of others refused as too old', sum('refusedOld')),
    reached('limits that were raised', sum('raisedLimits')),
    count('words of merchants about unresolved charges', sum('resolutionsTried')),
    reached('of them taken', sum('resolved')),
    count('charges that nobody could settle but a person', sum('unresolved')),
    none('weeks in which something was wrong', wrong.length),
  ];
}
