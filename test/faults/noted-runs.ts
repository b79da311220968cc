import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const folder = join(import.meta.dirname, '../../.bench');

/** A run that adds up with those before it: its cases have the seeds `from`, `from + 1`, … */
export interface NotedRun {
  readonly from: number;
  readonly ended_at: string;
}

/**
 * Adds a run to those that are noted in `.bench/<name>-runs.json`, and returns them all. One that ran
 * seeds of this again is noted in its place.
 * @param size the property that says how many cases a run has
 */
export async function noteRun<Run extends NotedRun, Size extends keyof Run & string>(
  name: string,
  size: Size & (Run[Size] extends number ? Size : never),
  run: Omit<Run, 'ended_at'>,
): Promise<Run[]> {
  const noted = { ...run, ended_at: new Date().toISOString() } as Run;
  const end = (each: Run) => each.from + (each[size] as number);
  const others = (await notedRuns<Run>(name)).filter(
    (each) => each.from >= end(noted) || end(each) <= noted.from,
  );
  const runs = [...others, noted].toSorted((one, other) => one.from - other.from);
  const file = fileOf(name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(runs, null, 2));
  return runs;
}

/** The runs of a part so far. */
export async function notedRuns<Run extends NotedRun>(name: string): Promise<Run[]> {
  const text = await readFile(fileOf(name), 'utf8').catch(() => '[]');
  return JSON.parse(text) as Run[];
}

function fileOf(name: string): string {
  return join(folder, `${name}-runs.json`);
}

/** A count over all runs. */
export function sumOf<Run>(runs: readonly Run[], count: (run: Run) => number): number {
  return runs.reduce((total, run) => total + count(run), 0);
}
