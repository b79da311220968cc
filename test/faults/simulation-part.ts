import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Figure, Part } from '../bench/part.ts';
import { findPlanted, type PlantedReport } from './simulation/find-planted.ts';
import { plantedMistakes } from './simulation/planted.ts';
import { simulate } from './simulation/run-simulation.ts';
import type { WeekReport } from './simulation/week.ts';

/** Weeks with a mistake until it must have been found. */
const mostPlantedWeeks = 200;
const linesPrinted = 20;
/** Noted together: of a run that is ended early, no more is lost. */
const weeksNoted = 25;

/** Weeks that were lived, in runs that add up: each has seeds of its own. */
const runsFile = join(import.meta.dirname, '../../.bench/simulation-runs.json');

interface LivedRun {
  readonly from: number;
  readonly weeks: number;
  readonly wrongSeeds: readonly number[];
  readonly exchanges: number;
  readonly crashes: number;
  readonly ended_at: string;
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
      for (let from = seed; from < seed + weeks; from += weeksNoted) {
        const part = await liveWeeks(from, Math.min(weeksNoted, seed + weeks - from));
        runs = await noteRun(from, part);
        lived.push(...part);
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

/** Mistakes in the product's source, of which each has to be found within 200 weeks. */
export function plantedPart(): Part {
  return {
    name: 'planted',
    title: 'Mistakes that the simulation finds',
    run: async () => figuresOfPlanted(await plantAll()),
  };
}

/** Adds a run to those that were noted; one that lived weeks of this again is noted in its place. */
async function noteRun(from: number, lived: readonly WeekReport[]): Promise<LivedRun[]> {
  const text = await readFile(runsFile, 'utf8').catch(() => '[]');
  const to = from + lived.length;
  const others = (JSON.parse(text) as LivedRun[]).filter(
    (run) => run.from >= to || run.from + run.weeks <= from,
  );
  const sum = (key: 'exchanges' | 'crashes') =>
    lived.reduce((total, { counts }) => total + counts[key], 0);
  const run: LivedRun = {
    from,
    weeks: lived.length,
    wrongSeeds: lived.filter(({ wrongs }) => wrongs.length > 0).map(({ seed }) => seed),
    exchanges: sum('exchanges'),
    crashes: sum('crashes'),
    ended_at: new Date().toISOString(),
  };
  const runs = [...others, run].toSorted((one, other) => one.from - other.from);
  await mkdir(dirname(runsFile), { recursive: true });
  await writeFile(runsFile, JSON.stringify(runs, null, 2));
  return runs;
}

function figuresOfRuns(runs: readonly LivedRun[]): Figure[] {
  const sum = (count: (run: LivedRun) => number) =>
    runs.reduce((total, run) => total + count(run), 0);
  return [
    { name: 'weeks of all runs, each seed once', value: sum((run) => run.weeks), unit: '' },
    {
      name: 'of them with something wrong',
      value: sum((run) => run.wrongSeeds.length),
      unit: '',
      atMost: 0,
    },
  ];
}

async function tellOneWeek(seed: number): Promise<Figure[]> {
  const lived = await collect([seed], true);
  for (const { history } of lived) for (const line of history) console.error(line);
  return figuresOf(lived);
}

/** As many at a time as there are processors. */
async function liveWeeks(first: number, weeks: number): Promise<WeekReport[]> {
  const threads = Math.min(availableParallelism(), weeks);
  const shares = Array.from({ length: threads }, (_none, thread) =>
    Array.from({ length: weeks }, (_week, index) => first + index).filter(
      (seed) => seed % threads === thread,
    ),
  );
  const lived = await Promise.all(shares.map((seeds) => collect(seeds, false)));
  return lived.flat().toSorted((one, other) => one.seed - other.seed);
}

async function collect(seeds: readonly number[], isTold: boolean): Promise<WeekReport[]> {
  const lived: WeekReport[] = [];
  if (seeds.length === 0) return lived;
  for await (const week of simulate({ seeds, isTold })) {
    lived.push(week);
    for (const wrong of week.wrongs.slice(0, linesPrinted)) {
      console.error(`--seed ${week.seed}, ${wrong}`);
    }
  }
  return lived;
}

async function plantAll(): Promise<PlantedReport[]> {
  const seeds = Array.from({ length: mostPlantedWeeks }, (_none, index) => index + 1);
  const reports: PlantedReport[] = [];
  for (const mistake of plantedMistakes) {
    const report = await findPlanted(mistake, seeds);
    reports.push(report);
    const when = report.weeks === null ? 'NOT FOUND' : `week ${report.weeks}, ${report.wrong}`;
    console.error(`${report.name}: ${when.slice(0, 200)}`);
  }
  return reports;
}

function figuresOf(lived: readonly WeekReport[]): Figure[] {
  const count = (name: string, value: number): Figure => ({ name, value, unit: '' });
  const sum = (key: keyof WeekReport['counts']) =>
    lived.reduce((total, { counts }) => total + counts[key], 0);
  const wrong = lived.filter(({ wrongs }) => wrongs.length > 0);
  return [
    count('weeks', lived.length),
    count('of them over the bare lender', lived.filter(({ lender }) => lender === 'bare').length),
    count('exchanges between the parts', sum('exchanges')),
    count('of them lost, cut or refused', sum('disturbed')),
    count('times that a service was killed', sum('crashes')),
    count('applications', sum('applications')),
    count('accepted terms', sum('accepted')),
    count('charges', sum('charges')),
    count('refunds', sum('refunds')),
    count('webhooks that arrived', sum('webhooks')),
    count('charges that nobody could settle but a person', sum('unresolved')),
    { ...count('weeks in which something was wrong', wrong.length), atMost: 0 },
  ];
}

function figuresOfPlanted(reports: readonly PlantedReport[]): Figure[] {
  const found = reports.filter(({ weeks }) => weeks !== null);
  return [
    { name: 'planted mistakes', value: reports.length, unit: '', atLeast: 20 },
    {
      name: 'of them not found',
      value: reports.length - found.length,
      unit: '',
      atMost: 0,
    },
    {
      name: 'weeks that the last one took',
      value: Math.max(0, ...found.map(({ weeks }) => weeks ?? 0)),
      unit: '',
      atMost: mostPlantedWeeks,
    },
  ];
}
