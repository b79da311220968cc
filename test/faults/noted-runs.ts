import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

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
}

/**
 * Adds a run to those of this checkout in `.bench/<name>-runs.json`, and returns all that are noted. One
 * that ran seeds of another again is noted in its place.
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

/** Both lists, in the order of their seeds; a newer run stands in the place of those it overlaps. */
export function mergeRuns<Run extends NotedRun>(
  older: readonly Run[],
  newer: readonly Run[],
  size: keyof Run,
): Run[] {
  const end = (run: Run) => run.from + Number(run[size]);
  const isRunAgain = (run: Run) =>
    newer.some((again) => run.from < end(again) && again.from < end(run));
  return [...older.filter((run) => !isRunAgain(run)), ...newer].toSorted(
    (one, other) => one.from - other.from,
  );
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

async function commitOfTree(): Promise<string> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: import.meta.dirname })).stdout.trim();
  try {
    const changed = await git('status', '--porcelain', '--untracked-files=no');
    return (await git('rev-parse', '--short=8', 'HEAD')) + (changed === '' ? '' : '+');
  } catch {
    return 'unknown';
  }
}

/** A count over all runs. */
export function sumOf<Run>(runs: readonly Run[], count: (run: Run) => number): number {
  return runs.reduce((total, run) => total + count(run), 0);
}
