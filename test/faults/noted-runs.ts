import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commitOfTree } from '../bench/commit-of-tree.ts';

/** Of this checkout alone; what is to last is taken into `keptFolder` by keep-runs.ts. */
export const localFolder = join(import.meta.dirname, '../../.bench');
/** In the repository: what was run before, on whatever machine. */
export const keptFolder = join(import.meta.dirname, 'runs');

/** A run that adds up with those before it: its cases have the seeds `from`, `from + 1`, … */
export interface NotedRun {
  readonly from: number;
  readonly ended_at: string;
  /** Of the code that ran; ends in `+` where files had changed since. */
  readonly commit: string;
  /** What was wrong in earlier runs of these seeds, in whose place this one is. */
  readonly wrongBefore?: readonly WrongBefore[];
}

export interface WrongBefore {
  /** One of them, or the range of a run that only counts: `450`, `101 to 200`. */
  readonly seeds: string;
  readonly commit: string;
}

/** Properties of runs that count or list what was wrong; a list of numbers has the seeds of it. */
export const wrongProperties: readonly string[] = [
  'accepted',
  'backwards',
  'chargedTwice',
  'doubled',
  'echoes',
  'failed',
  'failedSeeds',
  'gaveUp',
  'gaveUpSeeds',
  'hits',
  'late',
  'lateSeeds',
  'leaks',
  'lost',
  'missed',
  'pulledTwice',
  'refused',
  'sentAgain',
  'serverErrors',
  'undone',
  'unfit',
  'wrong',
  'wrongs',
  'wrongSeeds',
];

/**
 * Adds a run to those of this checkout in `.bench/<name>-runs.json`, and returns all that are noted. One
 * that ran seeds of another again is noted in its place, with what was wrong there.
 * @param size the property that says how many cases a run has
 */
export async function noteRun<Run extends NotedRun, Size extends keyof Run & string>(
  name: string,
  size: Size & (Run[Size] extends number ? Size : never),
  run: Omit<Run, 'ended_at' | 'commit'>,
): Promise<Run[]> {
  const at = { ended_at: new Date().toISOString(), commit: await commitOfTree() };
  const noted = { ...run, ...at } as unknown as Run;
  const runs = mergeRuns(await readRuns<Run>(localFolder, name), [noted], size);
  await writeRuns(localFolder, name, runs);
  return mergeRuns(await readRuns<Run>(keptFolder, name), runs, size);
}

/** The runs of a part so far, those of this checkout in the place of kept ones with the same seeds. */
export async function notedRuns<Run extends NotedRun, Size extends keyof Run & string>(
  name: string,
  size: Size,
): Promise<Run[]> {
  return mergeRuns(
    await readRuns<Run>(keptFolder, name),
    await readRuns<Run>(localFolder, name),
    size,
  );
}

/**
 * Both lists, in the order of their seeds; a newer run stands in the place of those it overlaps, and says
 * what was wrong in them.
 */
export function mergeRuns<Run extends NotedRun>(
  older: readonly Run[],
  newer: readonly Run[],
  size: keyof Run,
): Run[] {
  const end = (run: Run) => run.from + Number(run[size]);
  const inPlaceOf = (run: Run) =>
    newer.find((again) => run.from < end(again) && again.from < end(run));
  const again = newer.map((run) => {
    const replaced = older.filter((each) => inPlaceOf(each) === run);
    const wrongBefore = distinct([
      ...[...replaced, run].flatMap((each) => each.wrongBefore ?? []),
      ...replaced.filter((each) => !isSameRun(each, run)).flatMap((each) => wrongOf(each, size)),
    ]);
    return wrongBefore.length === 0 ? run : { ...run, wrongBefore };
  });
  return [...older.filter((run) => inPlaceOf(run) === undefined), ...again].toSorted(
    (one, other) => one.from - other.from,
  );
}

/** As `noteRun` wrote it: the same run, kept before. */
function isSameRun(one: NotedRun, other: NotedRun): boolean {
  return one.from === other.from && one.ended_at === other.ended_at;
}

function wrongOf<Run extends NotedRun>(run: Run, size: keyof Run): WrongBefore[] {
  const { from, commit } = run;
  return wrongProperties.flatMap((property) => {
    const wrong = (run as unknown as Record<string, unknown>)[property];
    if (Array.isArray(wrong) && wrong.every((seed) => typeof seed === 'number')) {
      return wrong.map((seed) => ({ seeds: String(seed), commit }));
    }
    const count = Array.isArray(wrong) ? wrong.length : Number(wrong ?? 0);
    return count === 0 ? [] : [{ seeds: rangeOf(from, from + Number(run[size])), commit }];
  });
}

function distinct(wrong: readonly WrongBefore[]): WrongBefore[] {
  return [...new Map(wrong.map((each) => [`${each.seeds} ${each.commit}`, each])).values()];
}

/** The seeds from one up to another, which is not of them. */
export function rangeOf(from: number, next: number): string {
  return next - from === 1 ? `${from}` : `${from} to ${next - 1}`;
}

export async function readRuns<Run extends NotedRun>(folder: string, name: string): Promise<Run[]> {
  const text = await readFile(fileOf(folder, name), 'utf8').catch(() => '[]');
  return JSON.parse(text) as Run[];
}

export async function writeRuns(
  folder: string,
  name: string,
  runs: readonly NotedRun[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(folder, name), `${JSON.stringify(runs, null, 2)}\n`);
}

function fileOf(folder: string, name: string): string {
  return join(folder, `${name}-runs.json`);
}

/** A count over all runs. */
export function sumOf<Run>(runs: readonly Run[], count: (run: Run) => number): number {
  return runs.reduce((total, run) => total + count(run), 0);
}
