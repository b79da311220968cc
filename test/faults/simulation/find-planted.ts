import type { PlantedMistake } from './planted.ts';
import { type SimulationRun, simulate } from './run-simulation.ts';

export interface PlantedReport {
  readonly name: string;
  /** Weeks until it was found; null when it was not. */
  readonly weeks: number | null;
  /** By what it was found. */
  readonly wrong: string;
}

/** Lives weeks with one mistake in the product until something is found, or there are no more seeds. */
export async function findPlanted(
  mistake: PlantedMistake,
  seeds: readonly number[],
  options: Partial<SimulationRun> = {},
): Promise<PlantedReport> {
  const { name, by } = mistake;
  let weeks = 0;
  for await (const { seed, wrongs } of simulate({ ...options, seeds, mistake })) {
    weeks += 1;
    const wrong = wrongs.find((each) => isSaidBy(each, by));
    if (wrong !== undefined && (await isRightWithout(seed, options))) return { name, weeks, wrong };
  }
  return { name, weeks: null, wrong: '' };
}

/** True if it is that invariant that says it, and none whose name begins alike. */
export function isSaidBy(wrong: string, by: string | undefined): boolean {
  return by === undefined || wrong.startsWith(`${by}: `);
}

/** What is wrong in a week without the mistake too was not found by it. */
async function isRightWithout(seed: number, options: Partial<SimulationRun>): Promise<boolean> {
  for await (const { wrongs } of simulate({ ...options, seeds: [seed] })) {
    return wrongs.length === 0;
  }
  return false;
}
