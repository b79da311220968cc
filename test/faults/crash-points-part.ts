import { count, type Figure, none, type Part } from '../bench/part.ts';
import { type PointReport, type Stage, seedsOf } from './crash-points/point.ts';
import { crashOnPostgres } from './crash-points/postgres-points.ts';
import { crashStarts, crashTraffic } from './crash-points/sqlite-points.ts';
import { reasonToSkipStrace } from './crash-points/strace.ts';
import { type Engine, engineNames } from './engine.ts';
import { type NotedRun, noteRun, sumOf } from './noted-runs.ts';

/** Of every twenty points. */
const shares: Readonly<Record<Engine, Readonly<Partial<Record<Stage, number>>>>> = {
  sqlite: { start: 2, migration: 2, traffic: 12, checkpoint: 4 },
  postgres: { start: 1, traffic: 9, server: 8, outage: 2 },
};

/** Noted together: of a run that is ended early, no more is lost. */
const pointsNoted = 100;

interface CrashedRun extends NotedRun {
  readonly points: number;
  /** Of them those whose call came: the process was killed before it was made. */
  readonly reached: number;
  /** How often before which call. */
  readonly places: Readonly<Record<string, number>>;
  readonly failedSeeds: readonly number[];
}

export interface CrashPointsOptions {
  /** Of the first point. */
  seed: number;
  points: number;
  engine: Engine;
}

/** The product and its database, killed before the n-th write or sync. */
export function crashPointsPart({ seed, points, engine }: CrashPointsOptions): Part {
  const name = engineNames[engine];
  return {
    name: 'crash-points',
    title: `Killed before the n-th write or sync, on ${name} (seed ${seed})`,
    async run() {
      const reason = await reasonToSkipStrace();
      if (reason !== false) throw new Error(`crash points: ${reason} (Debian: apt install strace)`);
      let runs: CrashedRun[] = [];
      const reports: PointReport[] = [];
      for (let from = seed; from < seed + points; from += pointsNoted) {
        const size = Math.min(pointsNoted, seed + points - from);
        const some = await crashAll(engine, { from, points: size });
        for (const { seed, stage, failures } of some) {
          for (const failure of failures) console.error(`--seed ${seed}, ${stage}: ${failure}`);
        }
        runs = await noteRun<CrashedRun, 'points'>(`crash-points-${engine}`, 'points', {
          from,
          points: size,
          reached: some.filter(({ place }) => place !== null).length,
          places: Object.fromEntries(countBy(some, ({ place }) => place ?? 'not reached')),
          failedSeeds: failedSeeds(some),
        });
        reports.push(...some);
      }
      return [...figuresOf(reports), ...figuresOfRuns(runs, name)];
    },
  };
}

/** All points of a run. */
async function crashAll(
  engine: Engine,
  run: { from: number; points: number },
): Promise<PointReport[]> {
  const pointsOf = <Wanted extends Stage>(...stages: Wanted[]) =>
    stages
      .flatMap((stage) => seedsOf(stage, shares[engine], run).map((seed) => ({ seed, stage })))
      .toSorted((one, other) => one.seed - other.seed);
  const crashing =
    engine === 'postgres'
      ? [crashOnPostgres(pointsOf('start', 'traffic', 'server', 'outage'))]
      : [
          crashStarts(pointsOf('start')),
          crashStarts(pointsOf('migration')),
          crashTraffic(pointsOf('traffic', 'checkpoint')),
        ];
  const reports: PointReport[] = [];
  for (const each of crashing) for await (const report of each) reports.push(report);
  return reports;
}

function figuresOf(reports: readonly PointReport[]): Figure[] {
  const places = countBy(
    reports,
    ({ stage, place }) => `${stage}: ${place ?? 'its call never came'}`,
  );
  return [
    count('crash points', reports.length),
    ...[...places].toSorted().map(([place, times]) => count(`  ${place}`, times)),
    none('of them with something wrong', failedSeeds(reports).length),
  ];
}

function figuresOfRuns(runs: readonly CrashedRun[], name: string): Figure[] {
  const reached = sumOf(runs, (run) => run.reached);
  const failed = sumOf(runs, (run) => run.failedSeeds.length);
  return [
    count(`crash points of all runs on ${name}, each seed once`, reached),
    none('of them with something wrong, of all runs', failed),
  ];
}

function failedSeeds(reports: readonly PointReport[]): number[] {
  const wrong = reports.filter(({ failures }) => failures.length > 0);
  return [...new Set(wrong.map(({ seed }) => seed))];
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
